import Testing

@testable import EntityModel

@Suite struct CompoundIndexesTests {
  private func entities(
    _ keys: [[String]], _ indexes: [[String]] = [], novel: [[String]] = []
  ) -> [Entity] {
    [
      Entity("Author", properties: [.many("books", "Book", inverse: "author", .nullify)]),
      Entity(
        "Book",
        properties: [
          .one("author", "Author", inverse: "books"), .string("title"), .string("kind"),
          .attribute(Attribute(name: "tags", type: .json)), .fetch("others", "Book"),
          .attribute(
            Attribute(
              name: "place", type: .json, isOptional: true,
              leaves: [
                Leaf(name: "city", type: .string), Leaf(name: "words", type: .json),
                Leaf(name: "spot", type: .json, leaves: [Leaf(name: "x", type: .double)]),
              ])),
          .attribute(Attribute(name: "pages", type: .int64)),
        ], uniqueKeys: keys, indexes: indexes),
      Entity("Novel", superentity: "Book", properties: [.string("plot")], uniqueKeys: novel),
    ]
  }

  @Test func `lists of attributes and to-ones, inherited ones too, are accepted`() {
    expectAccepted(
      entities(
        [["author", "title"], ["title", "author"]], [["kind", "title"]],
        novel: [["title", "plot"]]))
  }

  @Test func `a list names what is stored in a column`() {
    let kinds = [
      ("tags", "stored as JSON, of which equal values may have different texts"),
      ("others", "a fetched property"), ("plot", "no property of it"),
    ]
    for (name, words) in kinds {
      expect(
        CompoundIndexes.self,
        finds: [
          ModelProblem(
            .indexedProperty, in: "Book",
            "the unique key (title, \(name)) of 'Book' names '\(name)', which is \(words); name "
              + "attributes and to-one relationships")
        ], in: entities([["title", name]]))
    }
  }

  @Test func `leaves are parts of lists, and one alone is a list`() {
    expectAccepted(
      entities(
        [["place.city"], ["place.spot.x", "title"], ["title", "place.city == nil"]],
        [["place.city", "-place.spot.x"], ["place.spot.x"]]))
    let kinds = [
      ("place", "a composition; name its leaves, such as 'place.city'"),
      ("place.town", "no property of it; name attributes and to-one relationships"),
      (
        "place.words",
        "stored as JSON, of which equal values may have different texts; name attributes and to-one "
          + "relationships"
      ),
    ]
    for (name, words) in kinds {
      expect(
        CompoundIndexes.self,
        finds: [
          ModelProblem(
            .indexedProperty, in: "Book",
            "the unique key (title, \(name)) of 'Book' names '\(name)', which is \(words)")
        ], in: entities([["title", name]]))
    }
  }

  @Test func `texts are in lists without case, and nothing else is`() {
    expectAccepted(
      entities(
        [["title.lowercased()", "kind"]],
        [["-title.lowercased()", "kind"], ["title.lowercased()", "author == nil"]]))
    for name in ["pages", "author", "place.city", "nothing"] {
      expect(
        CompoundIndexes.self,
        finds: [
          ModelProblem(
            .indexedProperty, in: "Book",
            "the index (title, \(name).lowercased()) of 'Book' has '\(name)' without case, which is "
              + "no text attribute of it; write '\(name)'")
        ], in: entities([], [["title", "\(name).lowercased()"]]))
    }
  }

  @Test func `an index may name the class, alone or with properties`() {
    expectAccepted(
      entities(
        [], [["entity"], ["entity", "title"], ["kind", "-entity"], ["entity", "author == nil"]]))
    // What a class extends another one by may be all that it declares.
    var novel = entities([])
    novel[2].indexes = [["entity", "plot"], ["title", "entity"]]
    expect(
      CompoundIndexes.self,
      finds: [
        ModelProblem(
          .indexedTogether, in: "Novel",
          "the index (title, entity) of 'Novel' names inherited properties only; declare it in the "
            + "entity that declares them")
      ], in: novel)
  }

  @Test func `nothing is unique by its class, which has neither case nor nil`() {
    expect(
      CompoundIndexes.self,
      finds: [
        ModelProblem(
          .indexedProperty, in: "Book",
          "the unique key (entity, title) of 'Book' names the class, 'entity', which indexes alone "
            + "do; leave it out"),
        ModelProblem(
          .indexedProperty, in: "Book",
          "the index (title, entity == nil) of 'Book' has 'entity == nil', and a class has neither "
            + "case nor nil; write 'entity'"),
        ModelProblem(
          .indexedProperty, in: "Book",
          "the index (entity.lowercased()) of 'Book' has 'entity.lowercased()', and a class has "
            + "neither case nor nil; write 'entity'"),
      ],
      in: entities([["entity", "title"]], [["title", "entity == nil"], ["entity.lowercased()"]]))
  }

  @Test func `a property that is called like the class is what a list names`() {
    expectAccepted([
      Entity(
        "Row", properties: [.string("entity"), .string("key")], uniqueKeys: [["entity", "key"]])
    ])
    expect(
      CompoundIndexes.self,
      finds: [
        ModelProblem(
          .indexedTogether, in: "Row",
          "the index (entity) of 'Row' needs two properties at least; mark a single one '.indexed'")
      ], in: [Entity("Row", properties: [.string("entity")], indexes: [["entity"]])])
  }

