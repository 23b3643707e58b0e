public import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AttributeColumn {
  /// The column's value, before anything is computed over many.
  var operand: PredicateOperand { __selection.expression.operand ?? .value(.null) }

  /// Returns what `function` makes of `operands`, which are values of the column's type.
  static func computed(
    _ function: PredicateFunction, _ operands: PredicateOperand...
  ) -> PredicateOperand { .function(function, Value.storageType, operands) }
}

extension Column where Value == Date {
  /// A part of the date in a time zone, as in a condition.
  public func part(_ part: DatePart, in zone: TimeZone = .gmt) -> Column<Root, Int> {
    Column<Root, Int>(.function(.datePart(part, timeZone: zone.identifier), .date, [operand]))
  }

  /// The beginning of the year, quarter, month, week, day, hour or minute in which the date lies in
  /// a time zone: `.group { $0.published.start(of: .month) }`.
  public func start(of part: DatePart, in zone: TimeZone = .gmt) -> Column {
    Column(.function(.dateStart(part, timeZone: zone.identifier), .date, [operand]))
  }
}

extension OptionalColumn where Value == Date {
  /// A part of the date in a time zone, as in a condition.
  public func part(_ part: DatePart, in zone: TimeZone = .gmt) -> OptionalColumn<Root, Int> {
    OptionalColumn<Root, Int>(
      .function(.datePart(part, timeZone: zone.identifier), .date, [operand]))
  }

  /// The beginning of the year, quarter, month, week, day, hour or minute in which the date lies in
  /// a time zone.
  public func start(of part: DatePart, in zone: TimeZone = .gmt) -> OptionalColumn {
    OptionalColumn(.function(.dateStart(part, timeZone: zone.identifier), .date, [operand]))
  }
}

extension Column where Value == Date {
  /// The year of the date in GMT.
  public var year: Column<Root, Int> { part(.year) }

  /// The quarter of the year of the date in GMT, from 1 to 4.
  public var quarter: Column<Root, Int> { part(.quarter) }

  /// The month of the date in GMT, from 1 for January.
  public var month: Column<Root, Int> { part(.month) }

  /// The day of the month of the date in GMT, from 1.
  public var day: Column<Root, Int> { part(.day) }

  /// The day of the week of the date in GMT, from 1 for Monday to 7 for Sunday.
  public var weekday: Column<Root, Int> { part(.weekday) }

  /// The hour of the date in GMT, from 0 to 23.
  public var hour: Column<Root, Int> { part(.hour) }

  /// The minute of the date in GMT, from 0 to 59.
  public var minute: Column<Root, Int> { part(.minute) }

  /// The second of the date in GMT, from 0 to 59.
  public var second: Column<Root, Int> { part(.second) }
}

extension OptionalColumn where Value == Date {
  /// The year of the date in GMT.
  public var year: OptionalColumn<Root, Int> { part(.year) }

  /// The quarter of the year of the date in GMT, from 1 to 4.
  public var quarter: OptionalColumn<Root, Int> { part(.quarter) }

  /// The month of the date in GMT, from 1 for January.
  public var month: OptionalColumn<Root, Int> { part(.month) }

  /// The day of the month of the date in GMT, from 1.
  public var day: OptionalColumn<Root, Int> { part(.day) }

  /// The day of the week of the date in GMT, from 1 for Monday to 7 for Sunday.
  public var weekday: OptionalColumn<Root, Int> { part(.weekday) }

  /// The hour of the date in GMT, from 0 to 23.
  public var hour: OptionalColumn<Root, Int> { part(.hour) }

  /// The minute of the date in GMT, from 0 to 59.
  public var minute: OptionalColumn<Root, Int> { part(.minute) }

  /// The second of the date in GMT, from 0 to 59.
  public var second: OptionalColumn<Root, Int> { part(.second) }
}

extension Column where Value == String {
  /// The text in small letters.
  public func lowercased() -> Column { Column(.function(.lowercased, .string, [operand])) }

  /// The text in capital letters.
  public func uppercased() -> Column { Column(.function(.uppercased, .string, [operand])) }

  /// The text without white space at its ends.
  public func trimmed() -> Column { Column(.function(.trimmed, .string, [operand])) }

  /// The text in a form in which texts are equal that differ only in what is ignored.
  public func folded(
    _ folding: TextFolding = [.ignoringCase, .ignoringDiacritics]
  ) -> Column { Column(.function(.folded(folding), .string, [operand])) }

  /// How many characters the text has, as Swift counts them.
  public var length: Column<Root, Int> {
    Column<Root, Int>(.function(.length, .string, [operand]))
  }

  /// How many characters the text has, as Swift counts them; `valueCount` says how many of the
  /// objects have a text.
  public var count: Column<Root, Int> { length }
}

extension Column where Value == Data {
  /// How many bytes the data has; `valueCount` says how many of the objects have data.
  public var count: Column<Root, Int> { Column<Root, Int>(.function(.length, .data, [operand])) }
}

extension OptionalColumn where Value == Data {
  /// How many bytes the data has; `valueCount` says how many of the objects have data.
  public var count: OptionalColumn<Root, Int> {
    OptionalColumn<Root, Int>(.function(.length, .data, [operand]))
  }
}

extension OptionalColumn where Value == String {
  /// The text in small letters.
  public func lowercased() -> OptionalColumn {
    OptionalColumn(.function(.lowercased, .string, [operand]))
  }

  /// The text in capital letters.
  public func uppercased() -> OptionalColumn {
    OptionalColumn(.function(.uppercased, .string, [operand]))
  }

  /// The text without white space at its ends.
  public func trimmed() -> OptionalColumn {
    OptionalColumn(.function(.trimmed, .string, [operand]))
  }

  /// The text in a form in which texts are equal that differ only in what is ignored.
  public func folded(
    _ folding: TextFolding = [.ignoringCase, .ignoringDiacritics]
  ) -> OptionalColumn { OptionalColumn(.function(.folded(folding), .string, [operand])) }

  /// How many characters the text has, as Swift counts them.
  public var length: OptionalColumn<Root, Int> {
    OptionalColumn<Root, Int>(.function(.length, .string, [operand]))
  }

  /// How many characters the text has, as Swift counts them; `valueCount` says how many of the
  /// objects have a text.
  public var count: OptionalColumn<Root, Int> { length }
}

/// The value, or another one where there is none.
public func ?? <Root, Value: Storable>(
  left: OptionalColumn<Root, Value>, right: Value
) -> Column<Root, Value> {
  Column(.function(.coalesce, Value.storageType, [left.operand, .value(right.storedValue)]))
}

/// The value, or another one where there is none.
public func ?? <Root, Value: Storable>(
  left: OptionalColumn<Root, Value>, right: Column<Root, Value>
) -> Column<Root, Value> {
  Column(.function(.coalesce, Value.storageType, [left.operand, right.operand]))
}
