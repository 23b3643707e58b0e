import EntityModel
import Foundation
import Testing

@Suite struct StoredValueTests {
  @Test func valuesAreEqualWhenTheirFormAndBitsAre() {
    for (index, value) in Self.distinct.enumerated() {
      for (other, another) in Self.distinct.enumerated() {
        #expect((value == another) == (index == other), "\(value) and \(another)")
      }
    }
    #expect(Set(Self.distinct + Self.distinct).count == Self.distinct.count)
  }

  /// Values no two of which are equal.
  private static let distinct: [StoredValue] = [
    .null, .integer(0), .integer(1), .integer(.min), .integer(.max), .real(0.0), .real(-0.0),
    .real(1), .real(.infinity), .real(-.infinity), .real(.nan),
    .real(Double(nan: 5, signaling: false)), .real(-.nan), .text(""), .text("a"), .text("a\0"),
    .text("A"), .text("é"), .text("e\u{301}"), .text("0"), .blob(Data()), .blob(Data([0])),
    .blob(Data([0, 0])), .blob(Data("a".utf8)),
  ]
}
