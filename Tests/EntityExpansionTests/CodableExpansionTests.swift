import EntityExpansion
import SwiftReader
import Testing

/// What `@Entity(.codable)` adds to a class.
@Suite struct CodableExpansionTests {
  @Test func aCodableEntityNamesItsValues() {
    assertMembers(
      ["__codedValues"],
      of: """
        @Entity(.codable) public class Book: ManagedObject { public var title: String }
        @Entity(.codable, .observable) final class Novel: Book { var plot: String }
        @Entity(.values) final class Play: Book { var acts: Int }
        """
    ) {
      """
      public override class var __codedValues: (any EntityGraph.EntityValues.Type)? { Values.self }

      override class var __codedValues: (any EntityGraph.EntityValues.Type)? { Values.self }
      """
    }
  }

  @Test func aCodableEntityHasValues() {
    let source = "@Entity(.codable) final class Book: ManagedObject { var title: String }"
    let values = "@Entity(.values) final class Book: ManagedObject { var title: String }"
    let driver = ExpansionDriver(source)
    #expect(driver.members(named: ["Values"]) == ExpansionDriver(values).members(named: ["Values"]))
    #expect(driver.members(named: ["Values"]).count == 1)
  }

  @Test func theConformanceIsGivenToThoseThatAskForItAndHaveNone() {
    func conformance(_ declaration: String, isConforming: Bool = false) -> String {
      EntityExpander().expand(
        role: .codableObject, declaration: declaration, extendedType: "Shop.Book",
        isConforming: isConforming
      ).source
    }
    let codable = "@Entity(.codable) class Book: ManagedObject {}"
    let text = "extension Shop.Book: EntityGraph.CodableObject, Swift.Codable {}"
    #expect(conformance(codable) == text)
    #expect(
      conformance("@Entity(CodableEntityOption.codable, .values) class Book: ManagedObject {}")
        == text)
    #expect(conformance(codable, isConforming: true) == "")
    #expect(conformance("@Entity(.values) class Book: ManagedObject {}") == "")
    #expect(conformance("@Entity(.codable) struct Book {}") == "")
  }

  @Test(arguments: [
    ("CodableObject, Decodable, Encodable", ", Swift.Codable"),
    ("EntityGraph.CodableObject, Swift.Decodable", ", Swift.Decodable"),
    ("CodableObject, Encodable", ", Swift.Encodable"), ("CodableObject", ""),
  ])
  func onlyConformancesThatAreMissingAreStated(_ missing: String, _ clause: String) {
    let coding = CodingConformances(missing: "struct Placeholder: \(missing) {}")
    for declaration in ["class Book: ManagedObject {}", "class Book: ManagedObject, Codable {}"] {
      let expansion = EntityExpander().expand(
        role: .codableObject, declaration: "@Entity(.codable) \(declaration)",
        extendedType: "Book", coding: coding)
      #expect(expansion.source == "extension Book: EntityGraph.CodableObject\(clause) {}")
    }
  }

  @Test func whatTheDeclarationStatesIsNotStatedAgain() {
    let expansion = EntityExpander().expand(
      role: .codableObject, declaration: "@Entity(.codable) class Book: ManagedObject, Codable {}")
    #expect(expansion.source == "extension Book: EntityGraph.CodableObject {}")
  }

  @Test func theConformanceIsExpandedAfterTheTypeAroundTheClass() {
    let text = ExpandedSource(
      SyntaxTree(
        parsing: """
          enum Shop {
            @Entity(.codable) class Book: ManagedObject {}
            @Entity(.codable) final class Novel: Book {}
          }
          """)
    ).text
    let conformance = "extension Shop.Book: EntityGraph.CodableObject, Swift.Codable {}"
    #expect(text.hasSuffix("\n  }\n}\n\n\(conformance)"))
    #expect(text.split(separator: "CodableObject").count == 2)
  }
}
