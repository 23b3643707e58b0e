/// The bytes that control files are built of.
enum Ascii {
  static let newline = UInt8(ascii: "\n")
  static let colon = UInt8(ascii: ":")
  static let hyphen = UInt8(ascii: "-")

  /// `true` if `byte` is a space, a tab or a carriage return.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }

  /// `true` if `byte` is a digit.
  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// `true` if `byte` is a letter.
  static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }

  /// `true` if the texts differ in the case of letters at most.
  static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    left.count == right.count && left.elementsEqual(right) { fold($0) == fold($1) }
  }

  /// Returns `bytes` without what is blank at either end.
  static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    trimEnd(bytes.drop(while: isBlank))
  }

  /// Returns `bytes` without what is blank at the end.
  static func trimEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// `true` if `name` can be a package's: a letter or digit, then also any of '+', '-', '.', '_'.
  static func isPackageName(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, isLetter(first) || isDigit(first) else { return false }
    return name.allSatisfy(isPackageNameByte)
  }

  /// `true` if `byte` can be part of a package's name.
  static func isPackageNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == hyphen || byte == 0x2b || byte == 0x2e
      || byte == 0x5f
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    0x41...0x5a ~= byte ? byte | 0x20 : byte
  }
}
