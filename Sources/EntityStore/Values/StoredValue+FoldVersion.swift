import EntityModel

extension StoredValue {
  /// Sixteen hexadecimal digits that differ where `folded` makes something else of a text: the
  /// tables of Unicode come with Swift, and later ones know more letters.
  ///
  /// A text is folded scalar by scalar, so that the digits are a hash, FNV-1a, of every scalar that
  /// becomes another and of what it becomes. The letters of all alphabets with two cases are in the
  /// first two planes of Unicode.
  package static let foldVersion: String = {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for number in UInt32(0)..<0x2_0000 {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let folded = scalar.properties.lowercaseMapping.unicodeScalars
      if folded.count == 1, folded.first == scalar { continue }
      for shift in stride(from: UInt32(0), to: 24, by: 8) {
        add(UInt8(truncatingIfNeeded: number >> shift))
      }
      for byte in String(folded).utf8 { add(byte) }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }()
}