  /// Returns a book with the lists, of which what is derived is a function, a product with a
  /// constant, and what is asked of the pages.
  private func derivedBook(_ keys: [[String]], _ indexes: [[String]]) -> [Entity] {
    let title = PredicateOperand.attribute(PropertyPath(["title"]))
    func pages(_ function: AggregateFunction) -> PredicateOperand {
      .aggregate(
        function, PropertyPath(["pages"]), .int64, .constant(true),
        .attribute(PropertyPath(["words"])))
    }
    func derived(_ name: String, _ operand: PredicateOperand?) -> Property {
      .derived(Derived(name: name, type: .int64, operand: operand))
    }
    return [
      Entity(
        "Book",
        properties: [
          .string("title"), .many("pages", "Page", inverse: "book", .nullify),
          derived("length", .function(.length, .int64, [title])),
          derived("double", .function(.multiply, .int64, [title, .value(.integer(2))])),
          derived("words", pages(.sum)), derived("read", nil),
        ], uniqueKeys: keys, indexes: indexes),
      Entity(
        "Page",
        properties: [
          .one("book", "Book", inverse: "pages"),
          .attribute(Attribute(name: "words", type: .int64)),
        ]),
    ]
  }

  @Test func `an index may name what is derived, and what is unique may not`() {
    expectAccepted(
      derivedBook(
        [], [["title", "-words"], ["length", "title"], ["words", "length"], ["title", "read"]]))
    expect(
      CompoundIndexes.self,
      finds: [
        ModelProblem(
          .indexedProperty, in: "Book",
          "the unique key (title, length) of 'Book' names 'length', which is derived of others; "
            + "name attributes and to-one relationships"),
        ModelProblem(
          .indexedProperty, in: "Book",
          "the index (title, double) of 'Book' names 'double', which cannot be indexed, since it is "
            + "made of constants or conditions, and requests find an index by functions of "
            + "attributes alone; leave it out"),
        ModelProblem(
          .indexedProperty, in: "Book",
          "the index (title, length == nil) of 'Book' has 'length == nil', and 'length' is derived, "
            + "which a list has by its name; write 'length'"),
        ModelProblem(
          .indexedProperty, in: "Book",
          "the index (title.lowercased(), words) of 'Book' has 'title.lowercased()' beside a "
            + "derived attribute; derive the text without case too, and name that"),
        ModelProblem(
          .indexedTogether, in: "Book",
          "the index (words) of 'Book' needs two properties at least; mark a single one "
            + "'.indexed'"),
      ],
      in: derivedBook(
        [["title", "length"]],
        [
          ["title", "double"], ["title", "length == nil"], ["title.lowercased()", "words"],
          ["words"],
        ]))
  }

  @Test func `no row depends on an index of what is derived`() {
    let (plain, indexed) = (
      ObjectModel(entities: derivedBook([], [])),
      ObjectModel(entities: derivedBook([], [["title", "-words"]]))
    )
    #expect(plain.versionHash == indexed.versionHash)
    #expect(indexed.changes(since: plain).isEmpty)
    #expect(indexed.withoutDerived.entities[0].indexes == [])
  }

  @Test func `a list has two properties, each once, and is there once`() {
    expect(
      CompoundIndexes.self,
      finds: [
        ModelProblem(
          .indexedTogether, in: "Book",
          "the unique key (kind, kind) of 'Book' names a property twice"),
        ModelProblem(
          .indexedTogether, in: "Book",
          "the unique key (title) of 'Book' needs two properties at least; mark a single one "
            + "'.unique'"),
        ModelProblem(
          .indexedTogether, in: "Book",
          "the index (kind, title) of 'Book' is there twice; leave one out"),
        ModelProblem(
          .indexedTogether, in: "Book",
          "the index () of 'Book' needs two properties at least; mark a single one '.indexed'"),
        ModelProblem(
          .indexedTogether, in: "Novel",
          "the unique key (title, kind) of 'Novel' names inherited properties only; declare it in "
            + "the entity that declares them"),
      ],
      in: entities(
        [["kind", "kind"], ["title"], ["kind", "title"]], [["kind", "title"], []],
        novel: [["title", "kind"]]))
  }

  @Test func `an index may have directions and conditions on what may be nil`() {
    expectAccepted(
      entities(
        [["title", "author == nil"]],
        [
          ["-kind", "title"], ["kind", "-title"], ["kind", "author == nil"],
          ["-author", "author != nil"],
        ]))
  }

  @Test func `what is unique has no direction, and an index has a property beside a condition`() {
    expect(
      CompoundIndexes.self,
      finds: [
        ModelProblem(
          .indexedTogether, in: "Book",
          "the unique key (kind, -title) of 'Book' has a direction, which indexes alone have; "
            + "leave the minus out"),
        ModelProblem(
          .indexedTogether, in: "Book",
          "the index (author == nil) of 'Book' needs two properties at least; mark a single one "
            + "'.indexed'"),
        ModelProblem(
          .indexedTogether, in: "Book",
          "the index (kind, -kind) of 'Book' names a property twice"),
        ModelProblem(
          .indexedProperty, in: "Book",
          "the index (kind, title == nil) of 'Book' asks whether 'title' is nil, which it never is; "
            + "leave the condition out"),
      ],
      in: entities(
        [["kind", "-title"]], [["author == nil"], ["kind", "-kind"], ["kind", "title == nil"]]))
  }
}
