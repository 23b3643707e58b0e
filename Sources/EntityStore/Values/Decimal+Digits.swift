#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Decimal {
  /// Creates the number that the whole of `text` is, or nil when it is none.
  ///
  ///     decimal ::= sign? digit* ('.' digit*)? (('e' | 'E') sign? digit+)?
  ///
  /// At least one digit stands before the exponent.
  package init?(digits text: String) {
    // Foundation stops without a word where a number ends: it reads "12 apples" as 12, "-" as 0.
    var rest = text.utf8[...]
    _ = rest.take { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    var count = rest.takeDigits()
    if rest.take({ $0 == UInt8(ascii: ".") }) { count += rest.takeDigits() }
    guard count > 0 else { return nil }
    if rest.take({ $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      _ = rest.take { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      guard rest.takeDigits() > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    self.init(string: text)
  }
}

extension Substring.UTF8View {
  /// Drops the next byte and returns `true` if it satisfies `condition`.
  fileprivate mutating func take(_ condition: (UInt8) -> Bool) -> Bool {
    guard let byte = first, condition(byte) else { return false }
    removeFirst()
    return true
  }

  /// Drops the ASCII digits that come next and returns how many there were.
  fileprivate mutating func takeDigits() -> Int {
    var count = 0
    while take({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { count += 1 }
    return count
  }
}
