/// One Unicode scalar as decoded from the source.
struct DecodedScalar {
  let value: UInt32
  /// The number of bytes, at least one.
  let length: Int
  /// `false` if the bytes are not UTF-8; `value` is then meaningless.
  let isValid: Bool

  /// Decodes the scalar at `start`.
  ///
  /// - Requires: four bytes at `start` can be read.
  init(at start: UnsafePointer<UInt8>) {
    let first = start[0]
    func continuation(_ index: Int) -> UInt32? {
      start[index] & 0xC0 == 0x80 ? UInt32(start[index] & 0x3F) : nil
    }
    if first < 0x80 {
      self.init(value: UInt32(first), length: 1, isValid: true)
    } else if first >= 0xC2, first < 0xE0, let a = continuation(1) {
      self.init(value: UInt32(first & 0x1F) << 6 | a, length: 2, isValid: true)
    } else if first & 0xF0 == 0xE0, let a = continuation(1), let b = continuation(2) {
      let value = UInt32(first & 0x0F) << 12 | a << 6 | b
      let isValid = value >= 0x800 && !(0xD800...0xDFFF).contains(value)
      self.init(value: value, length: 3, isValid: isValid)
    } else if first >= 0xF0, first < 0xF5, let a = continuation(1), let b = continuation(2),
      let c = continuation(3)
    {
      let value = UInt32(first & 0x07) << 18 | a << 12 | b << 6 | c
      let isValid = value >= 0x10000 && value <= 0x10FFFF
      self.init(value: value, length: 4, isValid: isValid)
    } else {
      self.init(value: 0, length: 1, isValid: false)
    }
  }

  private init(value: UInt32, length: Int, isValid: Bool) {
    self.value = value
    self.length = length
    self.isValid = isValid
  }

  /// `true` if an identifier may go on with the scalar.
  var continuesIdentifier: Bool {
    isValid && Self.contains(value, in: Self.identifierRanges)
  }

  /// `true` if an identifier may begin with the scalar.
  var startsIdentifier: Bool {
    continuesIdentifier && !Self.contains(value, in: Self.combiningRanges)
  }

  /// `true` if an operator may begin with the scalar.
  var startsOperator: Bool { isValid && Self.contains(value, in: Self.operatorRanges) }

  /// `true` if an operator may go on with the scalar.
  var continuesOperator: Bool {
    startsOperator || isValid && Self.contains(value, in: Self.operatorCombiningRanges)
  }

  private static func contains(_ value: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[middle].upperBound {
        low = middle + 1
      } else if value < ranges[middle].lowerBound {
        high = middle
      } else {
        return true
      }
    }
    return false
  }

  private static let identifierRanges: [ClosedRange<UInt32>] =
    [
      0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE,
      0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF,
      0x200B...0x200D, 0x202A...0x202E, 0x203F...0x2040, 0x2054...0x2054, 0x2060...0x218F,
      0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007,
      0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44,
      0xFE47...0xFFF8,
    ] + (1...14).map { plane in (plane << 16)...(plane << 16 | 0xFFFD) }

  private static let combiningRanges: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
  ]

  private static let operatorRanges: [ClosedRange<UInt32>] = [
    0xA1...0xA7, 0xA9...0xA9, 0xAB...0xAC, 0xAE...0xAE, 0xB0...0xB1, 0xB6...0xB6, 0xBB...0xBB,
    0xBF...0xBF, 0xD7...0xD7, 0xF7...0xF7, 0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E,
    0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF,
    0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3030,
  ]

  private static let operatorCombiningRanges: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
    0xE0100...0xE01EF,
  ]
}
