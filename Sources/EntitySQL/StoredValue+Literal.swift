import EntityModel

extension StoredValue {
  /// The value as a literal of SQL, for what a schema keeps.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real):
      real.isFinite ? "\(real)" : real.isNaN ? "x''" : real < 0 ? "-9e999" : "9e999"
    // A quote and what is combined with it are one character.
    case .text(let text) where !text.utf8.contains(0):
      "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    case .text(let text): "CAST(\(Self.literal(text.utf8)) AS TEXT)"
    case .blob(let bytes): Self.literal(bytes)
    }
  }

  /// The value as a literal of SQL that a function reads as the same one: a real as the text of its
  /// digits, of which versions of SQLite make different reals.
  var exactLiteral: String {
    if case .real(let real) = self { "'\(real)'" } else { literal }
  }

  private static func literal(_ bytes: some Sequence<UInt8>) -> String {
    "x'"
      + bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined() + "'"
  }
}
