import EntityJSON
import Foundation
import TestSupport
import Testing

/// What RFC 8259 says of texts, what our reader makes of them, and what Foundation's do.
@Suite struct JSONConformanceTests {
  /// The cases of which Foundation's readers say something else than ours.
  private static let differences: Set<String> = [
    // They take a comma that nothing follows.
    "a comma at the end", "a comma at the end of an object",
    // They refuse numbers that no Double holds.
    "beyond Double", "below Double", "beyond Double by digits", "a great exponent",
    "a great exponent below zero", "an exponent of many digits", "an exponent beyond Int",
    "a number alone beyond Double",
    // They guess encodings that RFC 8259 has no more.
    "UTF-16, the small end first", "UTF-16, the great end first", "UTF-16 with its mark",
    "UTF-32, the small end first",
  ]

  @Test func thereAreCasesOfEveryKindAndNoneTwice() {
    #expect(Set(ConformanceCase.all.map(\.name)).count == ConformanceCase.all.count)
    #expect(ConformanceCase.accepted.count > 150)
    #expect(ConformanceCase.refused.count > 300)
    #expect(ConformanceCase.open.count > 50)
    #expect(Self.differences.isSubset(of: ConformanceCase.all.map(\.name)))
  }

  @Test(arguments: ConformanceCase.accepted)
  func whatIsJSONIsRead(_ item: ConformanceCase) throws {
    let json = try JSON(reading: item.text)
    // What is written again is what has been read, byte for byte and by value.
    #expect(Array(json.source) == item.text.withoutSpaceAround)
    #expect(try JSON(reading: json.source) == json)
  }

  @Test(arguments: ConformanceCase.refused)
  func whatIsNoneIsRefused(_ item: ConformanceCase) {
    #expect(throws: JSONReadingError.self) { try JSON(reading: item.text) }
  }

  @Test(arguments: ConformanceCase.open)
  func whatIsUpToTheReaderIsReadOrRefusedAsThisOneDoes(_ item: ConformanceCase) {
    #expect(((try? JSON(reading: item.text)) != nil) == item.isRead)
  }

  @Test(arguments: ConformanceCase.all)
  func foundationsReadersAgreeButWhereTheyAreListed(_ item: ConformanceCase) {
    let data = Data(item.text)
    let object = try? JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
    let decoded = try? JSONDecoder().decode(JSON.self, from: data)
    let differs = Self.differences.contains(item.name)
    #expect((object != nil) == (item.isRead != differs))
    #expect((decoded != nil) == (item.isRead != differs))
    guard let decoded, item.isRead, item.name != "a name twice" else { return }
    // Foundation has as many digits of a fraction as a Decimal, or a Double, holds.
    let ours = try? JSON(reading: item.text)
    #expect(ours.map { isSame($0, decoded) } == true)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func foundationAgreesAboutCasesThatHaveBeenDamaged(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let texts = ConformanceCase.all.filter { $0.text.count < 200 }.map(\.text)
    for _ in 0..<500 {
      var bytes = texts.randomElement(using: &random) ?? []
      let other = texts.randomElement(using: &random) ?? []
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(index..<min(index + 1, bytes.count))
        case 1: bytes.insert(contentsOf: other, at: index)
        case 2: bytes.insert(other.randomElement(using: &random) ?? 0x2C, at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      // These are the differences that are listed.
      guard !bytes.contains(0), bytes.first != 0xFF, bytes.first != 0xFE,
        !text.contains(/,\s*[\]}]/), !text.contains(/[eE]\+?\d{3}/), !text.contains(/\d{200}/)
      else { continue }
      let ours = try? JSON(reading: bytes)
      let foundations = try? JSONDecoder().decode(JSON.self, from: Data(bytes))
      #expect((ours == nil) == (foundations == nil), "\(text)")
    }
  }

  /// `true` if `ours` and what Foundation has read say the same.
  private func isSame(_ ours: JSON, _ foundations: JSON) -> Bool {
    if let ours = ours.elements, let foundations = foundations.elements {
      return ours.count == foundations.count && zip(ours, foundations).allSatisfy(isSame)
    }
    if let members = ours.members, foundations.members != nil {
      return ours.count >= foundations.count
        && members.allSatisfy { name, value in
          foundations[name].map { isSame(value, $0) } ?? false
        }
    }
    return ours == foundations || (ours.double != nil && ours.double == foundations.double)
  }
}

extension [UInt8] {
  /// The bytes without a byte order mark before them, and without the space around them.
  fileprivate var withoutSpaceAround: [UInt8] {
    let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let start = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = self[start...].drop { space.contains($0) }
    return Array(text.reversed().drop { space.contains($0) }.reversed())
  }
}
