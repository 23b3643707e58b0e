import EntityModel
import EntityStore
import Foundation
import TestSupport
import Testing

@Suite struct StoredValueOrderTests {
  @Test(arguments: ascending)
  func valuesOfATypeHaveAnOrder(type: StorageType, values: [StoredValue]) {
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        let expected = index < other ? -1 : index == other ? 0 : 1
        #expect(
          StoredValue.order(left, right, as: type) == expected, "\(left) and \(right)")
        #expect(
          StoredValue.sortOrder(left, right, as: type) == expected, "\(left) and \(right)")
      }
    }
  }

  @Test func everyTypeHasAnOrderInThisSuite() {
    #expect(Set(Self.ascending.map(\.0)) == Set(StorageType.allCases))
  }

  @Test func zeroesOfEitherSignAreOfOneOrder() {
    #expect(StoredValue.order(.real(0.0), .real(-0.0), as: .double) == 0)
    #expect(StoredValue.sortOrder(.real(0.0), .real(-0.0), as: .double) == 0)
  }

  @Test func whatIsNotANumberHasNoOrder() {
    for value in [Double.nan, 0, .infinity, -.infinity] {
      #expect(StoredValue.order(.real(.nan), .real(value), as: .double) == nil)
      #expect(StoredValue.order(.real(value), .real(.nan), as: .double) == nil)
    }
  }

  @Test func valuesOfDifferentFormsHaveNoOrder() {
    let values: [StoredValue] = [.integer(1), .real(1), .text("1"), .blob(Data("1".utf8))]
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() where index != other {
        #expect(StoredValue.order(left, right, as: .string) == nil)
        #expect(StoredValue.sortOrder(left, right, as: .string) == 0)
      }
      #expect(StoredValue.order(left, .null, as: .string) == nil)
    }
  }

  @Test func nullSortsFirstAndNaNLast() {
    let sorted: [StoredValue] = [
      .null, .real(-.infinity), .real(-1), .real(-0.0), .real(1), .real(.infinity), .real(.nan),
    ]
    var random = SeededRandom(seed: 1)
    for _ in 0..<20 {
      let values = sorted.shuffled(using: &random)
        .sorted { StoredValue.sortOrder($0, $1, as: .double) < 0 }
      #expect(values == sorted)
    }
    #expect(StoredValue.sortOrder(.null, .null, as: .double) == 0)
    let other = StoredValue.real(Double(nan: 5, signaling: false))
    #expect(StoredValue.sortOrder(.real(.nan), other, as: .double) < 0)
    #expect(StoredValue.sortOrder(other, .real(.nan), as: .double) > 0)
    #expect(StoredValue.sortOrder(other, other, as: .double) == 0)
  }

  @Test func decimalsThatAreOneNumberAreEqual() {
    for (left, right) in [
      ("1", "1.0"), ("1", "+1"), ("0", "-0"), ("100", "1e2"), ("0.1", "1E-1"), (".5", "0.5"),
      ("5.", "5"), ("007", "7"),
    ] {
      #expect(StoredValue.decimalOrder(left, right) == 0, "\(left) and \(right)")
    }
  }

  @Test(arguments: 0..<10)
  func `decimals compare as their numbers do, however they are written`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    func digits(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random)).map { _ in "\(random.below(4) * 3)" }.joined()
    }
    func text() -> String {
      let sign = random.pick(["", "-", "+", ""])
      let whole = digits(1...random.pick([2, 9, 18, 19, 20]))
      return sign + whole + random.pick(["", ".", "." + digits(0...3), "." + digits(1...18)])
    }
    for _ in 0..<500 {
      let (left, right) = (text(), text())
      let (a, b) = (try #require(Decimal(string: left)), try #require(Decimal(string: right)))
      let order = a < b ? -1 : a == b ? 0 : 1
      #expect(StoredValue.decimalOrder(left, right) == order, "\(left) and \(right)")
    }
  }

  @Test(arguments: [
    "", "-", "+", ".", "e5", "1e", "1e+", "12 apples", " 1", "1 ", "1,5", "1.2.3", "--1", "0x10",
    "٣", "NaN", "inf", "1e200", "1\0",
  ])
  func textThatIsNoDecimalComesAfterAllDecimals(text: String) {
    let greatest = Decimal.greatestFiniteMagnitude.description

    #expect(StoredValue.decimalOrder(text, greatest) == 1)
    #expect(StoredValue.decimalOrder(greatest, text) == -1)
    #expect(StoredValue.decimalOrder(text, text) == 0)
    #expect(StoredValue.decimalOrder(text, text + "x") == -1)
  }

  @Test func stringsThatDifferInCaseAloneAreFoldedIntoOne() {
    #expect(StoredValue.folded("Straße ÄÖÜ ΔÉ") == StoredValue.folded("sTRAßE äöü δé"))
    // Unicode folds these too: 'ς' is 'σ' at the end of a word, and 'ß' is 'ss'.
    #expect(StoredValue.folded("ΣΑΣ") != StoredValue.folded("σας"))
    #expect(StoredValue.folded("STRASSE") != StoredValue.folded("straße"))
    #expect(StoredValue.folded("a\0B") == "a\0b")
    #expect(StoredValue.folded("") == "")
  }

  /// Numbers without a sign in ascending order.
  private static let unsigned: [UInt64] = [
    0, 1, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0x8000_0000_0000_00FF, .max,
  ]

  /// For every type, values of it in ascending order.
  private static let ascending: [(StorageType, [StoredValue])] =
    [StorageType.boolean, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32].map {
      ($0, [Int64.min, -1, 0, 1, 2, .max].map { .integer($0) })
    }
    + [(.uint64, unsigned.map(\.storedValue))]
    + [StorageType.float, .double, .date].map {
      (
        $0,
        [
          -Double.infinity, -.greatestFiniteMagnitude, -1, -.leastNonzeroMagnitude, 0,
          .leastNonzeroMagnitude, 1, 1.5, .greatestFiniteMagnitude, .infinity,
        ].map { .real($0) }
      )
    }
    + [StorageType.string, .url, .json].map {
      (
        $0,
        [
          "", "\0", "10", "9", "A", "B", "a", "a\0", "a\0b", "ab", "b", "e\u{301}", "é",
          "\u{FFFF}", "😀",
        ].map { .text($0) }
      )
    }
    + [
      (
        .decimal,
        [
          "-1e40", "-10", "-9.5", "-9", "0", "0.1", "0.10000000000000000001", "9", "10",
          "99999999999999999999999999999999999998", "99999999999999999999999999999999999999",
          "1e40",
        ].map { .text($0) }
      )
    ]
    + [StorageType.data, .uuid].map {
      ($0, [[], [0], [0, 0], [0, 1], [1], [97], [127], [128], [255]].map { .blob(Data($0)) })
    }
}
