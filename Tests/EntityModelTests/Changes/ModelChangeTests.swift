import Testing

@testable import EntityModel

@Suite struct ModelChangeTests {
  @Test func whatRowsDoNotDependOnIsNoChange() {
    expectChanges([]) { entities in
      entities[1].change("title") {
        $0.defaultValue = .text("untitled")
        $0.hasDefault = true
      }
      entities[1].properties.append(.fetch("others", "Book"))
      entities[1].properties.reverse()
      entities[0].changeRelationship("books") { $0.deleteRule = .deny }
    }
  }

  @Test func aChangeHasWhatAMigrationNeeds() throws {
    var entities = Self.entities
    let length = Attribute(name: "length", type: .int64)
    let title = try #require(entities[1].attributes.first { $0.name == "title" })
    entities[1].properties.removeAll { $0.name == "title" }
    entities[1].properties.append(.attribute(length))
    let changes = ObjectModel(entities: entities).changes(
      since: ObjectModel(entities: Self.entities))
    #expect(changes.map(\.kind) == [.attributeAdded(length), .attributeRemoved(title)])
    #expect(
      changes.map(\.subject) == [.property("length", of: "Book"), .property("title", of: "Book")])
  }

  @Test func entitiesThatComeAndGoAreNamed() {
    expectChanges([
      "change.entity-removed Novel: entity 'Novel' is gone; the rows of 'Novel' would be lost: "
        + "allow "
        + "'.removing(\"Novel\")' if they may be; if the entity has another name now, give that "
        + "one "
        + "'originalName: \"Novel\"'",
      "change.entity-added Shop: entity 'Shop' is new",
    ]) { $0[2] = Entity("Shop", properties: [.string("name")]) }
  }

  @Test func entityThatMovesInItsTreeLosesWhatItInherited() {
    expectChanges([
      "change.entity-moved Novel: entity 'Novel' extends no entity, not 'Book'; the values of "
        + "'Novel.title' and 'Novel.pages' and 'Novel.note' and 'Novel.author' would be lost: "
        + "allow "
        + "'.removing(\"Novel.title\")' and '.removing(\"Novel.pages\")' and "
        + "'.removing(\"Novel.note\")' and '.removing(\"Novel.author\")' if they may be"
    ]) { $0[2].superentity = nil }
  }

  @Test func attributeThatMovesUpIsKept() {
    expectChanges([
      "change.entity-moved Book: entity 'Book' extends 'Work', not none",
      "change.entity-added Work: entity 'Work' is new",
      "change.attribute-moved Work.title: 'Work.title' was declared by 'Book'",
    ]) {
      let title = $0[1].properties.remove(at: 1)
      $0[1].superentity = "Work"
      $0.append(Entity("Work", properties: [title]))
    }
  }

  @Test func newAttributeNeedsAStageIfItHasNoValueForOldRows() {
    expectChanges([
      "change.attribute-added Book.a: 'Book.a' is new: a required int64; a stage must give "
        + "'Book.a' a value in every row; a default value or an optional type would do without",
      "change.attribute-added Book.b: 'Book.b' is new: a required int64",
      "change.attribute-added Book.c: 'Book.c' is new: an optional unique int64",
      "change.attribute-added Book.d: 'Book.d' is new: a required unique int64; a stage must give "
        + "'Book.d' a value of its own in every row; an optional type would do without",
    ]) {
      $0[1].properties += [
        .attribute(Attribute(name: "a", type: .int64)),
        .attribute(Attribute(name: "b", type: .int64, hasDefault: true)),
        .attribute(Attribute(name: "c", type: .int64, isOptional: true, isUnique: true)),
        .attribute(
          Attribute(name: "d", type: .int64, isUnique: true, defaultValue: .integer(0))),
      ]
    }
  }

  @Test func attributeThatGoesLosesItsValues() {
    expectChanges([
      "change.attribute-added Book.name: 'Book.name' is new: an optional string",
      "change.attribute-removed Book.title: 'Book.title' is gone: a required string; the values of "
        + "'Book.title' would be lost: allow '.removing(\"Book.title\")' if they may be; if the "
        + "attribute has another name now, give that one 'originalName: \"title\"'",
    ]) {
      $0[1].change("title") {
        $0.name = "name"
        $0.isOptional = true
      }
    }
  }

  @Test func traitsThatRowsMayBreakNeedAStage() {
    expectChanges([
      "change.attribute-required Book.note: 'Book.note' is required, not optional; a stage must "
        + "give 'Book.note' a value where it holds nil; a default value would do without",
      "change.attribute-optional Book.title: 'Book.title' is optional, not required",
      "change.attribute-unique Book.title: 'Book.title' is unique and was not; a stage must leave "
        + "no value of 'Book.title' in two rows",
    ]) {
      $0[1].change("title") { ($0.isOptional, $0.isUnique) = (true, true) }
      $0[1].change("note") { ($0.isOptional, $0.hasDefault) = (false, false) }
    }
    expectChanges([
      "change.attribute-not-unique Author.email: 'Author.email' is no longer unique",
      "change.attribute-required Book.note: 'Book.note' is required, not optional",
      "change.attribute-indexed Book.title: 'Book.title' is indexed and was not",
      "change.column-renamed Book.title: 'Book.title' is stored in column 'heading', not 'title'",
    ]) {
      $0[0].change("email") { $0.isUnique = false }
      $0[1].change("title") { ($0.isIndexed, $0.column) = (true, "heading") }
      $0[1].change("note") { ($0.isOptional, $0.defaultValue) = (false, .text("")) }
    }
  }

  @Test func `what is unique or indexed together is compared by names then and now`() {
    expectChanges([
      "change.index-added Book: 'Book.note' and 'Book.title' are indexed together and were not",
      "change.unique-key-added Book: 'Book.title' and 'Book.note' are unique together and were "
        + "not; a stage must leave no two rows that have the same values of 'Book.title' and "
        + "'Book.note'",
    ]) {
      $0[1].uniqueKeys = [["title", "note"]]
      $0[1].indexes = [["note", "title"]]
    }
  }

  @Test func whatIsSearchableIsAChangeThatAMigrationDoesByItself() {
    expectChanges([
      "change.attribute-searchable Book.title: 'Book.title' is searchable by its words' stems and "
        + "was not"
    ]) { $0[1].change("title") { $0.search = .porter } }
    let searchable = { (tokenizer: SearchTokenizer?) in
      ObjectModel(entities: [
        Entity(
          "Book",
          properties: [.attribute(Attribute(name: "title", type: .string, search: tokenizer))])
      ])
    }
    #expect(
      searchable(nil).changes(since: searchable(.ascii)).map(\.message)
        == ["'Book.title' is no longer searchable"])
    #expect(
      searchable(.trigram).changes(since: searchable(.unicode)).map(\.message) == [
        "'Book.title' is searchable by its parts of three characters, not its words"
      ])
    #expect(
      searchable(.unicode).changes(since: ObjectModel(entities: [Entity("Book")])).map(\.message)
        == ["'Book.title' is new: a required searchable string"])
  }

  @Test func whatIgnoresCaseIsAChangeOfItsOwn() {
    expectChanges([
      "change.attribute-indexed-ignoring-case Book.title: 'Book.title' is indexed ignoring case and "
        + "was not"
    ]) { $0[1].change("title") { $0.isIndexedIgnoringCase = true } }
    expectChanges([
      "change.attribute-unique-ignoring-case Book.title: 'Book.title' is unique ignoring case and "
        + "was not; a stage must leave no two rows whose 'Book.title' differs in case alone"
    ]) { $0[1].change("title") { $0.isUniqueIgnoringCase = true } }
    let model = { (isUnique: Bool, isIndexed: Bool) in
      ObjectModel(entities: [
        Entity(
          "Book",
          properties: [
            .attribute(
              Attribute(
                name: "title", type: .string, isUniqueIgnoringCase: isUnique,
                isIndexedIgnoringCase: isIndexed))
          ])
      ])
    }
    #expect(
      model(false, false).changes(since: model(true, true)).map(\.message) == [
        "'Book.title' is no longer indexed ignoring case",
        "'Book.title' is no longer unique ignoring case",
      ])
    let none = ObjectModel(entities: [Entity("Book")])
    #expect(
      model(true, false).changes(since: none).map(\.message)
        == ["'Book.title' is new: a required string, unique ignoring case"])
    #expect(
      model(false, true).changes(since: none).map(\.message)
        == ["'Book.title' is new: a required string, indexed ignoring case"])
    // An older program writes what it always wrote; what it would look for must be there.
    #expect(model(false, true).changes(since: model(false, false)).map(\.isAdditive) == [true])
    #expect(model(false, false).changes(since: model(false, true)).map(\.isAdditive) == [false])
    #expect(model(true, false).changes(since: model(false, false)).map(\.isAdditive) == [false])
  }

  @Test func typeThatHoldsEveryStoredValueNeedsNoStage() {
    expectChanges(["change.attribute-type Book.pages: 'Book.pages' is of type int64, not int32"]) {
      $0[1].change("pages") { $0.type = .int64 }
    }
    expectChanges([
      "change.attribute-type Book.pages: 'Book.pages' is of type int16, not int32; values of "
        + "'Book.pages' that are no int16 would be lost: allow '.converting(\"Book.pages\")' if "
        + "they "
        + "may be"
    ]) { $0[1].change("pages") { $0.type = .int16 } }
  }

  @Test func relationshipsThatOldRowsMayBreakNeedAStage() {
    expectChanges([
      "change.relationship-count Author.books: 'Author.books' holds 1 to 9 objects, not any number "
        + "of objects; a stage must see to it that 'Author.books' holds 1 to 9 objects in every "
        + "row",
      "change.relationship-count Book.author: 'Book.author' holds 0 to 1 object, not 1 object",
    ]) {
      $0[0].changeRelationship("books") { ($0.minimumCount, $0.maximumCount) = (1, 9) }
      $0[1].changeRelationship("author") { $0.minimumCount = 0 }
    }
    expectChanges([
      "change.relationship-cardinality Author.books: 'Author.books' is a to-one, not a to-many; "
        + "a stage must say which of the objects that 'Author.books' holds it refers to",
      "change.relationship-target Book.author: 'Book.author' refers to 'Novel', not to 'Author'; "
        + "a stage must let 'Book.author' refer to objects of 'Novel'",
    ]) {
      $0[0].changeRelationship("books") {
        ($0.isToMany, $0.minimumCount, $0.maximumCount) = (false, 0, 1)
      }
      $0[1].changeRelationship("author") { $0.target = "Novel" }
    }
  }

  @Test func relationshipsThatComeAndGoNeedAStageIfRowsHoldThem() {
    expectChanges([
      "change.relationship-removed Author.books: 'Author.books' is gone: a to-many (any number of "
        + "objects) to 'Book.author'",
      "change.relationship-added Author.works: 'Author.works' is new: a to-many (any number of "
        + "objects) to 'Book.writer'",
      "change.relationship-removed Book.author: 'Book.author' is gone: a to-one (1 object) to "
        + "'Author.books'; what 'Book.author' refers to would be lost: allow "
        + "'.removing(\"Book.author\")' if it may be; if the relationship has another name now, "
        + "give "
        + "that one 'originalName: \"author\"'",
      "change.relationship-added Book.writer: 'Book.writer' is new: a to-one (1 object) to "
        + "'Author.works'; a stage must give 'Book.writer' 1 object in every row; an optional type "
        + "would do without",
    ]) {
      $0[0].changeRelationship("books") { ($0.name, $0.inverse) = ("works", "writer") }
      $0[1].changeRelationship("author") { ($0.name, $0.inverse) = ("writer", "works") }
    }
  }

  @Test func inverseThatIsAnotherRelationshipNeedsAStage() {
    expectChanges([
      "change.relationship-added Author.works: 'Author.works' is new: a to-many (any number of "
        + "objects) to 'Book.author'",
      "change.relationship-inverse Book.author: the inverse of 'Book.author' is 'Author.works', "
        + "not 'Author.books'; a stage must say which objects 'Book.author' and 'Author.works' "
        + "hold",
    ]) {
      $0[0].properties.append(.many("works", "Book", inverse: "author"))
      $0[1].changeRelationship("author") { $0.inverse = "works" }
    }
  }

  // MARK: Names that have changed

  @Test func originalNamesLeadToWhatHasBeenRenamed() {
    expectChanges([
      "change.entity-renamed Volume: entity 'Volume' was called 'Book'",
      "change.attribute-renamed Volume.heading: 'Volume.heading' was called 'title'",
      "change.relationship-renamed Volume.writer: 'Volume.writer' was called 'author'",
    ]) {
      $0[1].name = "Volume"
      $0[1].originalName = "Book"
      $0[1].change("title") { ($0.name, $0.originalName) = ("heading", "title") }
      $0[1].changeRelationship("author") { ($0.name, $0.originalName) = ("writer", "author") }
      $0[0].changeRelationship("books") { ($0.target, $0.inverse) = ("Volume", "writer") }
      $0[2].superentity = "Volume"
    }
  }

  @Test func newAttributeMayTakeTheNameOfARenamedOne() {
    expectChanges([
      "change.attribute-renamed Book.heading: 'Book.heading' was called 'title'",
      "change.attribute-added Book.title: 'Book.title' is new: an optional data",
    ]) {
      $0[1].change("title") { ($0.name, $0.originalName) = ("heading", "title") }
      $0[1].properties.append(
        .attribute(Attribute(name: "title", type: .data, isOptional: true)))
    }
  }

  @Test func namesMayBeExchangedAndStayExchanged() {
    var exchanged = Self.entities
    exchanged[1].change("title") { ($0.name, $0.originalName) = ("x", "note") }
    exchanged[1].change("note") { ($0.name, $0.originalName) = ("note2", nil) }
    exchanged[1].change("x") { $0.name = "title" }
    exchanged[1].change("note2") { ($0.name, $0.originalName) = ("note", "title") }
    let old = ObjectModel(entities: Self.entities)
    let new = ObjectModel(entities: exchanged)
    #expect(
      new.changes(since: old).map(\.id).filter { $0 == "change.attribute-renamed" }.count == 2)
    #expect(new.changes(since: new) == [])
  }

  @Test func originalNameThatWasLeftInPlaceSaysNothingAnyMore() {
    expectChanges([]) { $0[1].change("title") { $0.originalName = "heading" } }
  }

  @Test func originalNameThatLeadsNowhereIsAnError() {
    expectChanges([
      "change.original-name-unknown Book.isbn: 'Book.isbn' says that it was called 'number', which "
        + "is not in the older model; correct 'originalName', or leave it out of what is new"
    ]) {
      $0[1].properties.append(
        .attribute(Attribute(name: "isbn", originalName: "number", type: .string)))
    }
  }

  @Test func originalNameThatTwoClaimIsAnErrorForBoth() {
    let end =
      "; leave one 'originalName: \"title\"' and take away the others"
    expectChanges([
      "change.original-name-contested Book.a: 'Book.a' says that it was called 'title', as 'b' "
        + "does" + end,
      "change.original-name-contested Book.b: 'Book.b' says that it was called 'title', as 'a' "
        + "does" + end,
    ]) {
      $0[1].change("title") { ($0.name, $0.originalName) = ("a", "title") }
      $0[1].properties.append(
        .attribute(Attribute(name: "b", originalName: "title", type: .string)))
    }
  }

  @Test(arguments: [
    (StorageType.boolean, StorageType.uint8, true), (.int8, .int64, true), (.uint8, .int16, true),
    (.uint32, .int64, true), (.int8, .uint32, false), (.int64, .int32, false),
    (.uint32, .int32, false), (.int8, .boolean, false), (.float, .double, true),
    (.double, .float, false), (.url, .string, true), (.string, .url, false), (.uuid, .data, true),
    (.data, .uuid, false), (.int32, .double, false), (.string, .json, false),
    (.date, .double, false), (.uint32, .uint64, true), (.boolean, .uint64, true),
    (.uint64, .uint64, true), (.uint64, .int64, false), (.int64, .uint64, false),
    (.int8, .uint64, false), (.uint64, .data, false), (.decimal, .string, false),
    (.json, .json, true),
  ])
  func typeHoldsEveryValueOfAnotherOnlyIfEachIsReadAsTheSame(
    old: StorageType, new: StorageType, holds: Bool
  ) {
    #expect(new.holdsEveryValue(of: old) == holds)
  }

  /// Expects a change of the entities to be said in `lines`.
  private func expectChanges(
    _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation,
    after change: (inout [Entity]) -> Void
  ) {
    var entities = Self.entities
    change(&entities)
    let changes = ObjectModel(entities: entities).changes(
      since: ObjectModel(entities: Self.entities))
    #expect(changes.map(\.line) == lines, sourceLocation: sourceLocation)
  }

  private static let entities = [
    Entity(
      "Author",
      properties: [
        .attribute(Attribute(name: "email", type: .string, isUnique: true)),
        .many("books", "Book", inverse: "author", .cascade),
      ]),
    Entity(
      "Book",
      properties: [
        .required("author", "Author", inverse: "books"), .string("title"),
        .attribute(Attribute(name: "pages", type: .int32)),
        .attribute(Attribute(name: "note", type: .string, isOptional: true, hasDefault: true)),
      ]),
    Entity("Novel", superentity: "Book"),
  ]
}

extension ModelChange {
  /// All of the change in one line.
  var line: String {
    "\(id) \(entity)\(property.map { ".\($0)" } ?? ""): \(message)"
      + (effect.advice.map { "; \($0)" } ?? "")
  }
}

extension Entity {
  /// Changes the attribute `name`.
  mutating func change(_ name: String, _ change: (inout Attribute) -> Void) {
    for index in properties.indices where properties[index].name == name {
      guard var attribute = properties[index].attribute else { continue }
      change(&attribute)
      properties[index] = .attribute(attribute)
    }
  }

  /// Changes the relationship `name`.
  mutating func changeRelationship(_ name: String, _ change: (inout Relationship) -> Void) {
    for index in properties.indices where properties[index].name == name {
      guard var relationship = properties[index].relationship else { continue }
      change(&relationship)
      properties[index] = .relationship(relationship)
    }
  }
}
