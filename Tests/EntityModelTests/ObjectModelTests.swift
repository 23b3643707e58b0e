import EntityModel
import Testing

@Suite struct ObjectModelTests {
  @Test func entitiesAreInTheOrderOfTheirNames() {
    #expect(
      Self.model.entities.map(\.name) == [
        "Atlas", "Author", "Book", "Novel", "Orphan", "Ouroboros", "Sea", "Sky", "Thriller",
        "Water",
      ])
  }

  @Test func everyEntityIsFoundByItsNameAndNoOther() {
    for entity in Self.entities {
      #expect(Self.model.entity(named: entity.name) == entity)
    }
    for name in ["", "A", "book", "Books", "Zoo"] {
      #expect(Self.model.entity(named: name) == nil)
    }
    #expect(ObjectModel(entities: []).entity(named: "Book") == nil)
  }

  @Test func lineageEndsWithTheEntityAndBeginsWithItsRoot() {
    #expect(lineage(of: "Thriller") == ["Book", "Novel", "Thriller"])
    #expect(lineage(of: "Book") == ["Book"])
    #expect(lineage(of: "Zoo") == [])
  }

  @Test func unknownAncestorEndsALineage() {
    #expect(lineage(of: "Orphan") == ["Orphan"])
    #expect(Self.model.root(of: "Orphan") == "Orphan")
  }

  @Test func cycleEndsALineage() {
    #expect(lineage(of: "Ouroboros") == ["Ouroboros"])
    #expect(lineage(of: "Sea") == ["Sky", "Sea"])
    #expect(lineage(of: "Sky") == ["Sea", "Sky"])
    #expect(lineage(of: "Water") == ["Sky", "Sea", "Water"])
  }

  @Test func rootIsTheFirstOfTheLineage() {
    #expect(Self.model.root(of: "Thriller") == "Book")
    #expect(Self.model.root(of: "Book") == "Book")
    #expect(Self.model.root(of: "Zoo") == "Zoo")
    #expect(Self.model.root(of: "Ouroboros") == "Ouroboros")
  }

  @Test func treeHasEachEntityBeforeThoseThatExtendItAndSiblingsByName() {
    #expect(tree(rootedAt: "Book") == ["Book", "Atlas", "Novel", "Thriller"])
    #expect(tree(rootedAt: "Novel") == ["Novel", "Thriller"])
    #expect(tree(rootedAt: "Author") == ["Author"])
    #expect(tree(rootedAt: "Zoo") == [])
  }

  @Test func cycleEndsATree() {
    #expect(tree(rootedAt: "Ouroboros") == ["Ouroboros"])
    #expect(tree(rootedAt: "Sky") == ["Sky", "Sea", "Water"])
  }

  @Test func oneOfTheEntitiesOfANameAnswersForAll() {
    let entities = [Entity("Book"), Entity("Novel", superentity: "Book"), Entity("Book")]
    let model = ObjectModel(entities: entities)

    #expect(model.entity(named: "Book") == Entity("Book"))
    #expect(model.lineage(of: "Novel").map(\.name) == ["Book", "Novel"])
    #expect(model.tree(rootedAt: "Book").map(\.name) == ["Book", "Novel"])
  }

  @Test func propertiesAreThoseOfTheAncestorsFirst() {
    #expect(
      Self.model.properties(of: "Thriller").map(\.name) == ["title", "author", "plot", "villain"])
    #expect(Self.model.properties(of: "Atlas").map(\.name) == ["title", "author"])
    #expect(Self.model.properties(of: "Zoo") == [])
  }

  @Test func propertyIsFoundInTheEntityAndItsAncestors() {
    #expect(Self.model.property("title", of: "Thriller") == .string("title"))
    #expect(Self.model.property("villain", of: "Thriller") == .string("villain"))
    #expect(Self.model.property("villain", of: "Novel") == nil)
    #expect(Self.model.property("title", of: "Zoo") == nil)
  }

  @Test func columnIsThatOfAnAttributeOrAToOne() {
    #expect(Property.string("title", column: "heading").column == "heading")
    #expect(Property.one("author", "Author", inverse: "books", column: "by").column == "by")
    #expect(Property.many("books", "Book", inverse: "author").column == nil)
    #expect(Property.fetch("all", "Book").column == nil)
  }

  @Test func kindsOfPropertiesAreTakenApart() {
    let entity = Entity(
      "Book",
      properties: [
        .fetch("all", "Book"), .string("title"), .one("author", "Author", inverse: "books"),
        .string("note"),
      ])

    #expect(entity.attributes.map(\.name) == ["title", "note"])
    #expect(entity.relationships.map(\.name) == ["author"])
    #expect(entity.fetchedProperties.map(\.name) == ["all"])
  }

  @Test func attributeWithADefaultValueHasADefault() {
    #expect(!Attribute(name: "pages", type: .int64).hasDefault)
    #expect(Attribute(name: "pages", type: .int64, hasDefault: true).hasDefault)
    #expect(Attribute(name: "pages", type: .int64, defaultValue: .integer(0)).hasDefault)
  }

  @Test func countsOfARelationshipFollowItsKind() {
    func counts(_ property: Property) -> [Int?] {
      property.relationship.map { [$0.minimumCount, $0.maximumCount] } ?? []
    }

    #expect(counts(.one("a", "A", inverse: "a")) == [0, 1])
    #expect(counts(.required("a", "A", inverse: "a")) == [1, 1])
    #expect(counts(.many("a", "A", inverse: "a")) == [0, nil])
    #expect(Property.one("a", "A", inverse: "a").relationship?.isOptional == true)
    #expect(Property.required("a", "A", inverse: "a").relationship?.isOptional == false)
    #expect(Property.many("a", "A", inverse: "a").relationship?.isOptional == false)
  }

  @Test func modelsAreEqualWhateverImplementsThem() {
    var other = ObjectModel(entities: Self.entities.reversed())
    other.implementation = 1

    #expect(other == Self.model)
    #expect(other.hashValue == Self.model.hashValue)
    #expect(ObjectModel(entities: []) != Self.model)
  }

  @Test func idTellsWhetherItIsTemporary() {
    let permanent = ObjectID(entityName: "Book", rowID: 7)
    let temporary = ObjectID(entityName: "Book", rowID: -7)

    #expect(!permanent.isTemporary)
    #expect(permanent.description == "Book-7")
    #expect(temporary.isTemporary)
    #expect(temporary.description == "Book-t7")
    #expect(ObjectID(entityName: "Book", rowID: .min).description == "Book-t9223372036854775808")
  }

  /// The names of the entities in the lineage of `name`.
  private func lineage(of name: String) -> [String] { Self.model.lineage(of: name).map(\.name) }

  /// The names of the entities in the tree of `name`.
  private func tree(rootedAt name: String) -> [String] {
    Self.model.tree(rootedAt: name).map(\.name)
  }

  /// A tree of three generations, a root alone, an orphan and cycles of one and of two.
  private static let entities = [
    Entity("Thriller", superentity: "Novel", properties: [.string("villain")]),
    Entity("Novel", superentity: "Book", properties: [.string("plot")]),
    Entity("Atlas", superentity: "Book"), Entity("Author"),
    Entity(
      "Book", properties: [.string("title"), .one("author", "Author", inverse: "books")]),
    Entity("Orphan", superentity: "Nothing"), Entity("Ouroboros", superentity: "Ouroboros"),
    Entity("Sea", superentity: "Sky"), Entity("Sky", superentity: "Sea"),
    Entity("Water", superentity: "Sea"),
  ]

  private static let model = ObjectModel(entities: entities)
}
