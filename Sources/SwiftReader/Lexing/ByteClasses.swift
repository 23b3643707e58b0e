/// What each byte may begin or continue, by table.
struct ByteClasses: @unchecked Sendable {
  // The memory is written before the table is shared and never again.
  private let table: UnsafeMutablePointer<UInt8>

  static let shared = ByteClasses()

  static let identifierStart: UInt8 = 1
  /// Letters, digits, `_` and `$`.
  static let identifierContinue: UInt8 = 2
  static let operatorByte: UInt8 = 4
  static let digit: UInt8 = 8
  static let hexDigit: UInt8 = 16
  /// Bytes that a string literal's scan has to look at.
  static let stringStop: UInt8 = 32
  /// Bytes that a block comment's scan has to look at.
  static let commentStop: UInt8 = 64

  private init() {
    table = .allocate(capacity: 256)
    table.initialize(repeating: 0, count: 256)
    for byte in UInt8(ascii: "a")...UInt8(ascii: "z") {
      table[Int(byte)] |= Self.identifierStart | Self.identifierContinue
      table[Int(byte - 32)] |= Self.identifierStart | Self.identifierContinue
    }
    table[Int(Ascii.underscore)] |= Self.identifierStart | Self.identifierContinue
    table[Int(Ascii.dollar)] |= Self.identifierContinue
    for byte in Ascii.zero...Ascii.nine {
      table[Int(byte)] |= Self.identifierContinue | Self.digit | Self.hexDigit
    }
    for byte in "abcdefABCDEF".utf8 { table[Int(byte)] |= Self.hexDigit }
    for byte in "/=-+*%<>!&|^~.?".utf8 { table[Int(byte)] |= Self.operatorByte }
    for byte in "\"'\\\n\r".utf8 { table[Int(byte)] |= Self.stringStop }
    for byte in "/*\n\r".utf8 { table[Int(byte)] |= Self.commentStop }
  }

  @inline(__always)
  func has(_ mask: UInt8, _ byte: UInt8) -> Bool { table[Int(byte)] & mask != 0 }
}
