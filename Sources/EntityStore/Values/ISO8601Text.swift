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
    withBytes(of: date, fractionDigits: fractionDigits) { String(decoding: $0, as: UTF8.self) }
  }

  /// The greatest number of bytes of such a text.
  package static var greatestCount: Int { #""0000-00-00T00:00:00.000000000Z""#.utf8.count }

  /// Returns what `body` makes of the bytes of that text; `nil` if there is none.
  package static func withBytes<Result>(
    of date: Date, fractionDigits: Int?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    let interval = date.timeIntervalSinceReferenceDate
    guard abs(interval) < 1e12 else { return nil }
    let seconds = Int(interval.rounded(.down))
    let (nanoseconds, ownDigits) = fraction(of: interval, seconds)
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let day = CivilDay(number: days + CivilDay.referenceDay)
    guard 0...9999 ~= day.year else { return nil }
    let time = seconds - days * 86_400
    let digits = max(0, min(9, fractionDigits ?? ownDigits))
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: greatestCount) { text in
      var count = 0
      func put(_ character: Unicode.Scalar) {
        text[count] = UInt8(ascii: character)
        count += 1
      }
      func put(_ number: Int, digits: Int) {
        var rest = number
        for position in (count..<count + digits).reversed() {
          text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        count += digits
      }
      put("\"")
      put(day.year, digits: 4)
      put("-")
      put(day.month, digits: 2)
      put("-")
      put(day.day, digits: 2)
      put("T")
      put(time / 3600, digits: 2)
      put(":")
      put(time / 60 % 60, digits: 2)
      put(":")
      put(time % 60, digits: 2)
      if digits > 0 {
        put(".")
        var fraction = nanoseconds
        for _ in digits..<9 { fraction /= 10 }
        put(fraction, digits: digits)
      }
      put("Z")
      put("\"")
      return body(UnsafeBufferPointer(rebasing: text[..<count]))
    }
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
}
