import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Dates and the seconds between them. No index answers what is computed of an attribute: where the
// other side can be, `$0.placed < .now.addingTimeInterval(-86_400)`, that is quicker.

extension Field where Value: OrderedAttribute, Value.Present == Date {
  /// The date so many seconds later, or earlier: `{ $0.due.addingTimeInterval(86_400) < $0.paid }`.
  public func addingTimeInterval(_ interval: TimeInterval) -> Field {
    Field(.function(.add, .date, [operand, .value(.real(interval))]))
  }

  /// The date so many seconds later, or earlier.
  public func addingTimeInterval(_ interval: Field<Root, TimeInterval>) -> Field {
    Field(.function(.add, .date, [operand, interval.operand]))
  }
}

extension Field where Value == Date {
  /// The seconds from another date to this one; negative if that is later.
  public func timeIntervalSince(_ other: Date) -> Field<Root, TimeInterval> {
    Field<Root, TimeInterval>(operand.interval(since: .value(other.storedValue)))
  }

  /// The seconds from another date to this one: `{ $0.paid.timeIntervalSince($0.placed) > 60 }`.
  public func timeIntervalSince(_ other: Field) -> Field<Root, TimeInterval> {
    Field<Root, TimeInterval>(operand.interval(since: other.operand))
  }

  /// The seconds from another date to this one; `nil` where that is.
  public func timeIntervalSince(_ other: Field<Root, Date?>) -> Field<Root, TimeInterval?> {
    Field<Root, TimeInterval?>(operand.interval(since: other.operand))
  }
}

extension Field where Value == Date? {
  /// The seconds from another date to this one; `nil` where this is.
  public func timeIntervalSince(_ other: Date) -> Field<Root, TimeInterval?> {
    Field<Root, TimeInterval?>(operand.interval(since: .value(other.storedValue)))
  }

  /// The seconds from another date to this one; `nil` where this is.
  public func timeIntervalSince(_ other: Field<Root, Date>) -> Field<Root, TimeInterval?> {
    Field<Root, TimeInterval?>(operand.interval(since: other.operand))
  }

  /// The seconds from another date to this one; `nil` where one of them is.
  public func timeIntervalSince(_ other: Field) -> Field<Root, TimeInterval?> {
    Field<Root, TimeInterval?>(operand.interval(since: other.operand))
  }
}

extension Date {
  /// The seconds from the date of each object to this one: `{ now.timeIntervalSince($0.placed) }`.
  public func timeIntervalSince<Root>(_ other: Field<Root, Date>) -> Field<Root, TimeInterval> {
    Field(PredicateOperand.value(storedValue).interval(since: other.operand))
  }

  /// The seconds from the date of each object to this one; `nil` where there is none.
  public func timeIntervalSince<Root>(_ other: Field<Root, Date?>) -> Field<Root, TimeInterval?> {
    Field(PredicateOperand.value(storedValue).interval(since: other.operand))
  }
}

extension PredicateOperand {
  /// Returns the seconds from the date `other` to this one.
  func interval(since other: PredicateOperand) -> PredicateOperand {
    .function(.subtract, .date, [self, other])
  }
}
