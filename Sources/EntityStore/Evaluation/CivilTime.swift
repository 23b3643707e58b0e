import EntityModel
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The date and time of day of a moment in a time zone, in the Gregorian calendar, which is applied
/// to all years.
///
/// The calendar is computed as in "chrono-Compatible Low-Level Date Algorithms" by Howard Hinnant
/// (https://howardhinnant.github.io/date_algorithms.html).
struct CivilTime {
  /// The time zone.
  private let zone: TimeZone

  /// How many seconds the zone is ahead of GMT.
  private let offset: Int

  /// Days since 2001-01-01, a Monday.
  private let days: Int

  /// Seconds since midnight.
  private let seconds: Int

  /// The zones that have been asked for, by their identifiers.
  private static let zones = Mutex<[String: TimeZone]>([:])

  /// Seconds of a day.
  private static let day = 86_400

  /// The date and time at `moment`, seconds since 2001-01-01 in GMT; `nil` where the zone is not
  /// known or the moment is no date of the years -100,000 to 100,000.
  init?(_ moment: Double, _ zone: String) {
    guard abs(moment) < 3.2e12, let zone = Self.zone(zone) else { return nil }
    self.zone = zone
    offset = Self.offset(of: zone, at: moment)
    let whole = Int(moment.rounded(.down)) + offset
    days = whole.dividedDown(by: Self.day)
    seconds = whole - days * Self.day
  }

  /// Returns a part of the date.
  subscript(part: DatePart) -> Int {
    switch part {
    case .year: date.year
    case .month: date.month
    case .day: date.day
    case .hour: seconds / 3600
    case .minute: seconds / 60 % 60
    case .second: seconds % 60
    case .weekday: weekday
    case .week: week
    case .quarter: (date.month + 2) / 3
    }
  }

  /// Returns the beginning of the year, quarter, month, week, day, hour, minute or second, in
  /// seconds since 2001-01-01 in GMT.
  func start(of part: DatePart) -> Double {
    let (year, month, _) = date
    let local =
      switch part {
      case .year: Self.days(year, 1, 1) * Self.day
      case .quarter: Self.days(year, (month - 1) / 3 * 3 + 1, 1) * Self.day
      case .month: Self.days(year, month, 1) * Self.day
      case .week: (days - (weekday - 1)) * Self.day
      case .day, .weekday: days * Self.day
      case .hour: days * Self.day + seconds / 3600 * 3600
      case .minute: days * Self.day + seconds / 60 * 60
      case .second: days * Self.day + seconds
      }
    switch part {
    // The same hour comes twice where clocks are set back.
    case .hour, .minute, .second: return Double(local - offset)
    case .year, .quarter, .month, .week, .day, .weekday: break
    }
    // The zone's offset may be another one at the beginning than it is now.
    let guess = Double(local - Self.offset(of: zone, at: Double(local)))
    return Double(local - Self.offset(of: zone, at: guess))
  }

  /// From 1 for Monday to 7 for Sunday.
  private var weekday: Int { days - days.dividedDown(by: 7) * 7 + 1 }

  /// The week of the year that has this day's Thursday.
  private var week: Int {
    let thursday = days + 4 - weekday
    let year = Self.date(of: thursday).year
    return (thursday - Self.days(year, 1, 1)) / 7 + 1
  }

  private var date: (year: Int, month: Int, day: Int) { Self.date(of: days) }

  /// Returns the date `days` after 2001-01-01.
  private static func date(of days: Int) -> (year: Int, month: Int, day: Int) {
    // Years begin in March, so that a leap day is the last.
    let shifted = days + 730_791
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  /// Returns the days from 2001-01-01 to the date.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.dividedDown(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_791
  }

  /// Returns the zone with `identifier`; `nil` if the system knows none.
  private static func zone(_ identifier: String) -> TimeZone? {
    if identifier == "GMT" { return .gmt }
    return zones.withLock { zones in
      if let zone = zones[identifier] { return zone }
      let zone = TimeZone(identifier: identifier)
      if let zone { zones[identifier] = zone }
      return zone
    }
  }

  /// Returns the seconds that `zone` is ahead of GMT at `moment`.
  private static func offset(of zone: TimeZone, at moment: Double) -> Int {
    zone == .gmt ? 0 : zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: moment))
  }
}

extension Int {
  /// Returns the greatest whole number that is not greater than the quotient by `divisor`, which is
  /// positive.
  fileprivate func dividedDown(by divisor: Int) -> Int {
    (self >= 0 ? self : self - divisor + 1) / divisor
  }
}
