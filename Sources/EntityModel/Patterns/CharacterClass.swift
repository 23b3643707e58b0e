/// A set of characters of which a regular expression takes one.
struct CharacterClass: Sendable {
  /// The characters that are in it, or not in it.
  var ranges: [ClosedRange<UInt32>] = []

  /// Kinds of characters that are in it, or not in it.
  var kinds: [Kind] = []

  /// `true` if it has all other characters.
  var isNegated = false

  /// `true` if characters that differ in case alone are one.
  var ignoresCase = false

  /// A kind of characters.
  enum Kind: Sendable {
    case digit, word, space, notDigit, notWord, notSpace
  }

  /// All characters but a line feed.
  static let any = CharacterClass(ranges: [0x0A...0x0A], isNegated: true)

  /// Returns the class of one character.
  static func one(_ scalar: Unicode.Scalar) -> CharacterClass {
    CharacterClass(ranges: [scalar.value...scalar.value])
  }

  /// `true` if the class has `scalar`.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isIn = has(scalar)
    if !isIn, ignoresCase {
      let properties = scalar.properties
      isIn = [properties.lowercaseMapping, properties.uppercaseMapping].contains { mapping in
        mapping.unicodeScalars.count == 1 && mapping.unicodeScalars.contains { has($0) }
      }
    }
    return isIn != isNegated
  }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || kinds.contains { kind in
        switch kind {
        case .digit: Self.isDigit(scalar)
        case .word: Self.isOfWord(scalar)
        case .space: scalar.properties.isWhitespace
        case .notDigit: !Self.isDigit(scalar)
        case .notWord: !Self.isOfWord(scalar)
        case .notSpace: !scalar.properties.isWhitespace
        }
      }
  }

  /// `true` for a decimal digit of any script.
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  /// `true` for letters, marks, digits and what connects them, as the low line does.
  static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default: return false
    }
  }
}
