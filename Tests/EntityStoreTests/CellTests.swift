import EntityModel
import Foundation
import Testing

@testable import EntityStore

@Suite struct CellTests {
  @Test func aCellHoldsTheValueThatItIsOfAndNoOther() {
    for value in Self.values {
      for other in Self.values {
        Self.withCell(of: value) { cell in
          #expect(cell.holds(other) == (value == other), "\(value) and \(other)")
          #expect(cell.holds(other) == (cell.storedValue == other))
        }
      }
    }
  }

  @Test func bytesThatAreNoTextAreABlob() {
    let bytes: [UInt8] = [0xFF, 0x61]
    bytes.withUnsafeBytes { bytes in
      let cell = __Cell(isText: true, address: bytes.baseAddress, count: bytes.count)
      #expect(cell.holds(.blob(Data(bytes))))
      #expect(!cell.holds(.text(String(decoding: bytes, as: UTF8.self))))
    }
  }

  private static let values: [StoredValue] = [
    .null, .integer(0), .integer(1), .integer(.min), .real(0), .real(-0.0), .real(1), .real(.nan),
    .text(""), .text("a"), .text("b"), .text("a\0"), .text("\u{E9}"), .text("e\u{301}"),
    .text("a text of more than eight bytes"), .text("a text of more than eight bytez"),
    .blob(Data()), .blob(Data("a".utf8)), .blob(Data([0])),
  ]

  /// Calls `body` with the cell of `value`, whose bytes are good that long.
  private static func withCell(of value: StoredValue, _ body: (__Cell) -> Void) {
    switch value {
    case .null: body(.null)
    case .integer(let integer): body(__Cell(integer: integer))
    case .real(let real): body(__Cell(real: real))
    case .text(let text):
      Array(text.utf8).withUnsafeBytes {
        body(__Cell(isText: true, address: $0.baseAddress, count: $0.count))
      }
    case .blob(let data):
      Array(data).withUnsafeBytes {
        body(__Cell(isText: false, address: $0.baseAddress, count: $0.count))
      }
    }
  }
}
