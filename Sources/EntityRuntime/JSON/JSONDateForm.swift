import EntityJSON
import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How dates are written in JSON.
///
/// Read are the forms of ISO 8601 that servers send:
///
///     date ::= day (('T' | 't' | ' ') time zone?)?
///     day  ::= YYYY '-' MM '-' DD | YYYY MM DD
///     time ::= hh ':' mm (':' ss fraction?)? | hh mm (ss fraction?)?
///     fraction ::= ('.' | ',') digit+
///     zone ::= 'Z' | 'z' | ('+' | '-') hh (':'? mm)?
///
/// A time without a zone is one of UTC. The 60th second of a minute, a leap second, is the first of
/// the next one.
public struct JSONDateForm: Hashable, Sendable {
  enum Form: Hashable {
    case iso8601(fractionDigits: Int?)
    case unix(ticksPerSecond: Double)
  }

  let form: Form

  /// A text like `2024-05-31T12:00:00Z`, with three, six or nine digits behind the point where the
  /// date has as many.
  public static let iso8601 = JSONDateForm(form: .iso8601(fractionDigits: nil))

  /// A text like `2024-05-31T12:00:00.000Z` with so many digits behind the point, at most nine;
  /// what is smaller is cut off.
  public static func iso8601(fractionDigits: Int) -> JSONDateForm {
    JSONDateForm(form: .iso8601(fractionDigits: max(0, min(9, fractionDigits))))
  }

  /// The number of seconds since 1970.
  public static let unixSeconds = JSONDateForm(form: .unix(ticksPerSecond: 1))

  /// The number of milliseconds since 1970.
  public static let unixMilliseconds = JSONDateForm(form: .unix(ticksPerSecond: 1000))

  /// The number of microseconds since 1970.
  public static let unixMicroseconds = JSONDateForm(form: .unix(ticksPerSecond: 1_000_000))

  /// Returns the date that `text` is in ISO 8601; `nil` if it is none.
  public static func date(_ text: String) -> Date? { ISO8601Reader.date(text) }

  /// Returns the JSON of `date`; `nil` if it is not finite or, in ISO 8601, not of the years 0 to
  /// 9999.
  public func text(of date: Date) -> String? {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return nil }
    switch form {
    case .unix(let ticksPerSecond):
      let ticks = seconds * ticksPerSecond
      return ticks.isFinite ? ticks.jsonDigits : nil
    case .iso8601(let digits): return ISO8601Text.text(of: date, fractionDigits: digits)
    }
  }

  /// Adds the JSON of `date` to `piece`; returns `false`, and has not added anything, if there is
  /// none.
  func write(_ date: Date, to piece: inout JSONPiece) -> Bool {
    switch form {
    case .unix(let ticksPerSecond):
      let ticks = date.timeIntervalSince1970 * ticksPerSecond
      guard ticks.isFinite else { return false }
      piece.append(number: ticks)
      return true
    case .iso8601(let digits):
      return ISO8601Text.withBytes(of: date, fractionDigits: digits) {
        piece.append(contentsOf: $0)
      } != nil
    }
  }

  /// Returns the date that `number` says in this form; `nil` for a form of texts.
  func date(_ number: Double) -> Date? {
    guard case .unix(let ticksPerSecond) = form else { return nil }
    return Date(timeIntervalSince1970: number / ticksPerSecond)
  }

  /// Returns the date that `number` says in whichever unit makes it one of the years near now.
  static func likelyDate(_ number: Double) -> Date {
    let ticksPerSecond: Double =
      switch abs(number) {
      case ..<1e11: 1
      case ..<1e14: 1000
      default: 1_000_000
      }
    return Date(timeIntervalSince1970: number / ticksPerSecond)
  }
}
