import SwiftReader

extension String {
  /// The name as code declares it, in backticks where it is a word of the language or no word.
  var declaredName: String {
    Self.reservedWords.contains(self) || !isPlainIdentifier ? "`\(self)`" : self
  }

  private static let reservedWords: Set<String> =
    Set(Keyword.allCases.filter(\.isReserved).map(\.text)).union(["Type", "Protocol"])

  /// `true` if the name begins with a letter and has letters and digits only.
  private var isPlainIdentifier: Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_")
        || (byte | 0x20) >= UInt8(ascii: "a")
          && (byte | 0x20) <= UInt8(ascii: "z")
    }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return utf8.first.map(isLetter) ?? false
      && utf8.allSatisfy { isLetter($0) || digits.contains($0) }
  }
}
