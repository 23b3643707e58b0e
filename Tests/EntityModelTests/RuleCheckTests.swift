import EntityModel
import Foundation
import Testing

/// Each rule with each type of value that it is for.
@Suite struct RuleCheckTests {
  /// A rule, a type, values that obey it and values that do not.
  struct Case: CustomTestStringConvertible {
    let rule: ValueRule
    let type: StorageType
    let accepted: [StoredValue]
    let refused: [StoredValue]
    var testDescription: String { "\(type) \(rule.text(for: type))" }
  }

  private static let whole: [StorageType] = [
    .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64,
  ]

  static let cases: [Case] =
    whole.map {
      Case(
        rule: .range(from: .integer(2), through: .integer(9)), type: $0,
        accepted: [.integer(2), .integer(5), .integer(9), .null],
        refused: [.integer(1), .integer(10), .integer(0)])
    }
    + whole.map {
      Case(
        rule: .range(from: .integer(2), below: .integer(9)), type: $0,
        accepted: [.integer(2), .integer(8)], refused: [.integer(1), .integer(9)])
    } + [
      Case(
        rule: .range(from: .integer(-5)), type: .int64,
        accepted: [.integer(-5), .integer(.max)], refused: [.integer(-6), .integer(.min)]),
      Case(
        rule: .range(through: .integer(5)), type: .int64,
        accepted: [.integer(5), .integer(.min)], refused: [.integer(6), .integer(.max)]),
      Case(
        rule: .range(below: .integer(5)), type: .int64,
        accepted: [.integer(4), .integer(.min)], refused: [.integer(5)]),
      Case(
        rule: .range(below: .integer(.min)), type: .int64, accepted: [.null],
        refused: [.integer(.min), .integer(0), .integer(.max)]),
      // Numbers above Int64.max are stored as eight bytes.
      Case(
        rule: .range(from: .integer(1)), type: .uint64,
        accepted: [.blob(Data(repeating: 0xFF, count: 8))], refused: [.integer(0)]),
      Case(
        rule: .range(from: .integer(1), through: .integer(9)), type: .uint64,
        accepted: [.integer(9)], refused: [.blob(Data(repeating: 0xFF, count: 8))]),
      Case(
        rule: .range(from: .real(0.5), through: .real(2)), type: .double,
        accepted: [.real(0.5), .real(2), .null],
        refused: [.real(0.4999), .real(2.0001), .real(.nan), .real(.infinity)]),
      Case(
        rule: .range(from: .real(0), below: .real(1)), type: .double,
        accepted: [.real(0), .real(-0.0), .real(0.999)], refused: [.real(1), .real(-0.1)]),
      Case(
        rule: .range(from: .real(0)), type: .double, accepted: [.real(.infinity)],
        refused: [.real(.nan), .real(-1)]),
      // A Float is stored as the Double of its value, which 0.1 is not.
      Case(
        rule: .range(from: .real(0.1), through: .real(0.3)), type: .float,
        accepted: [.real(Double(Float(0.1))), .real(Double(Float(0.3)))],
        refused: [.real(Double(Float(0.3).nextUp)), .real(Double(Float(0.1).nextDown))]),
      Case(
        rule: .range(from: .text("0.01"), through: .text("99.99")), type: .decimal,
        accepted: [.text("0.01"), .text("99.99"), .text("50"), .null],
        refused: [.text("0.009"), .text("99.991"), .text("-1"), .text("NaN")]),
      Case(
        rule: .range(from: .text("0"), below: .text("1")), type: .decimal,
        accepted: [.text("0"), .text("0.99999999999999999999")], refused: [.text("1")]),
      Case(
        rule: .length(from: 2, through: 3), type: .string,
        accepted: [.text("ab"), .text("abc"), .text("éé"), .text("👩‍👩‍👧a"), .null],
        refused: [.text("a"), .text("abcd"), .text(""), .text("👩‍👩‍👧")]),
      Case(
        rule: .length(from: 1), type: .string, accepted: [.text("a")], refused: [.text("")]),
      Case(
        rule: .length(through: 2), type: .data,
        accepted: [.blob(Data()), .blob(Data([1, 2])), .null], refused: [.blob(Data([1, 2, 3]))]),
      Case(
        rule: .pattern("^[A-Z][a-z]+$"), type: .string,
        accepted: [.text("Ab"), .text("Abc"), .null],
        refused: [.text("ab"), .text("A"), .text(""), .text("Ab\n"), .text("x Ab")]),
      Case(
        rule: .pattern("b+"), type: .string, accepted: [.text("abbc")], refused: [.text("ac")]),
    ]

  @Test(arguments: cases)
  func aRuleAcceptsAndRefuses(item: Case) {
    let check = RuleCheck(item.rule, of: item.type)
    #expect(item.accepted.filter { !check.accepts($0) } == [])
    #expect(item.refused.filter { check.accepts($0) } == [])
  }

  @Test func whatIsNoValueOfTheTypeIsLeftToWhoReadsIt() {
    let check = RuleCheck(.range(from: .integer(1)), of: .int64)
    #expect(check.accepts(.text("0")))
    #expect(RuleCheck(.length(from: 5), of: .string).accepts(.integer(1)))
    #expect(RuleCheck(.range(from: .integer(1)), of: .string).accepts(.text("")))
  }

  @Test(
    arguments: [
      (.range(from: .integer(1), through: .integer(9999)), "must be from 1 to 9999"),
      (.range(from: .real(0.5)), "must be at least 0.5"),
      (.range(through: .real(5)), "must be at most 5"),
      (.range(below: .text("5.50")), "must be less than 5.50"),
      (.range(from: .real(0), below: .real(1)), "must be at least 0 and less than 1"),
      (.length(from: 1, through: 200), "must have from 1 to 200 characters"),
      (.length(from: 1), "must have at least 1 character"),
      (.length(through: 1), "must have at most 1 character"),
      (.length(from: 4, through: 4), "must have 4 characters"),
      (.pattern("^[A-Z]"), "must match '^[A-Z]'"),
      (.custom("must be even", id: "a.b"), "must be even"),
    ] as [(ValueRule, String)])
  func aRuleSaysWhatAValueHasToBe(rule: ValueRule, text: String) {
    #expect(rule.text(for: .string) == text)
  }

  @Test func aLengthOfDataIsOneOfBytes() {
    #expect(ValueRule.length(from: 2).text(for: .data) == "must have at least 2 bytes")
    #expect(ValueRule.length(through: 1).text(for: .data) == "must have at most 1 byte")
  }

  @Test func aRuleHasAPermanentName() {
    let rules: [ValueRule] = [
      .range(from: .integer(1)), .length(from: 1), .pattern("a"), .custom("b", id: "c"),
    ]
    #expect(
      rules.map(\.id) == ["validation.range", "validation.length", "validation.pattern", "c"])
  }
}
