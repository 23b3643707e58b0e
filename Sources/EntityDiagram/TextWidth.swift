/// How wide a text will be, near enough to lay out a picture before anybody has chosen a font.
enum TextWidth {
  /// Returns the width of `text` in pixels when its letters are `size` high.
  ///
  /// The estimate lies between that of a narrow and that of a wide sans serif.
  static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
    let sum = text.unicodeScalars.reduce(0) { $0 + thousandths(of: $1) }
    return Double(sum) / 1000 * size * (isBold ? 1.08 : 1)
  }

  /// Returns `text`, with an ellipsis for its end where it would be wider than `limit`.
  static func shortened(
    _ text: String, to limit: Double, size: Double, isBold: Bool = false
  ) -> String {
    guard of(text, size: size, isBold: isBold) > limit else { return text }
    var kept = ""
    for character in text {
      let longer = kept + String(character)
      if of(longer + "…", size: size, isBold: isBold) > limit { break }
      kept = longer
    }
    return kept + "…"
  }

  /// Returns the width of one scalar in thousandths of the size of the letters.
  private static func thousandths(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: ascii[Int(scalar.value) - 0x20]
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x3FFFF:
      1040
    default: 640
    }
  }

  /// The widths of the scalars from the space to the tilde.
  private static let ascii: [Int] = [
    300, 340, 400, 680, 600, 900, 740, 240, 360, 360, 440, 680, 300, 360, 300, 340,
    600, 600, 600, 600, 600, 600, 600, 600, 600, 600, 310, 310, 680, 680, 680, 540,
    980, 700, 690, 710, 750, 650, 610, 770, 750, 300, 420, 680, 580, 860, 750, 790,
    650, 790, 690, 660, 630, 740, 690, 980, 680, 650, 670, 360, 340, 360, 700, 560,
    400, 580, 610, 550, 610, 590, 340, 610, 610, 260, 270, 560, 260, 920, 610, 600,
    610, 610, 390, 520, 380, 610, 560, 790, 560, 560, 520, 450, 320, 450, 700,
  ]
}
