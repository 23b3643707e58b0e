#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes dates in ISO 8601, in UTC.
package enum ISO8601Text {
  /// Returns the text of `date`, like `2024-05-31T12:00:00.250Z`, with quotes; `nil` if it is not
  /// of the years 0 to 9999.
  ///
  /// - Parameter fractionDigits: How many digits are behind the point; `nil` for none, three, six
  ///   or nine, as many as the date has to the nanosecond.
  package static func text(of date: Date, fractionDigits: Int?) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard abs(interval) < 1e12 else { return nil }
    let seconds = Int(interval.rounded(.down))
    let (nanoseconds, ownDigits) = fraction(of: interval, seconds)
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let day = CivilDay(number: days + CivilDay.referenceDay)
    guard 0...9999 ~= day.year else { return nil }
    let time = seconds - days * 86_400
    let digits = fractionDigits ?? ownDigits
    var text = "\"\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    text += "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
    if digits > 0 { text += "." + padded(nanoseconds, 9).prefix(digits) }
    return text + "Z\""
  }

  /// Returns the nanoseconds behind `seconds`, and how many digits, three at a time, it takes to
  /// read the same date again.
  ///
  /// A binary number is seldom as many thousandths as it was meant to be: they are those that are
  /// read as the same number.
  private static func fraction(
    of interval: Double, _ seconds: Int
  ) -> (nanoseconds: Int, digits: Int) {
    let behind = (interval - Double(seconds)) * 1e9
    for (digits, unit) in [(0, 1e9), (3, 1e6), (6, 1e3)] {
      let rounded = (behind / unit).rounded() * unit
      if Double(seconds) + rounded / 1e9 == interval { return (Int(rounded), digits) }
    }
    return (min(Int(behind.rounded()), 999_999_999), 9)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
