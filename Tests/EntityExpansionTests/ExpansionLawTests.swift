import EntityExpansion
import SwiftReader
import Testing

/// What holds for every expansion.
@Suite struct ExpansionLawTests {
  @Test(arguments: SampleModel.all) func isReadableWithoutComplaint(_ model: SampleModel) {
    let driver = ExpansionDriver(model.source)
    #expect(driver.report == "")
    #expect(SyntaxTree(parsing: driver.expanded).diagnostics == [])
    for answer in driver.answers where !answer.expansion.source.contains("@EntityGraph.Attribute") {
      let members = "class C {\n\(answer.expansion.source)\n}"
      let accessors = "class C { var p: Int {\n\(answer.expansion.source)\n} }"
      let isAccessors = answer.expansion.source.hasPrefix("get ")
      #expect(SyntaxTree(parsing: isAccessors ? accessors : members).diagnostics == [])
    }
  }

  @Test(arguments: SampleModel.all) func isAFunctionOfTheSource(_ model: SampleModel) {
    #expect(ExpansionDriver(model.source).expanded == ExpansionDriver(model.source).expanded)
  }

  @Test(arguments: SampleModel.all) func keepsToTheColumnsWhereItCan(_ model: SampleModel) {
    for answer in ExpansionDriver(model.source).answers {
      for line in answer.expansion.source.split(separator: "\n") where !line.contains("\"") {
        #expect(line.count <= 100)
      }
    }
  }

  @Test(arguments: SampleModel.all) func survivesTheLossOfAnyToken(_ model: SampleModel) {
    let source = model.source
    let tree = SyntaxTree(parsing: source)
    for index in tree.tokens.indices.dropLast() {
      expandEverything(source.replacing([(range: tree.tokenRange(index), text: "")]))
    }
  }

  @Test(arguments: SampleModel.all) func survivesTheRepetitionOfTokens(_ model: SampleModel) {
    let source = model.source
    let tree = SyntaxTree(parsing: source)
    for index in stride(from: 0, to: tree.tokens.count - 1, by: 4) {
      let text = " " + tree.tokenText(index) + " "
      let end = tree.tokenRange(index).upperBound
      expandEverything(source.replacing([(range: end..<end, text: text)]))
    }
  }

  @Test(arguments: SampleModel.all) func survivesTheEndOfTheFileAnywhere(_ model: SampleModel) {
    let source = model.source
    for end in stride(from: 0, through: source.utf8.count, by: 11) {
      expandEverything(String(decoding: source.utf8.prefix(end), as: UTF8.self))
    }
  }

  @Test func survivesFragmentsThatAreNoDeclarations() {
    let roles: [ExpansionRole] =
      [.members, .memberAnnotations] + AnnotationKind.allCases.map { .property($0) }
    for source in [
      "", "}", "@", "@Entity", "func f() {}", "import X", "#if", "var", "class", "\u{0}",
    ] {
      for role in roles {
        _ = EntityExpander().expand(
          role: role, attributeOffset: 7, declaration: source, lexicalContext: [source])
      }
    }
  }

  @Test(arguments: ["[", "(", "{", "a.", "-", "Set<", "#if A\n", "!"])
  func survivesDepth(_ piece: String) {
    let deep = String(repeating: piece, count: 2_000)
    expandEverything("@Entity class Book: ManagedObject { var a: Int = \(deep) }")
    expandEverything("@Entity class Book: ManagedObject { var a = \(deep)1 }")
    expandEverything("@Entity class Book: ManagedObject { @Relationship var a: \(deep) }")
    expandEverything("@Entity class Book: ManagedObject { @Attribute(column: \(deep)) var a: Int }")
    expandEverything("@Entity class Book: ManagedObject { \(deep) var a: Int }")
  }

  @Test func survivesManyConditions() {
    let block = "#if A\nvar a: Int = 0\n#endif\n"
    expandEverything(
      "@Entity class Book: ManagedObject {\n\(String(repeating: block, count: 500))}")
  }

  /// Expands `source`, whose diagnostics must lie inside it.
  private func expandEverything(_ source: String) {
    let driver = ExpansionDriver(source)
    let isInside = driver.diagnostics.allSatisfy { item in
      item.diagnostic.range.lowerBound >= 0
        && item.base + item.diagnostic.range.upperBound <= source.utf8.count
    }
    #expect(isInside)
    _ = driver.report
  }
}
