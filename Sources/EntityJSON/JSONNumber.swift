/// A number of JSON by its value: digits times a power of ten.
///
/// Two numbers are equal if their values are, however they are written.
struct JSONNumber: Hashable {
  /// `true` if the number is less than zero.
  private let isNegative: Bool

  /// The digits, without zeros at either end; none for zero.
  private let digits: [UInt8]

  /// How many places the last digit is to the left of the point.
  private let exponent: Int

  /// Creates the number that is written as `text`, which is one.
  init(_ text: String) {
    var digits: [UInt8] = []
    var fraction = 0
    var written = 0
    var isBehindPoint = false
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    while let byte = rest.popFirst() {
      if byte | 0x20 == UInt8(ascii: "e") {
        if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        // What is beyond all numbers of places is as good as the last of them.
        written =
          Int(Substring(rest)) ?? (rest.first == UInt8(ascii: "-") ? -Self.limit : Self.limit)
        break
      }
      if byte == UInt8(ascii: ".") {
        isBehindPoint = true
        continue
      }
      digits.append(byte)
      if isBehindPoint { fraction += 1 }
    }
    var exponent = max(-Self.limit, min(Self.limit, written)) - fraction
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    self.digits = Array(digits.dropFirst(zeros))
    self.exponent = digits.isEmpty ? 0 : exponent
    self.isNegative = isNegative && !digits.isEmpty
  }

  private static let limit = Int.max / 4

  /// The digits of the number if it is a whole one with at most a hundred; `nil` if it is another.
  var integer: String? {
    guard exponent >= 0, digits.count < 100, exponent < 100 else { return nil }
    guard !digits.isEmpty else { return "0" }
    return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
      + String(repeating: "0", count: exponent)
  }
}
