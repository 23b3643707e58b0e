public import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Field where Value: OrderedAttribute, Value.Present == Date {
  /// A part of the date in a time zone: `{ $0.published.part(.year) == 1974 }`.
  ///
  /// Dates are those of the Gregorian calendar, before its introduction too. It is `nil` where the
  /// date is, and for a date beyond the years -100,000 to 100,000.
  public func part(_ part: DatePart, in zone: TimeZone = .gmt) -> Field<Root, Int?> {
    Field<Root, Int?>(
      .function(.datePart(part, timeZone: zone.identifier), .date, [operand]))
  }

  /// The beginning of the year, quarter, month, week, day, hour or minute in which the date lies in
  /// a time zone; weeks begin on Monday.
  public func start(of part: DatePart, in zone: TimeZone = .gmt) -> Field<Root, Date?> {
    Field<Root, Date?>(
      .function(.dateStart(part, timeZone: zone.identifier), .date, [operand]))
  }

  /// The date is present and lies in `interval`, its end included, as `DateInterval` has it: of the
  /// interval of a month that is the first moment of the next.
  public func `in`(_ interval: DateInterval) -> Condition<Root> {
    self.in(interval.start...interval.end)
  }

  /// The year of the date in GMT.
  public var year: Field<Root, Int?> { part(.year) }

  /// The quarter of the year of the date in GMT, from 1 to 4.
  public var quarter: Field<Root, Int?> { part(.quarter) }

  /// The month of the date in GMT, from 1 for January.
  public var month: Field<Root, Int?> { part(.month) }

  /// The day of the month of the date in GMT, from 1.
  public var day: Field<Root, Int?> { part(.day) }

  /// The day of the week of the date in GMT, from 1 for Monday to 7 for Sunday.
  public var weekday: Field<Root, Int?> { part(.weekday) }

  /// The hour of the date in GMT, from 0 to 23.
  public var hour: Field<Root, Int?> { part(.hour) }

  /// The minute of the date.
  public var minute: Field<Root, Int?> { part(.minute) }

  /// The second of the date.
  public var second: Field<Root, Int?> { part(.second) }
}

extension DateInterval {
  /// The date is present and lies in the interval, its end included.
  public func contains<Root, Value: OrderedAttribute>(
    _ field: Field<Root, Value>
  ) -> Condition<Root> where Value.Present == Date { field.in(self) }
}
