import Synchronization

/// The order in which a language has texts.
///
/// Its name decides what it is, in this process and in others; what compares two texts is known to
/// a process once it has been given that.
package struct TextOrder: Hashable, Sendable {
  /// The identifier of the locale, such as `sv_SE`, and `+numeric` after it where digits within
  /// texts count as numbers.
  package let name: String

  private static let numeric = "+numeric"

  /// The most characters of the identifier of a locale.
  private static let longest = 100

  /// Creates the order of the locale of that identifier; `nil` where it has other characters than
  /// letters and digits of ASCII and `_-@=;.`, or too many.
  package init?(locale: String, isNumeric: Bool) {
    guard locale.utf8.count <= Self.longest, locale.utf8.allSatisfy(Self.isAllowed) else {
      return nil
    }
    name = isNumeric ? locale + Self.numeric : locale
  }

  /// Creates the order of that name; `nil` where it is none.
  package init?(name: String) {
    let isNumeric = name.hasSuffix(Self.numeric)
    let locale = isNumeric ? String(name.dropLast(Self.numeric.count)) : name
    self.init(locale: locale, isNumeric: isNumeric)
  }

  /// The identifier of the locale.
  package var locale: String {
    isNumeric ? String(name.dropLast(Self.numeric.count)) : name
  }

  /// `true` if digits within texts count as numbers.
  package var isNumeric: Bool { name.hasSuffix(Self.numeric) }

  private static func isAllowed(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension TextOrder {
  /// Says how two texts are ordered: negative, zero or positive.
  package typealias Comparison = @Sendable (String, String) -> Int

  private static let comparisons = Mutex<[TextOrder: Comparison]>([:])

  /// What compares two texts; `nil` where the process has not been given it.
  package var comparison: Comparison? { Self.comparisons.withLock { $0[self] } }

  /// Gives the process what compares two texts in this order; the first that it is given stays.
  ///
  /// - Requires: What is given is a total preorder.
  package func register(_ comparison: () -> Comparison) {
    guard self.comparison == nil else { return }
    let made = comparison()
    Self.comparisons.withLock { known in
      if known[self] == nil { known[self] = made }
    }
  }
}

extension TextOrder: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let order = TextOrder(name: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "there is no order of \(TextOrder.refusal)")
    }
    self = order
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// What an order cannot be of.
  package static let refusal =
    "a locale whose identifier has more than \(longest) characters, or others than letters, digits "
    + "and '_-@=;.'"
}
