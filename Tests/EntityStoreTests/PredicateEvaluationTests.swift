import EntityModel
import EntityStore
import Foundation
import TestSupport
import Testing

@Suite struct PredicateEvaluationTests {
  @Test func constantsAreWhatTheyAre() {
    #expect(holds(.constant(true)))
    #expect(!holds(.constant(false)))
  }

  @Test func emptyConjunctionIsTrueAndEmptyDisjunctionFalse() {
    #expect(holds(.all([])))
    #expect(!holds(.any([])))
  }

  @Test(arguments: 0..<20)
  func everyConditionIsTrueOrFalse(seed: Int) {
    var sampler = PredicateSampler(random: SeededRandom(seed: UInt64(seed)))
    for _ in 0..<50 {
      let trees = sampler.trees(depth: 3)
      let answers = trees.map { holds($0, source: Node.id(1)) }

      #expect(trees.map { holds(.not($0), source: Node.id(1)) } == answers.map { !$0 })
      #expect(holds(.all(trees), source: Node.id(1)) == !answers.contains(false))
      #expect(holds(.any(trees), source: Node.id(1)) == answers.contains(true))
    }
  }

  @Test(arguments: 0..<20)
  func `a text stands in another where its bytes do`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    func text(_ counts: ClosedRange<Int>) -> String {
      let letters = ["a", "b", "é", "e\u{301}", "", "\u{0}"]
      return (0..<Int.random(in: counts, using: &random))
        .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<200 {
      let (whole, part) = (text(0...12), text(0...3))
      let (bytes, sought) = (Array(whole.utf8), Array(part.utf8))
      let places = (0...bytes.count).filter { bytes[$0...].starts(with: sought) }
      let end = bytes.count - sought.count
      let match = { (match: PredicateTree.TextMatch) in match.holds(in: whole, part) }
      #expect(match(.contains) == !places.isEmpty, "\(bytes) \(sought)")
      #expect(match(.prefix) == places.contains(0), "\(bytes) \(sought)")
      #expect(match(.suffix) == places.contains(end), "\(bytes) \(sought)")
      #expect(match(.equal) == (bytes == sought), "\(bytes) \(sought)")
    }
  }

