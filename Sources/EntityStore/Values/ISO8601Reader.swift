#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads a date in ISO 8601; `JSONDateForm` has the grammar.
package struct ISO8601Reader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the date that `text` is; `nil` if it is none.
  package static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = ISO8601Reader(bytes)
      return reader.readDate()
    }
  }

  /// Returns the date that the whole text is; `nil` if it is none.
  private mutating func readDate() -> Date? {
    guard let day = readDay() else { return nil }
    var (seconds, nanoseconds) = (0, 0)
    if position < bytes.count {
      guard take("T") || take("t") || take(" "), let time = readTime(), let zone = readZone(),
        position == bytes.count
      else { return nil }
      (seconds, nanoseconds) = (time.seconds - zone, time.nanoseconds)
    }
    // What is counted from the reference date keeps the most digits.
    let whole = (day - CivilDay.referenceDay) * 86_400 + seconds
    return Date(timeIntervalSinceReferenceDate: Double(whole) + Double(nanoseconds) / 1e9)
  }

  /// Reads a day and returns how many there are between the first one of 1970 and it.
  private mutating func readDay() -> Int? {
    guard let year = readNumber(digits: 4) else { return nil }
    let isSeparated = take("-")
    guard let month = readNumber(digits: 2), !isSeparated || take("-"),
      let day = readNumber(digits: 2)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)?.number
  }

  /// Reads a time and returns how long after midnight it is.
  private mutating func readTime() -> (seconds: Int, nanoseconds: Int)? {
    guard let hour = readNumber(digits: 2) else { return nil }
    let isSeparated = take(":")
    guard let minute = readNumber(digits: 2) else { return nil }
    var (second, nanoseconds) = (0, 0)
    if isSeparated ? take(":") : isDigit {
      guard let read = readNumber(digits: 2) else { return nil }
      second = read
      if take(".") || take(",") {
        guard let read = readFraction() else { return nil }
        nanoseconds = read
      }
    }
    let isEndOfDay = hour == 24 && minute == 0 && second == 0 && nanoseconds == 0
    guard hour < 24 || isEndOfDay, minute < 60, second <= 60 else { return nil }
    return (hour * 3600 + minute * 60 + second, nanoseconds)
  }

  /// Reads digits behind a point and returns the nanoseconds that they are; further ones are passed
  /// over.
  private mutating func readFraction() -> Int? {
    guard isDigit else { return nil }
    var (value, scale) = (0, 100_000_000)
    while isDigit {
      value += Int(bytes[position] - UInt8(ascii: "0")) * scale
      scale /= 10
      position += 1
    }
    return value
  }

  /// Reads a zone, if there is one, and returns how many seconds it is ahead of UTC.
  private mutating func readZone() -> Int? {
    if position == bytes.count || take("Z") || take("z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = readNumber(digits: 2) else { return nil }
    var minutes = 0
    if take(":") || position < bytes.count {
      guard let read = readNumber(digits: 2) else { return nil }
      minutes = read
    }
    guard hours < 24, minutes < 60 else { return nil }
    return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  /// Reads a number of exactly so many digits.
  private mutating func readNumber(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard isDigit else { return nil }
      value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    return value
  }

  private var isDigit: Bool {
    position < bytes.count && UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position]
  }

  /// Passes over `character` if it comes next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}
