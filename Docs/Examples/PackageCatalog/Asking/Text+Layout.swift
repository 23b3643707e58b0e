extension String {
  /// Returns the text with blanks after it, to be `width` wide; before it where `width` is
  /// negative.
  func padded(to width: Int) -> String {
    let blanks = String(repeating: " ", count: max(abs(width) - count, 0))
    return width < 0 ? blanks + self : self + blanks
  }

  /// Returns at most `width` characters of the text, the last of which shows whether there are
  /// more.
  func shortened(to width: Int) -> String {
    count > width ? prefix(width - 1) + "…" : self
  }

  /// The text without characters that a terminal obeys instead of showing; lines stay lines.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let isControl = scalar.properties.generalCategory == .control
          return isControl && scalar != "\n" ? "\u{FFFD}" : scalar
        }))
  }
}

extension [String] {
  /// The texts, separated by commas, in lines of at most `width` characters.
  func flowing(to width: Int) -> [String] {
    var lines: [String] = []
    for (index, text) in enumerated() {
      let part = text + (index + 1 < count ? "," : "")
      if let last = lines.last, last.count + part.count < width {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append(part)
      }
    }
    return lines
  }
}

extension Int {
  /// The number with a comma after every three digits.
  var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }

  /// So many bytes in the largest unit that leaves at least one, with one decimal from MiB on.
  var bytes: String {
    if self < 1024 { return "\(self) B" }
    if self < 1 << 20 { return "\(self / 1024) KiB" }
    let (tenths, unit) =
      self < 1 << 30 ? ((self >> 10) * 10 / 1024, "MiB") : ((self >> 20) * 10 / 1024, "GiB")
    return "\((tenths / 10).grouped).\(tenths % 10) \(unit)"
  }

  /// So many things, in words: '1 package', '2 packages'.
  func of(_ thing: String, _ things: String? = nil) -> String {
    "\(grouped) \(self == 1 ? thing : things ?? thing + "s")"
  }
}

extension Footprint {
  /// What is installed, and what has to be fetched for it where that is known.
  var text: String {
    let installed = (installed ?? 0).bytes
    return download.map { "\(installed), download \($0.bytes)" } ?? installed
  }
}
