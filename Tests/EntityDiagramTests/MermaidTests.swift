import EntityModel
import Testing

@testable import EntityDiagram

@Suite struct MermaidTests {
  @Test func aModelWithoutEntitiesIsAnEmptyDiagram() {
    #expect(ModelDiagram(ObjectModel(entities: [])).mermaid == "erDiagram\n")
  }

  @Test func attributesAndLinksAreTold() {
    let diagram = ModelDiagram(
      DiagramModels.bookshop, typeNames: ["Book": ["tags": "[String: Set<Int?>]"]])
    #expect(
      diagram.mermaid == """
        erDiagram
          Author {
            String email UK
            Date born "optional, indexed"
            Book[] longBooks "fetched"
          }
          Book {
            Dictionary(String-Set(Int)) tags
          }
          Author ||--o{ Book : "books / author"

        """)
  }

  @Test func whatIgnoresCaseIsMarked() {
    let diagram = ModelDiagram(
      ObjectModel(entities: [
        Entity(
          "Patron",
          properties: [
            .attribute(Attribute(name: "email", type: .string, isUniqueIgnoringCase: true)),
            .attribute(
              Attribute(
                name: "name", type: .string, isIndexed: true, isIndexedIgnoringCase: true)),
          ])
      ]))
    #expect(
      diagram.mermaid.contains(
        """
            String email UK "unique ignoring case"
            String name "indexed, indexed ignoring case"
        """))
  }

  @Test func whatIsSearchableIsMarked() {
    let book = Entity(
      "Book",
      properties: [
        .attribute(
          Attribute(
            name: "title", type: .string, isOptional: true, isIndexed: true, search: .porter))
      ])
    #expect(
      ModelDiagram(ObjectModel(entities: [book])).mermaid == """
        erDiagram
          Book {
            String title "optional, indexed, searchable"
          }

        """)
  }

  @Test func aDerivedAttributeIsMarked() {
    let derived = Derived(name: "parcelCount", type: .int64, isIndexed: true)
    let other = Derived(name: "heaviest", type: .int64, isOptional: true)
    let model = ObjectModel(entities: [
      Entity("Depot", properties: [.derived(derived), .derived(other)])
    ])
    #expect(
      ModelDiagram(model).mermaid == """
        erDiagram
          Depot {
            Int parcelCount "derived, indexed"
            Int heaviest "optional, derived"
          }

        """)
  }

  @Test func everyCountHasItsSign() {
    func many(_ name: String, inverse: String, minimum: Int) -> Property {
      .relationship(
        .toMany(name, "A", inverse: inverse, deleteRule: .nullify, minimumCount: minimum))
    }
    func one(_ name: String, inverse: String, isOptional: Bool) -> Property {
      .relationship(
        .toOne(name, "A", isOptional: isOptional, inverse: inverse, deleteRule: .nullify))
    }
    let model = ObjectModel(entities: [
      Entity(
        "A",
        properties: [
          many("a", inverse: "b", minimum: 1), one("b", inverse: "a", isOptional: true),
          many("c", inverse: "d", minimum: 0), one("d", inverse: "c", isOptional: false),
          one("e", inverse: "f", isOptional: false), one("f", inverse: "e", isOptional: true),
          many("g", inverse: "h", minimum: 0), many("h", inverse: "g", minimum: 1),
          many("i", inverse: "i", minimum: 0), one("j", inverse: "missing", isOptional: true),
        ]),
      Entity("B", superentity: "A"),
    ])
    #expect(
      ModelDiagram(model).mermaid == """
        erDiagram
          A
          B
          A |o--|{ A : "a / b"
          A ||--o{ A : "c / d"
          A |o--|| A : "e / f"
          A }|--o{ A : "g / h"
          A }o--o{ A : "i"
          A }o..o| A : "j"
          B |o..|| A : extends

        """)
  }

  @Test func namesThatTheLanguageCannotTakeAreEscaped() {
    func attribute(_ name: String) -> Property {
      .attribute(Attribute(name: name, type: .string))
    }
    let entities = [
      Entity("Class"), Entity("a\"b%"), Entity("a'b%"), Entity("書店"), Entity("two words"),
      Entity(
        "Z",
        properties: ["uk", "pkß", "ukulele", "größe", "1st", "a b", "a-b"].map(attribute)),
    ]
    let diagram = ModelDiagram(
      ObjectModel(entities: entities), typeNames: ["Z": ["uk": "FK", "pkß": "(Int, Int)"]])
    #expect(
      diagram.mermaid == """
        erDiagram
          "Class"
          Z {
            type_FK _uk "named 'uk'"
            type(Int-Int) _pkß "named 'pkß'"
            String ukulele
            String größe
            String _1st "named '1st'"
            String a_b "named 'a b'"
            String a_b_ "named 'a-b'"
          }
          "a'b_"
          "a'b_ 2"
          "two words"
          "書店"

        """)
  }
}
