/// A version, ordered as dpkg does: '[epoch:]upstream[-revision]'.
struct DebianVersion {
  private let epoch: Int
  private let upstream: ArraySlice<UInt8>
  private let revision: ArraySlice<UInt8>

  /// Reads a version; there is none that cannot be read.
  init(_ text: String) {
    var rest = Array(text.utf8)[...]
    var epoch = 0
    if let colon = rest.firstIndex(of: Ascii.colon) {
      epoch = Int(String(decoding: rest[..<colon], as: UTF8.self)) ?? 0
      rest = rest[(colon + 1)...]
    }
    self.epoch = epoch
    let hyphen = rest.lastIndex(of: Ascii.hyphen)
    upstream = rest[..<(hyphen ?? rest.endIndex)]
    revision = hyphen.map { rest[($0 + 1)...] } ?? []
  }

  /// Returns how two parts of versions compare: negative, zero or positive.
  ///
  /// Text and numbers take turns. Letters come before other characters, and '~' before the end.
  private static func order(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var (left, right) = (left, right)
    while !left.isEmpty || !right.isEmpty {
      while let first = Optional((weight(left.first), weight(right.first))), first != (0, 0) {
        if first.0 != first.1 { return first.0 - first.1 }
        left.removeFirst()
        right.removeFirst()
      }
      let difference = takeNumber(&left) - takeNumber(&right)
      if difference != 0 { return difference }
    }
    return 0
  }

  /// The rank of a character of text; 0 for a digit and the end.
  private static func weight(_ byte: UInt8?) -> Int {
    guard let byte, !Ascii.isDigit(byte) else { return 0 }
    if byte == UInt8(ascii: "~") { return -1 }
    return Ascii.isLetter(byte) ? Int(byte) : Int(byte) + 256
  }

  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> Int {
    let digits = bytes.prefix(while: Ascii.isDigit)
    bytes = bytes[digits.endIndex...]
    return Int(String(decoding: digits.prefix(18), as: UTF8.self)) ?? 0
  }
}

extension DebianVersion: Comparable {
  static func == (left: DebianVersion, right: DebianVersion) -> Bool {
    left.epoch == right.epoch && order(left.upstream, right.upstream) == 0
      && order(left.revision, right.revision) == 0
  }

  static func < (left: DebianVersion, right: DebianVersion) -> Bool {
    if left.epoch != right.epoch { return left.epoch < right.epoch }
    let order = order(left.upstream, right.upstream)
    return order == 0 ? Self.order(left.revision, right.revision) < 0 : order < 0
  }
}
