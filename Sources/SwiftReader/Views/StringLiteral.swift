/// The meaning of a string literal without interpolation.
enum StringLiteral {
  /// Returns the text that the literal in `bytes` represents, nil where an escape is not valid,
  /// a delimiter is missing or the lines are not indented as the last one.
  static func value(of bytes: ArraySlice<UInt8>) -> String? {
    let bytes = Array(bytes)
    let pounds = bytes.prefix { $0 == Ascii.pound }.count
    let isMultiline =
      bytes.dropFirst(pounds).starts(with: [Ascii.quote, Ascii.quote, Ascii.quote])
      && bytes.contains { $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }
    let delimiter = pounds + (isMultiline ? 3 : 1)
    guard bytes.count >= 2 * delimiter, bytes.count > pounds,
      bytes[bytes.count - 1 - pounds] == bytes[pounds]
    else { return nil }
    let content = bytes[delimiter..<bytes.count - delimiter]
    if isMultiline {
      guard let lines = lines(of: Array(content)) else { return nil }
      return unescape(lines[...], pounds: pounds, isMultiline: true)
    }
    return unescape(content, pounds: pounds, isMultiline: false)
  }

  /// Returns the lines between the delimiters without their indentation, line breaks as LF.
  private static func lines(of content: [UInt8]) -> [UInt8]? {
    var lines: [[UInt8]] = [[]]
    var index = 0
    while index < content.count {
      let byte = content[index]
      index += 1
      if byte == Ascii.carriageReturn || byte == Ascii.lineFeed {
        if byte == Ascii.carriageReturn, index < content.count, content[index] == Ascii.lineFeed {
          index += 1
        }
        lines.append([])
      } else {
        lines[lines.count - 1].append(byte)
      }
    }
    guard lines.count >= 2, lines[0].isEmpty, let indentation = lines.last,
      indentation.allSatisfy({ $0 == Ascii.space || $0 == Ascii.tab })
    else { return nil }
    var result: [UInt8] = []
    for (number, line) in lines.dropFirst().dropLast().enumerated() {
      if number > 0 { result.append(Ascii.lineFeed) }
      if line.starts(with: indentation) {
        result += line.dropFirst(indentation.count)
      } else if !line.allSatisfy({ $0 == Ascii.space || $0 == Ascii.tab }) {
        return nil
      }
    }
    return result
  }

  private static func unescape(
    _ content: ArraySlice<UInt8>, pounds: Int, isMultiline: Bool
  ) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      let byte = content[index]
      index += 1
      guard byte == Ascii.backslash,
        content[index...].prefix(pounds).elementsEqual(repeatElement(Ascii.pound, count: pounds))
      else {
        result.append(byte)
        continue
      }
      index += pounds
      guard index < content.endIndex else { return nil }
      let escape = content[index]
      index += 1
      switch escape {
      case Ascii.zero: result.append(0)
      case Ascii.backslash, Ascii.quote, Ascii.apostrophe: result.append(escape)
      case UInt8(ascii: "n"): result.append(Ascii.lineFeed)
      case UInt8(ascii: "r"): result.append(Ascii.carriageReturn)
      case UInt8(ascii: "t"): result.append(Ascii.tab)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(content, &index) else { return nil }
        result += Array(String(scalar).utf8)
      case Ascii.space, Ascii.tab, Ascii.lineFeed:
        // A backslash at the end of a line joins it with the next one.
        guard isMultiline else { return nil }
        var end = index - 1
        while end < content.endIndex, content[end] == Ascii.space || content[end] == Ascii.tab {
          end += 1
        }
        guard end < content.endIndex, content[end] == Ascii.lineFeed else { return nil }
        index = end + 1
      default: return nil
      }
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func scalar(_ content: ArraySlice<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
    guard index < content.endIndex, content[index] == Ascii.leftBrace,
      let close = content[index...].firstIndex(of: Ascii.rightBrace)
    else { return nil }
    let digits = content[index + 1..<close]
    index = close + 1
    guard (1...8).contains(digits.count),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    return Unicode.Scalar(value)
  }
}
