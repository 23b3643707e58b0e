import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Dates and the seconds between them, as in a condition.

extension Column where Value == Date {
  /// The date so many seconds later, or earlier.
  public func addingTimeInterval(_ interval: TimeInterval) -> Column {
    Column(.function(.add, .date, [operand, .value(.real(interval))]))
  }

  /// The seconds from another date to this one; negative if that is later.
  public func timeIntervalSince(_ other: Date) -> Column<Root, TimeInterval> {
    Column<Root, TimeInterval>(operand.interval(since: .value(other.storedValue)))
  }

  /// The seconds from another date to this one: `$0.paid.timeIntervalSince($0.placed).average`.
  public func timeIntervalSince(_ other: Column) -> Column<Root, TimeInterval> {
    Column<Root, TimeInterval>(operand.interval(since: other.operand))
  }

  /// The seconds from another date to this one; `nil` where that is.
  public func timeIntervalSince(
    _ other: OptionalColumn<Root, Date>
  ) -> OptionalColumn<Root, TimeInterval> {
    OptionalColumn<Root, TimeInterval>(operand.interval(since: other.operand))
  }
}

extension OptionalColumn where Value == Date {
  /// The date so many seconds later, or earlier.
  public func addingTimeInterval(_ interval: TimeInterval) -> OptionalColumn {
    OptionalColumn(.function(.add, .date, [operand, .value(.real(interval))]))
  }

  /// The seconds from another date to this one; `nil` where this is.
  public func timeIntervalSince(_ other: Date) -> OptionalColumn<Root, TimeInterval> {
    OptionalColumn<Root, TimeInterval>(operand.interval(since: .value(other.storedValue)))
  }

  /// The seconds from another date to this one; `nil` where this is.
  public func timeIntervalSince(
    _ other: Column<Root, Date>
  ) -> OptionalColumn<Root, TimeInterval> {
    OptionalColumn<Root, TimeInterval>(operand.interval(since: other.operand))
  }

  /// The seconds from another date to this one; `nil` where one of them is.
  public func timeIntervalSince(
    _ other: OptionalColumn
  ) -> OptionalColumn<Root, TimeInterval> {
    OptionalColumn<Root, TimeInterval>(operand.interval(since: other.operand))
  }
}
