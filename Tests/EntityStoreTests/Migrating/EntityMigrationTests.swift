import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// What becomes of rows and links when entities and relationships change.
@Suite struct EntityMigrationTests {
  private let authorAndBooks = [
    Entity(
      "Author",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .relationship(.toMany("books", "Book", inverse: "author", deleteRule: .cascade)),
      ]),
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "title", type: .string)),
        .relationship(
          .toOne("author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify)),
      ]),
  ]

  private let twoBooks = """
    INSERT INTO Author VALUES (1, 7, 'Ursula'), (2, 1, 'Terry');
    INSERT INTO Book VALUES (1, 3, 'Dispossessed', 1), (2, 4, 'Mort', 2), (5, 1, 'Anonymous', NULL);
    UPDATE _ids SET next = 6;
    """

  // MARK: Entities

  @Test func aRenamedEntityTakesRowsAndReferencesAlong() throws {
    var entities = authorAndBooks
    entities[0].name = "Writer"
    entities[0].originalName = "Author"
    entities[1].properties[1] = .relationship(
      .toOne("author", "Writer", isOptional: true, inverse: "books", deleteRule: .nullify))
    try MigratingStore.expect(
      authorAndBooks, filledBy: twoBooks, migratedTo: entities,
      """
      Book: _id=1 _version=3 author=1 title='Dispossessed'
      Book: _id=2 _version=4 author=2 title='Mort'
      Book: _id=5 _version=1 author=NULL title='Anonymous'
      Writer: _id=1 _version=7 name='Ursula'
      Writer: _id=2 _version=1 name='Terry'
      _index.Book.author
      """)
  }

  @Test func aSuperentityTakesInTheRowsOfTwoTables() throws {
    try MigratingStore.expect(
      [
        .entity("Book", .text("title"), .text("isbn")),
        .entity("Paper", .text("title"), .text("volume")),
      ],
      filledBy: """
        INSERT INTO Book VALUES (1, 1, 'a', 'x'), (2, 1, 'b', 'y'); UPDATE _ids SET next = 3;
        INSERT INTO Paper VALUES (1, 5, 'c', 'z');
        """,
      migratedTo: [
        .entity("Work", .text("title")), .entity("Book", extends: "Work", .text("isbn")),
        .entity("Paper", extends: "Work", .text("volume")),
      ],
      """
      Work: _entity='Book' _id=1 _version=1 isbn='x' title='a' volume=NULL
      Work: _entity='Book' _id=2 _version=1 isbn='y' title='b' volume=NULL
      Work: _entity='Paper' _id=3 _version=5 isbn=NULL title='c' volume='z'
      """)
  }

  @Test func aTreeThatIsSplitKeepsIDs() throws {
    try MigratingStore.expect(
      [.entity("Book", .text("title")), .entity("Novel", extends: "Book", .text("plot"))],
      filledBy: "INSERT INTO Book VALUES (1, 1, 'Book', 'a', NULL), (2, 1, 'Novel', 'b', 'thin')",
      migratedTo: [
        .entity("Book", .text("title")), .entity("Novel", .text("title"), .text("plot")),
      ],
      """
      Book: _id=1 _version=1 title='a'
      Novel: _id=2 _version=1 plot='thin' title='b'
      """)
  }

  @Test func anAttributeThatMovesToSeveralEntitiesIsKept() throws {
    let old: [Entity] = [
      .entity("Work", .text("title")), .entity("Book", extends: "Work", .text("isbn")),
      .entity("Paper", extends: "Work", .text("volume")),
    ]
    let rows = """
      INSERT INTO Work VALUES (1, 1, 'Book', 'a', 'x', NULL), (2, 3, 'Paper', 'b', NULL, 'y');
      """
    try MigratingStore.expect(
      old, filledBy: rows,
      migratedTo: [
        .entity("Book", .text("title"), .text("isbn")),
        .entity("Paper", .text("title"), .text("volume")),
      ],
      """
      Book: _id=1 _version=1 isbn='x' title='a'
      Paper: _id=2 _version=3 title='b' volume='y'
      """)
    try MigratingStore.expect(
      old, filledBy: rows,
      migratedTo: [
        .entity("Work"), .entity("Book", .text("title"), .text("isbn")),
        .entity("Paper", extends: "Work", .text("title"), .text("volume")),
      ],
      """
      Book: _id=1 _version=1 isbn='x' title='a'
      Work: _entity='Paper' _id=2 _version=3 title='b' volume='y'
      """)
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        ObjectModel(entities: old), in: directory,
        filledBy: rows + "INSERT INTO Work VALUES (3, 1, 'Work', 'c', NULL, NULL);")
      let refusal = try store.refusal(
        of: ObjectModel(entities: [
          .entity("Work"), .entity("Book", extends: "Work", .text("title"), .text("isbn")),
          .entity("Paper", .text("title"), .text("volume")),
        ]))
      #expect(refusal.message.contains("'Book.title' was declared by 'Work' (loses data, 1 row)"))
    }
  }

  @Test func anEntityThatExtendsNothingAnyMoreLosesWhatItInheritedOnlyWhereThatIsAllowed() throws {
    let old = ObjectModel(entities: [
      .entity("Book", .text("title")), .entity("Novel", extends: "Book", .text("plot")),
    ])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title")), .entity("Novel", .text("plot")),
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (2, 1, 'Novel', 'b', 'thin')")
      #expect(
        try store.refusal(of: new).message.hasSuffix(
          "(loses data, 1 row): the values of 'Novel.title' would be lost: allow "
            + "'.removing(\"Novel.title\")' if they may be"))
      try store.migrate(to: new, .migrating(allowing: .removing("Novel.title")))
      #expect(try store.dump() == ["Novel: _id=2 _version=1 plot='thin'"])
    }
  }

  @Test func anEntityThatInheritsARequiredAttributeNeedsItsValue() throws {
    let old = ObjectModel(entities: [
      .entity("Book", .text("title")), .entity("Novel", .text("plot")),
    ])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title")), .entity("Novel", extends: "Book", .text("plot")),
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Novel VALUES (2, 1, 'thin')")
      #expect(
        try store.refusal(of: new).message.contains(
          "(needs a stage, 1 row): a stage must give 'Novel.title' a value in every row"))
    }
  }

  // MARK: Relationships

  @Test func aToOneBecomesAToManyAndBack() throws {
    var entities = authorAndBooks
    entities[1].properties[1] = .relationship(
      .toMany("authors", "Author", inverse: "books", deleteRule: .nullify, originalName: "author"))
    entities[0].properties[1] = .relationship(
      .toMany("books", "Book", inverse: "authors", deleteRule: .nullify))
    try MigratingStore.expect(
      authorAndBooks, filledBy: twoBooks, migratedTo: entities,
      """
      Author: _id=1 _version=7 name='Ursula'
      Author: _id=2 _version=1 name='Terry'
      Book: _id=1 _version=3 title='Dispossessed'
      Book: _id=2 _version=4 title='Mort'
      Book: _id=5 _version=1 title='Anonymous'
      _Author.books: _first=1 _second=1
      _Author.books: _first=2 _second=2
      _index._Author.books
      """)
    var back = authorAndBooks
    back[1].properties[1] = .relationship(
      .toOne(
        "author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify,
        originalName: "authors"))
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        ObjectModel(entities: entities), in: directory,
        filledBy: """
          INSERT INTO Author VALUES (1, 7, 'Ursula'), (2, 1, 'Terry');
          INSERT INTO Book VALUES (1, 3, 'Dispossessed'), (2, 4, 'Mort');
          INSERT INTO "_Author.books" VALUES (1, 1), (2, 1), (2, 2);
          """)
      #expect(
        try store.refusal(of: ObjectModel(entities: back)).message.contains(
          "'Book.author' is a to-one, not a to-many (needs a stage, 1 row)"))
      try store.run("DELETE FROM \"_Author.books\" WHERE _first = 2 AND _second = 1")
      try store.migrate(to: ObjectModel(entities: back))
      #expect(
        try store.dump().suffix(3) == [
          "Book: _id=1 _version=3 author=1 title='Dispossessed'",
          "Book: _id=2 _version=4 author=2 title='Mort'", "_index.Book.author",
        ])
    }
  }

  @Test func aNewRelationshipHoldsNothing() throws {
    var entities = authorAndBooks
    entities[0].properties.append(
      .relationship(.toMany("friends", "Author", inverse: "friends", deleteRule: .nullify)))
    try MigratingStore.expect(
      authorAndBooks, filledBy: twoBooks, migratedTo: entities,
      """
      Author: _id=1 _version=7 name='Ursula'
      Author: _id=2 _version=1 name='Terry'
      Book: _id=1 _version=3 author=1 title='Dispossessed'
      Book: _id=2 _version=4 author=2 title='Mort'
      Book: _id=5 _version=1 author=NULL title='Anonymous'
      _index.Book.author
      _index._Author.friends
      """)
  }
}