  @Test func presentValuesCompareByTheirOrder() {
    #expect(
      truths(attribute("size"), .value(.integer(4))) == [.notEqual, .greater, .greaterOrEqual])
    #expect(
      truths(attribute("size"), .value(.integer(5))) == [.equal, .lessOrEqual, .greaterOrEqual])
    #expect(truths(attribute("size"), .value(.integer(6))) == [.notEqual, .less, .lessOrEqual])
    #expect(truths(.value(.integer(4)), attribute("size")) == [.notEqual, .less, .lessOrEqual])
    #expect(
      truths(attribute("size"), attribute("size")) == [.equal, .lessOrEqual, .greaterOrEqual])
  }

  @Test func absentValueEqualsAnotherAloneAndHasNoOrder() {
    for absent in [attribute("nothing"), attribute("noAttribute"), attribute("none.size")] {
      #expect(truths(absent, .value(.null)) == [.equal])
      #expect(truths(.value(.null), absent) == [.equal])
      #expect(truths(absent, .value(.integer(0))) == [.notEqual])
      #expect(truths(.value(.text("")), absent) == [.notEqual])
      #expect(truths(absent, attribute("size")) == [.notEqual])
    }
    #expect(truths(.value(.null), .value(.null)) == [.equal])
    #expect(truths(attribute("size"), .value(.null)) == [.notEqual])
  }

  @Test func whatIsNotANumberEqualsNothing() {
    #expect(truths(.value(.real(.nan)), .value(.real(.nan))) == [.notEqual])
    #expect(truths(.value(.real(.nan)), .value(.real(1))) == [.notEqual])
    #expect(truths(.value(.real(.nan)), .value(.null)) == [.notEqual])
  }

  @Test func zeroesOfEitherSignAreEqual() {
    #expect(
      truths(.value(.real(-0.0)), .value(.real(0.0))) == [.equal, .lessOrEqual, .greaterOrEqual])
  }

  @Test func valuesOfDifferentFormsAreNotEqual() {
    #expect(truths(attribute("name"), .value(.integer(0))) == [.notEqual])
    #expect(truths(attribute("name"), .value(.real(0))) == [.notEqual])
  }

  @Test func wholeNumbersCompareWithReals() {
    #expect(
      truths(attribute("size"), .value(.real(5))) == [.equal, .lessOrEqual, .greaterOrEqual])
    #expect(truths(attribute("size"), .value(.real(5.5))) == [.notEqual, .less, .lessOrEqual])
    #expect(
      truths(.value(.real(5.5)), attribute("size")) == [.notEqual, .greater, .greaterOrEqual])
    #expect(truths(attribute("size"), .value(.real(.infinity))).contains(.less))
    #expect(truths(attribute("size"), .value(.real(-.infinity))).contains(.greater))
    #expect(truths(attribute("size"), .value(.real(.nan))) == [.notEqual])
    // As reals both are the same.
    #expect(
      truths(.value(.integer(.max)), .value(.real(0x1p63))) == [.notEqual, .less, .lessOrEqual])
    #expect(
      truths(.value(.integer(1 << 53 + 1)), .value(.real(0x1p53)))
        == [.notEqual, .greater, .greaterOrEqual])
    #expect(
      truths(.value(.integer(.min)), .value(.real(-0x1p63)))
        == [.equal, .lessOrEqual, .greaterOrEqual])
  }

  @Test func stringsCompareByTheirBytesAndDecimalsAsNumbers() {
    #expect(truths(.value(.text("10")), .value(.text("9"))) == [.notEqual, .less, .lessOrEqual])
    #expect(truths(.value(.text("é")), .value(.text("e\u{301}"))).contains(.notEqual))
    #expect(
      truths(attribute("price"), .value(.text("9"))) == [.notEqual, .greater, .greaterOrEqual])
    #expect(truths(.value(.text("9")), attribute("price")) == [.notEqual, .less, .lessOrEqual])
    #expect(
      truths(attribute("price"), .value(.text("10.0"))) == [.equal, .lessOrEqual, .greaterOrEqual])
  }

  @Test func objectsAreEqualWhenTheirIdsAre() {
    #expect(truths(object(), .identifier(Node.id(1))) == [.equal])
    #expect(truths(object(), .identifier(Node.id(2))) == [.notEqual])
    #expect(truths(object("parent"), .identifier(Node.id(2))) == [.equal])
    #expect(truths(object("parent.parent"), .identifier(Node.id(3))) == [.equal])
    #expect(truths(object("parent"), object("parent.parent")) == [.notEqual])
    #expect(
      truths(object(), .identifier(ObjectID(entityName: "Leaf", rowID: 1))) == [.notEqual])
  }

  @Test func absentObjectEqualsAnotherAlone() {
    for absent in [object("none"), object("none.parent"), object("parent.none")] {
      #expect(truths(absent, .identifier(nil)) == [.equal])
      #expect(truths(absent, object("none")) == [.equal])
      #expect(truths(absent, object()) == [.notEqual])
      #expect(truths(.identifier(Node.id(1)), absent) == [.notEqual])
    }
  }

  @Test func objectAndValueAreNeverEqual() {
    for value in [StoredValue.null, .integer(1), .text("Node-1")] {
      #expect(truths(object(), .value(value)) == [.notEqual])
      #expect(truths(.value(value), object("none")) == [.notEqual])
    }
  }

  @Test func sourceIsTheOwnerOfTheFetchedProperty() {
    let isSource = PredicateTree.comparison(object("parent"), .equal, .source)

    #expect(holds(isSource, source: Node.id(2)))
    #expect(!holds(isSource, source: Node.id(1)))
    #expect(!holds(isSource, source: nil))
    #expect(holds(.comparison(object("none"), .equal, .source), source: nil))
    #expect(
      holds(
        .quantified(.all, path("children"), .comparison(object("parent"), .notEqual, .source)),
        source: Node.id(2)))
  }

  @Test func chainOfToOnesLeadsToAValue() {
    #expect(truths(attribute("parent.name"), .value(.text("root"))).contains(.equal))
    #expect(truths(attribute("parent.parent.name"), .value(.text("top"))).contains(.equal))
  }

  @Test func chainThroughNilLeadsToNothing() {
    #expect(truths(attribute("none.name"), .value(.null)) == [.equal])
    #expect(truths(attribute("parent.none.name"), .value(.null)) == [.equal])
    #expect(truths(attribute("none.parent.name"), .value(.null)) == [.equal])
  }

  @Test func emptyPathOfAnAttributeLeadsToNothing() {
    #expect(truths(.attribute(PropertyPath()), .value(.null)) == [.equal])
    #expect(!holds(.quantified(.any, PropertyPath(), .constant(true))))
  }

  @Test func memberEqualsOneOfTheValues() {
    #expect(holds(.membership(attribute("size"), [.integer(1), .integer(5)])))
    #expect(!holds(.membership(attribute("size"), [.integer(1), .integer(4)])))
    #expect(!holds(.membership(attribute("size"), [.null, .real(5), .text("5")])))
    #expect(!holds(.membership(attribute("size"), [])))
  }

  @Test func nullAmongTheValuesIsEqualToNil() {
    #expect(holds(.membership(attribute("nothing"), [.integer(1), .null])))
    #expect(holds(.membership(attribute("none.name"), [.null])))
    #expect(!holds(.membership(attribute("nothing"), [.integer(0), .text("")])))
    #expect(!holds(.membership(attribute("nothing"), [])))
  }

  @Test func memberEqualsAsItsTypeSays() {
    #expect(holds(.membership(attribute("price"), [.text("10.0")])))
    #expect(!holds(.membership(attribute("name"), [.text("LEAF one")])))
    #expect(!holds(.membership(.value(.real(.nan)), [.real(.nan)])))
    #expect(holds(.membership(.value(.real(0)), [.real(-0.0)])))
    #expect(holds(.membership(.count(path("children"), .constant(true)), [.integer(2)])))
  }

  @Test func objectIsNoMemberOfValues() {
    #expect(!holds(.membership(object(), [.integer(1)])))
    #expect(!holds(.membership(object("none"), [.null])))
  }

  @Test func objectIsOneOfThoseNamed() {
    #expect(holds(.objects(path(), [Node.id(7), Node.id(1)])))
    #expect(holds(.objects(path("parent"), [Node.id(2)])))
    #expect(!holds(.objects(path("parent"), [Node.id(1)])))
    #expect(!holds(.objects(path("parent"), [])))
    #expect(!holds(.objects(path("none"), [Node.id(1), Node.id(2)])))
  }

  @Test(arguments: [
    (PredicateTree.TextMatch.prefix, ["", "L", "Leaf", "Leaf one"], ["leaf", "eaf", "Leaf one "]),
    (.suffix, ["", "e", "one", "Leaf one"], ["One", "on", " Leaf one"]),
    (.contains, ["", "Leaf", "f o", "one", "Leaf one"], ["LEAF", "Leafo", "Leaf one "]),
    (.equal, ["Leaf one"], ["", "leaf one", "Leaf", "one", "Leaf one\0"]),
  ])
  func textStandsWhereItIsSoughtByteForByte(
    match: PredicateTree.TextMatch, matching: [String], others: [String]
  ) {
    for text in matching {
      #expect(holds(.text(attribute("name"), match, text, ignoringCase: false)))
    }
    for text in others {
      #expect(!holds(.text(attribute("name"), match, text, ignoringCase: false)))
    }
  }

  @Test(arguments: [
    (PredicateTree.TextMatch.prefix, ["", "LEAF", "leaf one"], ["eaf"]),
    (.suffix, ["", "ONE", "lEAF oNE"], ["on"]),
    (.contains, ["", "F O", "eaf"], ["leafo"]),
    (.equal, ["LEAF ONE", "leaf one"], ["", "leaf"]),
  ])
  func textStandsWhereItIsSoughtWhateverItsCase(
    match: PredicateTree.TextMatch, matching: [String], others: [String]
  ) {
    for text in matching {
      #expect(holds(.text(attribute("name"), match, text, ignoringCase: true)))
    }
    for text in others {
      #expect(!holds(.text(attribute("name"), match, text, ignoringCase: true)))
    }
  }

  @Test func containedTextIsFoundAfterAFalseStart() {
    for (whole, part, found) in [
      ("aab", "ab", true), ("ababac", "abac", true), ("a\0b", "\0b", true), ("", "a", false),
      ("aaa", "aaaa", false), ("ÄÖÜ", "ö", false), ("x😀y", "😀", true),
    ] {
      #expect(
        holds(.text(.value(.text(whole)), .contains, part, ignoringCase: false)) == found,
        "\(part) in \(whole)")
    }
  }

  @Test func caseOfEveryAlphabetIsIgnored() {
    #expect(holds(.text(.value(.text("ÄÖÜ ΣΑΣ")), .contains, "öü σα", ignoringCase: true)))
    #expect(!holds(.text(.value(.text("straße")), .equal, "STRASSE", ignoringCase: true)))
    #expect(!holds(.text(.value(.text("é")), .equal, "e\u{301}", ignoringCase: true)))
  }

  @Test func onlyTextHasTextInIt() {
    for operand in [
      attribute("size"), attribute("nothing"), attribute("none.name"), object(), .source,
      .value(.blob(Data("a".utf8))), .count(path("children"), .constant(true)),
    ] {
      #expect(!holds(.text(operand, .prefix, "", ignoringCase: false)))
      #expect(!holds(.text(operand, .contains, "", ignoringCase: true)))
    }
  }

  @Test func quantifierCountsTheObjectsThatSatisfyTheCondition() {
    #expect(quantifiers("children", where: .constant(true)) == [.any, .all])
    #expect(quantifiers("children", where: isChild(4)) == [.any])
    #expect(quantifiers("children", where: isChild(9)) == [.none])
  }

  @Test func emptyRelationshipSatisfiesAllAndNone() {
    for path in ["empty", "none.children", "parent.none.children"] {
      #expect(quantifiers(path, where: .constant(true)) == [.all, .none])
      #expect(quantifiers(path, where: .constant(false)) == [.all, .none])
    }
  }

  @Test func quantifierFollowsToOnesAndNests() {
    #expect(quantifiers("parent.children", where: .constant(true)) == [.any, .all])
    #expect(
      quantifiers("children", where: .quantified(.any, path("empty"), .constant(true)))
        == [.none])
    #expect(
      quantifiers("children", where: .quantified(.none, path("empty"), .constant(true)))
        == [.any, .all])
  }

  @Test func countIsOfTheObjectsThatSatisfyTheCondition() {
    #expect(count("children", where: .constant(true)) == 2)
    #expect(count("children", where: isChild(5)) == 1)
    #expect(count("children", where: .constant(false)) == 0)
    #expect(count("empty", where: .constant(true)) == 0)
    #expect(count("none.children", where: .constant(true)) == 0)
    #expect(count("parent.children", where: .constant(true)) == 1)
  }

  /// A leaf with two children, below a root, below the top.
  private static func leaf() -> Node {
    let top = Node(3, ["name": (.string, .text("top"))])
    let root = Node(
      2, ["name": (.string, .text("root"))], references: ["parent": top],
      sets: ["children": [Node(1)]])
    return Node(
      1,
      [
        "name": (.string, .text("Leaf one")), "size": (.int64, .integer(5)),
        "nothing": (.string, .null), "price": (.decimal, .text("10")),
      ],
      references: ["parent": root], sets: ["children": [Node(4), Node(5)]])
  }

  /// `true` iff the leaf satisfies `tree`.
  private func holds(_ tree: PredicateTree, source: ObjectID? = nil) -> Bool {
    tree.isSatisfied(by: Self.leaf(), source: source)
  }

  /// The comparisons that hold between `left` and `right`.
  private func truths(
    _ left: PredicateOperand, _ right: PredicateOperand
  ) -> [PredicateTree.Comparison] {
    [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].filter {
      holds(.comparison(left, $0, right))
    }
  }

  /// The quantifiers that hold for the condition on the objects at `path`.
  private func quantifiers(
    _ path: String, where condition: PredicateTree
  ) -> [PredicateTree.Quantifier] {
    [.any, .all, .none].filter { holds(.quantified($0, self.path(path), condition)) }
  }

  /// How many of the objects at `path` satisfy the condition; nil when comparisons do not tell.
  private func count(_ path: String, where condition: PredicateTree) -> Int64? {
    let counts = (0..<5).filter {
      holds(.comparison(.count(self.path(path), condition), .equal, .value(.integer($0))))
    }
    return counts.count == 1 ? counts[0] : nil
  }

  /// The condition that an object is that of `number`.
  private func isChild(_ number: Int64) -> PredicateTree {
    .comparison(object(), .equal, .identifier(Node.id(number)))
  }

  private func path(_ text: String = "") -> PropertyPath {
    PropertyPath(text.split(separator: ".").map { String($0) })
  }

  private func attribute(_ text: String) -> PredicateOperand { .attribute(path(text)) }

  private func object(_ text: String = "") -> PredicateOperand { .object(path(text)) }
}
