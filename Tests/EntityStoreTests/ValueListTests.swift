import EntityModel
@testable import EntitySQL
import Foundation
import Testing

/// Lists of values as one value.
@Suite struct ValueListTests {
  private static let values: [StoredValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(0.5), .real(-0.0), .real(.infinity),
    .text(""), .text("é 🎈"), .text("a\0b"), .text("\"\\\n"), .blob(Data()),
    .blob(Data([0, 255, 7])), .null, .text(String(repeating: "long ", count: 1_000)), .null,
  ]

  /// Returns the values that `bytes` are read as.
  private func read(_ bytes: Data) -> [StoredValue] {
    bytes.withUnsafeBytes { bytes in
      var (values, position): ([StoredValue], Int) = ([], 0)
      while let value = ValueList.next(in: bytes, at: &position) {
        switch value {
        case .null: values.append(.null)
        case .integer(let integer): values.append(.integer(integer))
        case .real(let real): values.append(.real(real))
        case .text(let text): values.append(.text(String(decoding: text, as: UTF8.self)))
        case .blob(let blob): values.append(.blob(Data(blob)))
        }
      }
      return values
    }
  }

  @Test func aListIsReadAsItWasWritten() {
    #expect(read(ValueList.encode([])) == [])
    #expect(read(ValueList.encode(Self.values)) == Self.values)
    guard case .real(let zero) = read(ValueList.encode([.real(-0.0)])).first else {
      Issue.record("no real")
      return
    }
    #expect(zero.sign == .minus)
  }

  @Test func ofAListThatIsCutOffTheWholeValuesAreRead() {
    let bytes = ValueList.encode(Self.values.dropLast(2) + [.text("end")])
    for count in 0..<bytes.count {
      let found = read(bytes.prefix(count))
      #expect(found.count < Self.values.count - 1)
      #expect(found == Array(Self.values.prefix(found.count)))
    }
  }

  @Test(arguments: [[9], [255, 0], [3, 255, 255, 255, 255, 255, 255, 255, 255, 65]])
  func bytesThatAreNoValueEndTheList(_ bytes: [UInt8]) {
    #expect(read(Data([0] + bytes + [0])) == [.null])
  }
}
