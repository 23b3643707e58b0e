import EntityModel
import EntitySQL
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// What is unique or indexed together comes and goes.
@Suite struct KeyMigrationTests {
  private func model(
    _ names: [String] = ["kind", "title"], was: String? = nil, keys: [[String]] = [],
    indexes: [[String]] = []
  ) -> ObjectModel {
    ObjectModel(entities: [
      Entity(
        "Book",
        properties: names.enumerated().map { index, name in
          .text(name, was: index == 0 ? was : nil, isOptional: index > 0)
        }, uniqueKeys: keys, indexes: indexes)
    ])
  }

  @Test func `indexes of several columns are made after those of one`() {
    let model = ObjectModel(entities: [
      Entity(
        "Book",
        properties: [.text("kind", column: "k"), .text("title", isIndexed: true)],
        uniqueKeys: [["kind", "title"]], indexes: [["title", "kind"]])
    ])
    let schema = SchemaStatements(layout: StoreLayout(model), dialect: SQLiteDialect())
    #expect(
      schema.all[1...3] == [
        "CREATE INDEX \"_index.Book.title\" ON \"Book\" (\"title\")",
        "CREATE UNIQUE INDEX \"_indexes.Book.k,title\" ON \"Book\" (\"k\", \"title\")",
        "CREATE INDEX \"_indexes.Book.title,k\" ON \"Book\" (\"title\", \"k\")",
      ])
  }

  @Test func `an index has directions, and the rows that it is of`() {
    let model = ObjectModel(entities: [
      Entity(
        "Book",
        properties: [.text("kind", column: "k"), .text("title", isOptional: true)],
        indexes: [
          ["kind", "-title"], ["-kind", "title"], ["kind", "title == nil"],
          ["-title", "kind", "title != nil"],
        ])
    ])
    let layout = StoreLayout(model)
    let schema = SchemaStatements(layout: layout, dialect: SQLiteDialect())
    #expect(
      schema.all[1...4] == [
        #"CREATE INDEX "_indexes.Book.k,-title" ON "Book" ("k", "title" DESC, "_id" DESC)"#,
        #"CREATE INDEX "_indexes.Book.-k,title" ON "Book" ("k" DESC, "title")"#,
        #"CREATE INDEX "_indexes.Book.k,title == nil" ON "Book" ("k") WHERE "title" IS NULL"#,
        #"CREATE INDEX "_indexes.Book.-title,k,title != nil" ON "Book" ("title" DESC, "k")"#
          + #" WHERE "title" IS NOT NULL"#,
      ])
    #expect(
      layout.tables[0].indexes.map(\.title) == [
        "Book.kind and Book.title descending", "Book.kind descending and Book.title",
        "Book.kind where Book.title is nil",
        "Book.title descending and Book.kind where Book.title is not nil",
      ])
  }

  private func tree(_ indexes: [[String]], extended: Bool = true) -> ObjectModel {
    let base = Entity(
      "Article", properties: [.text("code"), .text("note", isOptional: true)], indexes: indexes)
    return ObjectModel(
      entities: [base]
        + (extended ? [Entity("Map", superentity: "Article", properties: [])] : []))
  }

  @Test func `an index may be of the classes that rows are of`() {
    let layout = StoreLayout(
      tree([["entity"], ["entity", "-code"], ["note", "entity", "note != nil"]]))
    #expect(
      SchemaStatements(layout: layout, dialect: SQLiteDialect()).all[1...3] == [
        #"CREATE INDEX "_indexes.Article._entity" ON "Article" ("_entity")"#,
        #"CREATE INDEX "_indexes.Article._entity,-code" ON "Article""#
          + #" ("_entity", "code" DESC, "_id" DESC)"#,
        #"CREATE INDEX "_indexes.Article.note,_entity,note != nil" ON "Article""#
          + #" ("note", "_entity") WHERE "note" IS NOT NULL"#,
      ])
    #expect(layout.tables[0].indexes.map(\.title).prefix(1) == ["Article.entity"])
  }

  @Test func `where all rows are of one class, an index has the other properties alone`() {
    let layout = StoreLayout(
      tree(
        [["entity"], ["entity", "-code"], ["code", "entity"], ["entity", "note == nil"]],
        extended: false))
    #expect(
      SchemaStatements(layout: layout, dialect: SQLiteDialect()).all[1...2] == [
        #"CREATE INDEX "_indexes.Article.-code" ON "Article" ("code" DESC, "_id" DESC)"#,
        #"CREATE INDEX "_indexes.Article.code" ON "Article" ("code")"#,
      ])
    #expect(layout.tables[0].indexes.count == 2)
  }

  @Test func `an index of the classes is added to a store that has none, and touches no row`()
    throws
  {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        tree([]), in: directory,
        filledBy: "INSERT INTO Article VALUES (1, 7, 'Article', 'a', NULL), (2, 7, 'Map', 'b', 'c')"
      )
      let new = tree([["entity"]])
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: new, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(tree([]).versionHash) to \(new.versionHash)
            'Article.entity' are indexed together and were not (automatic, 2 rows)
          """)
      #expect(plan.copiedRows == 0)
      try store.migrate(to: new)
      #expect(try store.dump().suffix(1) == ["_indexes.Article._entity"])
      try store.migrate(to: tree([["entity", "code"]]))
      #expect(
        try store.dump().filter { $0.hasPrefix("_indexes") } == ["_indexes.Article._entity,code"])
    }
  }

  @Test func `an index has the class from when there are several`() throws {
    try TemporaryDirectory.with { directory in
      let lists = [["entity"], ["entity", "code"]]
      let store = try MigratingStore(
        tree(lists, extended: false), in: directory,
        filledBy: "INSERT INTO Article VALUES (1, 7, 'a', NULL)")
      #expect(try store.dump().suffix(1) == ["_indexes.Article.code"])
      try store.migrate(to: tree(lists))
      #expect(
        try store.dump().suffix(2) == ["_indexes.Article._entity", "_indexes.Article._entity,code"])
    }
  }

  @Test func `a direction and a condition come and go, and follow a new name`() throws {
    try TemporaryDirectory.with { directory in
      let plain = model(indexes: [["kind", "title"]])
      let store = try MigratingStore(
        plain, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b')")
      let new = model(indexes: [["kind", "-title", "title != nil"]])
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: new, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(plain.versionHash) to \(new.versionHash)
            'Book.kind' and 'Book.title' descending where 'Book.title' is not nil are indexed together and were not (automatic, 1 row)
            'Book.kind' and 'Book.title' are no longer indexed together (automatic, 1 row)
          """)
      try store.migrate(to: new)
      #expect(try store.dump().suffix(1) == ["_indexes.Book.kind,-title,title != nil"])
      let renamed = model(
        ["sort", "title"], was: "kind", indexes: [["sort", "-title", "title != nil"]])
      try store.migrate(to: renamed)
      #expect(try store.dump().suffix(1) == ["_indexes.Book.sort,-title,title != nil"])
      try store.migrate(to: model(["sort", "title"]))
      #expect(try !store.dump().joined().contains("_indexes"))
    }
  }

  @Test func `a key and an index touch no row`() throws {
    try TemporaryDirectory.with { directory in
      let new = model(keys: [["kind", "title"]], indexes: [["title", "kind"]])
      let store = try MigratingStore(
        model(), in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b'), (2, 7, 'a', NULL), (3, 7, 'a', NULL)")
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: new, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(model().versionHash) to \(new.versionHash)
            'Book.title' and 'Book.kind' are indexed together and were not (automatic, 3 rows)
            'Book.kind' and 'Book.title' are unique together and were not (automatic, 0 rows)
          """)
      #expect(plan.copiedRows == 0)
      try store.migrate(to: new)
      #expect(
        try store.dump().suffix(2) == ["_indexes.Book.kind,title", "_indexes.Book.title,kind"])
      // Another one.
      try store.migrate(to: model(indexes: [["kind", "title"]]))
      #expect(try store.dump().suffix(1) == ["_indexes.Book.kind,title"])
      #expect(try !store.dump().joined().contains("title,kind"))
    }
  }

  @Test func `a key of some rows counts those alone`() throws {
    try TemporaryDirectory.with { directory in
      let new = model(keys: [["kind", "title == nil"]])
      let store = try MigratingStore(
        model(), in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b'), (2, 7, 'a', NULL), (3, 7, 'a', 'c')")
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: new, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(model().versionHash) to \(new.versionHash)
            'Book.kind' where 'Book.title' is nil are unique together and were not (automatic, 0 rows)
          """)
      try store.migrate(to: new)
      #expect(try store.dump().suffix(1) == ["_indexes.Book.kind,title == nil"])
      _ = try store.refusal(of: model(keys: [["kind", "title != nil"]]))
    }
  }

  @Test func `a key that rows break is refused and the rows named`() throws {
    try TemporaryDirectory.with { directory in
      let new = model(keys: [["kind", "title"]])
      let store = try MigratingStore(
        model(), in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b'), (2, 7, 'a', 'c'), (3, 7, 'a', 'b')")
      let error = try store.refusal(of: new)
      #expect(error.code == .modelMismatch)
      #expect(
        error.message == """
          '\(store.path)': the store was made for another model, and no automatic migration leads \
          to this one
            'Book.kind' and 'Book.title' are unique together and were not (needs a stage, 2 rows): \
          a stage must leave no two rows that have the same values of 'Book.kind' and 'Book.title'; \
          rows with values that another one has: 1, 3
          """)
      try store.run("UPDATE Book SET title = 'd' WHERE _id = 3")
      try store.migrate(to: new)
    }
  }

  @Test func `a key with a new property counts rows by the others`() throws {
    try TemporaryDirectory.with { directory in
      let old = ObjectModel(entities: [.entity("Book", .text("kind"))])
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'a'), (2, 7, 'a')")
      let constant = ObjectModel(entities: [
        Entity(
          "Book", properties: [.text("kind"), .text("title", defaultValue: .text("?"))],
          uniqueKeys: [["kind", "title"]])
      ])
      #expect(try store.refusal(of: constant).message.hasSuffix("another one has: 1, 2"))
      try store.migrate(to: model(keys: [["kind", "title"]]))
    }
  }

  @Test func `a key of new properties alone is refused where there are several rows`() throws {
    try TemporaryDirectory.with { directory in
      let old = ObjectModel(entities: [.entity("Book", .text("kind"))])
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'a'), (2, 7, 'b')")
      let new = ObjectModel(entities: [
        Entity(
          "Book",
          properties: [
            .text("kind"), .text("title", defaultValue: .text("?")),
            .text("code", defaultValue: .text("?")),
          ], uniqueKeys: [["title", "code"]])
      ])
      #expect(try store.refusal(of: new).message.hasSuffix("another one has: 1, 2"))
      try store.run("DELETE FROM Book WHERE _id = 2")
      try store.migrate(to: new)
    }
  }

  @Test func `a new property that is optional leaves rows without a value`() throws {
    try TemporaryDirectory.with { directory in
      let old = ObjectModel(entities: [.entity("Book", .text("kind"))])
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'a'), (2, 7, 'a')")
      try store.migrate(
        to: ObjectModel(entities: [
          Entity(
            "Book",
            properties: [
              .text("kind"), .text("title", isOptional: true, defaultValue: .text("?")),
            ], uniqueKeys: [["kind", "title"]])
        ]))
    }
  }

  @Test func `a key of a class is about the rows of that class`() throws {
    func model(_ properties: [Property] = [], keys: [[String]] = []) -> ObjectModel {
      ObjectModel(entities: [
        .entity("Item", .text("kind")),
        Entity("Book", superentity: "Item", properties: properties, uniqueKeys: keys),
      ])
    }
    try TemporaryDirectory.with { directory in
      let insert = "INSERT INTO Item (_id, _version, _entity, kind) VALUES"
      let store = try MigratingStore(
        model(), in: directory,
        filledBy: insert + " (1, 7, 'Item', 'a'), (2, 7, 'Item', 'a'), (3, 7, 'Book', 'a')")
      let new = model([.text("code", defaultValue: .text("?"))], keys: [["kind", "code"]])
      try store.run(insert + " (4, 7, 'Book', 'a')")
      #expect(try store.refusal(of: new).message.hasSuffix("another one has: 3, 4"))
      try store.run("DELETE FROM Item WHERE _id = 4")
      try store.migrate(to: new)
    }
  }

  @Test func `an index that rows break is refused and the rows named`() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        model(keys: [["kind", "title"]]), in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b'), (2, 7, 'a', 'c')")
      // The name that has become free is a new property's.
      let new = ObjectModel(entities: [
        Entity(
          "Book",
          properties: [
            .text("kind"), .text("label", was: "title", isOptional: true),
            .text("title", defaultValue: .text("?")),
          ], uniqueKeys: [["kind", "title"]])
      ])
      let error = try store.refusal(of: new)
      #expect(error.code == .uniqueViolation)
      #expect(
        error.message == """
          '\(store.path)': objects would have the same values of 'Book.kind' and 'Book.title', which \
          are unique together: rows 1, 2
          """)
    }
  }

  @Test func `a key of renamed properties is kept`() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        model(keys: [["kind", "title"]]), in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b')")
      try store.migrate(to: model(["sort", "title"], was: "kind", keys: [["sort", "title"]]))
      #expect(
        try store.dump() == [
          "Book: _id=1 _version=7 sort='a' title='b'", "_indexes.Book.sort,title",
        ])
    }
  }
}
