import EntityExpansion
import SwiftReader
import Testing

@Suite struct ExpandedSourceTests {
  private func expanded(_ source: String) -> ExpandedSource {
    ExpandedSource(SyntaxTree(parsing: source))
  }

  @Test func annotationsAreCarriedOutAndAllElseIsKept() {
    let source = """
      // The shop.
      import EntityGraph   // spaces

      enum Shop {
        /// A thing to sell.
        @Entity  // what for
        @MainThing final class Thing: ManagedObject {
          @Transient var isNew: Bool = true;  let constant = 3
          @Ignore
          /* why */ lazy var text: String = "x"
          @Other @EntityGraph.Ignore
          var note: String?
          var both: Int { constant }
        }
      }
      struct Other { var a: Int = 1 }

      """
    let members = expanded(
      "enum Shop {\n  @Entity final class Thing: ManagedObject {\n"
        + "    @Transient var isNew: Bool = true\n    @Ignore var note: String?\n  }\n}\n")
    let generated = members.text.part(from: "    private struct __Values", without: "  }\n}\n")
    #expect(
      expanded(source).text == """
        // The shop.
        import EntityGraph   // spaces

        enum Shop {
          /// A thing to sell.
          // what for
          @MainThing final class Thing: ManagedObject {
            var isNew: Bool = true;  let constant = 3
            /* why */ lazy var text: String = "x"
            @Other
            var note: String?
            var both: Int { constant }

        \(generated)  }
        }
        struct Other { var a: Int = 1 }

        """)
  }

  @Test func accessorsStandInPlaceOfInitialValues() {
    let text = expanded(
      """
      @Entity class A: ManagedObject { var a: Int = 1 /* one */; @Attribute var b: Int }
      """
    ).text
    #expect(
      text.hasPrefix(
        """
        class A: ManagedObject { var a: Int {
          get {
            if __values == nil { __fire() }
            return __values.a
          }
          set { __willWrite(__Index.a); __values.a = newValue }
        } /* one */; var b: Int {
          get {
            if __values == nil { __fire() }
            return __values.b
          }
          set { __willWrite(__Index.b); __values.b = newValue }
        }

          private enum __Index {
            static var a: Swift.Int { 0 }

        """))
    #expect(text.hasSuffix("    __values = nil\n  }\n}"))
  }

  @Test func anEmptyClassBeginsWithItsMembers() {
    let text = expanded("  @Entity final class A: ManagedObject {}\n").text
    #expect(text.hasPrefix("  final class A: ManagedObject {\n    private struct __Values: "))
    #expect(text.hasSuffix("      __values = nil\n    }\n  }\n"))
  }

  @Test(arguments: [
    "", "struct A { var a: Int = 1 }\n", "@Entityy class A: B {}", "@Other.Entity class A: B {}",
    "let a = \"@Entity class A: ManagedObject {}\"",
  ])
  func whatHasNoAnnotationsOfOursIsKept(_ source: String) {
    #expect(expanded(source).text == source)
    #expect(expanded(source).types == [])
  }

  @Test func linesEndAsTheFileDoes() {
    let source = "@Entity class A: ManagedObject {\r\n  var a: String = \"x\"\r\n}\r\n"
    let plain = source.replacing("\r\n", with: "\n")
    #expect(expanded(source).text == expanded(plain).text.replacing("\n", with: "\r\n"))
  }

  @Test(arguments: SampleModel.all) func noAnnotationOfOursIsLeft(_ model: SampleModel) {
    let tree = SyntaxTree(parsing: expanded(model.source).text)
    #expect(tree.diagnostics == [])
    let names = AnnotationKind.allCases.map(\.rawValue)
    for node in tree.nodes.indices where tree.nodes[node].kind == .attribute {
      #expect(!names.contains { tree.text.string(in: tree.range(of: node)).hasPrefix("@\($0)") })
    }
    #expect(expanded(tree.description).text == tree.description)
  }

  @Test(arguments: SampleModel.all) func everyFileIsAnsweredFor(_ model: SampleModel) {
    let bytes = Array(model.source.utf8)
    for end in stride(from: 0, through: bytes.count, by: 7) {
      _ = ExpandedSource(SyntaxTree(parsing: Array(bytes[..<end]))).types
    }
  }

  // MARK: One type

  private static let shops = """
    enum Shop {
      // Not this one.

      /// A book.
      /// For reading.
      @Entity
      final class Book: ManagedObject {
        @Transient var note: String = \"""
          a
          b
          \"""
      }
      @Entity class Pen: ManagedObject {}
    }
    extension Mall.Upper { @Entity class Book: ManagedObject {} }
    #if A
      @Entity class Thing: ManagedObject {}
    #else
      @Entity final class Thing: ManagedObject {}
    #endif
    @Entity class `Pen`: ManagedObject {}
    """

  @Test func aTypeIsGivenByItself() throws {
    let text = try expanded(Self.shops).text(ofType: "Shop.Book")
    #expect(
      text.hasPrefix(
        """
        /// A book.
        /// For reading.
        final class Book: ManagedObject {
          var note: String = \"""
            a
            b
            \"""

          private struct __Values: EntityGraph.__EntityValues {

        """))
    #expect(text.hasSuffix("    __values = nil\n  }\n}\n"))
  }

  @Test func aTypeInsideALineIsGivenByItself() throws {
    let text = try expanded(Self.shops).text(ofType: "Upper.Book")
    #expect(text.hasPrefix("class Book: ManagedObject {\n  private struct __Values: "))
    #expect(text.hasSuffix("\n}\n"))
  }

  @Test func everyTypeOfAPathIsGiven() throws {
    let text = try expanded(Self.shops).text(ofType: "Thing")
    #expect(text.split(separator: "\n").filter { $0.contains("class Thing") }.count == 2)
  }

  @Test func typesAreListedWithTheirLines() {
    #expect(
      expanded(Self.shops).types.map { "\($0.line): \($0.path)" } == [
        "7: Shop.Book", "13: Shop.Pen", "15: Mall.Upper.Book", "17: Thing", "19: Thing", "21: Pen",
      ])
  }

  @Test func aWholePathIsMeantBeforeTheEndOfOne() throws {
    let types = expanded(Self.shops).types
    #expect(try types.matching("Pen").map(\.line) == [21])
    #expect(try types.matching("`Pen`").map(\.line) == [21])
    #expect(try types.matching("Shop.Pen").map(\.line) == [13])
  }

  @Test func aNameOfSeveralTypesListsThem() {
    #expect(
      throws: TypeSearchError.several(name: "Book", candidates: ["Mall.Upper.Book", "Shop.Book"])
    ) { try expanded(Self.shops).text(ofType: "Book") }
    let error = TypeSearchError.several(name: "Book", candidates: ["A.Book", "B.Book"])
    #expect("\(error)" == "'Book' may be any of 'A.Book', 'B.Book'")
  }

  @Test(arguments: ["ook", "Shop", "", ".Pen", "shop.pen"])
  func aNameOfNoTypeListsAll(_ name: String) {
    let candidates = ["Mall.Upper.Book", "Pen", "Shop.Book", "Shop.Pen", "Thing"]
    #expect(throws: TypeSearchError.none(name: name, candidates: candidates)) {
      try expanded(Self.shops).text(ofType: name)
    }
    #expect(
      "\(TypeSearchError.none(name: "A", candidates: ["B", "C"]))"
        == "there is no entity 'A'; there are 'B', 'C'")
    #expect(
      "\(TypeSearchError.none(name: "A", candidates: []))"
        == "there is no entity 'A', and no other one")
  }
}

extension String {
  /// Returns the text from the first occurrence of `start` to the end, without `ending`.
  fileprivate func part(from start: String, without ending: String) -> String {
    guard let range = firstRange(of: start), hasSuffix(ending) else { return "" }
    return String(self[range.lowerBound...].dropLast(ending.count))
  }
}
