import EntityModel
import EntitySQLite
import EntityStore
import StoreConformance
import Testing

@testable import EntitySQL

@Suite struct SchemaTests {
  @Test func aModelBecomesTablesJoinTablesAndIndexes() {
    let schema = SchemaStatements(layout: StoreLayout(Library.model), dialect: SQLiteDialect())
    let expected = #"""
      CREATE TABLE "Author" (
        "_id" INTEGER PRIMARY KEY,
        "_version" INTEGER NOT NULL DEFAULT 2,
        "email" TEXT NOT NULL,
        "born"
      );
      CREATE UNIQUE INDEX "_index.Author.email" ON "Author" ("email");
      CREATE TABLE "Book" (
        "_id" INTEGER PRIMARY KEY,
        "_version" INTEGER NOT NULL DEFAULT 2,
        "_entity" TEXT NOT NULL,
        "title" TEXT NOT NULL,
        "page ""count""" INTEGER NOT NULL,
        "price" TEXT COLLATE entity_decimal,
        "rating" NOT NULL,
        "cover" BLOB,
        "author" INTEGER REFERENCES "Author" ("_id") DEFERRABLE INITIALLY DEFERRED,
        "genre" TEXT
      );
      CREATE INDEX "_index.Book.title" ON "Book" ("title");
      CREATE INDEX "_index.Book.author" ON "Book" ("author");
      CREATE TABLE "Subject" (
        "_id" INTEGER PRIMARY KEY,
        "_version" INTEGER NOT NULL DEFAULT 2,
        "name" TEXT NOT NULL
      );
      CREATE TABLE "_Author.friends" (
        "_first" INTEGER NOT NULL REFERENCES "Author" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        "_second" INTEGER NOT NULL REFERENCES "Author" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        PRIMARY KEY ("_first", "_second")
      ) WITHOUT ROWID;
      CREATE INDEX "_index._Author.friends" ON "_Author.friends" ("_second", "_first");
      CREATE TABLE "_Book.citedBy" (
        "_first" INTEGER NOT NULL REFERENCES "Book" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        "_second" INTEGER NOT NULL REFERENCES "Book" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        PRIMARY KEY ("_first", "_second")
      ) WITHOUT ROWID;
      CREATE INDEX "_index._Book.citedBy" ON "_Book.citedBy" ("_second", "_first");
      CREATE TABLE "_Book.subjects" (
        "_first" INTEGER NOT NULL REFERENCES "Book" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        "_second" INTEGER NOT NULL REFERENCES "Subject" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        PRIMARY KEY ("_first", "_second")
      ) WITHOUT ROWID;
      CREATE INDEX "_index._Book.subjects" ON "_Book.subjects" ("_second", "_first");
      CREATE TABLE "_store" (
        "name" TEXT PRIMARY KEY,
        "value" TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE TABLE "_ids" (
        "table" TEXT PRIMARY KEY,
        "next" INTEGER NOT NULL
      ) WITHOUT ROWID
      """#
    #expect(schema.all.joined(separator: ";\n") == expected)
  }

  @Test func theColumnsOfATreeFollowOneAnotherDepthFirst() throws {
    let layout = StoreLayout(AgreementModel.model)
    let bud = try #require(layout.entity("Bud"))
    #expect(bud.lineage == ["Node", "Leaf", "Bud"])
    #expect((0..<3).map { bud.columnStarts[$0] } == [0, 18, 20])
    #expect(bud.table.columns.map(\.name).suffix(4) == ["group", "color", "branch", "size"])
    #expect(bud.isPolymorphic)
    #expect(try #require(layout.entity("Leaf")).subentities == ["Leaf", "Bud"])
    #expect(bud.columns.count == bud.properties.count)
    #expect(bud.propertyIndex("color") == 24)
    #expect(bud.columns[24]?.position == 18)
    #expect(bud.columns[17] == nil, "a to-many has no column")
  }

  @Test func siblingsDoNotShareColumns() throws {
    let layout = StoreLayout(
      ObjectModel(entities: [
        Entity("A", properties: [.attribute(Attribute(name: "a", type: .int64))]),
        Entity(
          "B", superentity: "A", properties: [.attribute(Attribute(name: "b", type: .int64))]),
        Entity("C", superentity: "A"),
        Entity(
          "D", superentity: "C", properties: [.attribute(Attribute(name: "d", type: .int64))]),
      ]))
    let last = try #require(layout.entity("D"))
    #expect((0..<3).map { last.columnStarts[$0] } == [0, 2, 2])
    #expect(last.table.columns.map(\.isNullable) == [false, true, true])
  }

  @Test func searchableAttributesHaveAnIndexOfWordsThatTriggersKeep() throws {
    let model = ObjectModel(entities: [
      Entity(
        "Reader's",
        properties: [
          .attribute(Attribute(name: "title", type: .string, search: .porter)),
          .attribute(Attribute(name: "note", column: "it's", type: .string, search: .porter)),
        ])
    ])
    let schema = SchemaStatements(layout: StoreLayout(model), dialect: SQLiteDialect())
    let expected = #"""
      CREATE VIRTUAL TABLE "_search.Reader's" USING fts5 ("title", "it's", content='Reader''s', \#
      content_rowid='_id', tokenize='porter unicode61 remove_diacritics 2')
      CREATE TRIGGER "_search.Reader's.insert" AFTER INSERT ON "Reader's" BEGIN \#
      INSERT INTO "_search.Reader's" (rowid, "title", "it's") \#
      VALUES (new."_id", new."title", new."it's"); END
      CREATE TRIGGER "_search.Reader's.update" AFTER UPDATE OF "_id", "title", "it's" \#
      ON "Reader's" WHEN old."_id" IS NOT new."_id" OR old."title" IS NOT new."title" \#
      OR old."it's" IS NOT new."it's" BEGIN \#
      INSERT INTO "_search.Reader's" ("_search.Reader's", rowid, "title", "it's") \#
      VALUES ('delete', old."_id", old."title", old."it's"); \#
      INSERT INTO "_search.Reader's" (rowid, "title", "it's") \#
      VALUES (new."_id", new."title", new."it's"); END
      CREATE TRIGGER "_search.Reader's.delete" AFTER DELETE ON "Reader's" BEGIN \#
      INSERT INTO "_search.Reader's" ("_search.Reader's", rowid, "title", "it's") \#
      VALUES ('delete', old."_id", old."title", old."it's"); END
      """#
    let statements = schema.search(in: schema.layout.tables[0])
    #expect(statements.creation.joined(separator: "\n") == expected)
    #expect(
      statements.removal == [
        #"DROP TRIGGER "_search.Reader's.insert""#, #"DROP TRIGGER "_search.Reader's.update""#,
        #"DROP TRIGGER "_search.Reader's.delete""#, #"DROP TABLE "_search.Reader's""#,
      ])
    // SQLite takes names with quotation marks, and finds the texts by them.
    try SQLiteStore(model: model, at: .memory).rebuildSearchIndex()
  }

  @Test func textsWithoutCaseHaveColumnsThatTriggersKeep() throws {
    let model = ObjectModel(entities: [
      Entity(
        "Reader's",
        properties: [
          .attribute(
            Attribute(name: "email", column: "it's", type: .string, isUniqueIgnoringCase: true)),
          .attribute(
            Attribute(
              name: "name", type: .string, isOptional: true, isIndexed: true,
              isIndexedIgnoringCase: true)),
        ])
    ])
    let schema = SchemaStatements(layout: StoreLayout(model), dialect: SQLiteDialect())
    let table = schema.layout.tables[0]
    let expected = #"""
      CREATE TABLE "Reader's" (
        "_id" INTEGER PRIMARY KEY,
        "_version" INTEGER NOT NULL DEFAULT 2,
        "it's" TEXT NOT NULL,
        "name" TEXT,
        "_folded.it's" TEXT,
        "_folded.name" TEXT
      )
      CREATE UNIQUE INDEX "_index.Reader's._folded.it's" ON "Reader's" ("_folded.it's")
      CREATE INDEX "_index.Reader's.name" ON "Reader's" ("name")
      CREATE INDEX "_index.Reader's._folded.name" ON "Reader's" ("_folded.name")
      CREATE TRIGGER "_folded.Reader's.insert" AFTER INSERT ON "Reader's" \#
      WHEN new."_folded.it's" IS NOT entity_fold(new."it's") \#
      OR new."_folded.name" IS NOT entity_fold(new."name") \#
      BEGIN UPDATE "Reader's" SET "_folded.it's" = entity_fold(new."it's"), \#
      "_folded.name" = entity_fold(new."name") WHERE "_id" = new."_id"; \#
      SELECT RAISE(ABORT, 'UNIQUE constraint failed: Reader''s._folded.it''s') FROM "Reader's" \#
      WHERE "_id" = new."_id" AND "_folded.it's" IS NOT entity_fold("it's"); END
      CREATE TRIGGER "_folded.Reader's.update" AFTER UPDATE OF "it's", "name" ON "Reader's" \#
      WHEN new."_folded.it's" IS NOT entity_fold(new."it's") \#
      OR new."_folded.name" IS NOT entity_fold(new."name") \#
      BEGIN UPDATE "Reader's" SET "_folded.it's" = entity_fold(new."it's"), \#
      "_folded.name" = entity_fold(new."name") WHERE "_id" = new."_id"; \#
      SELECT RAISE(ABORT, 'UNIQUE constraint failed: Reader''s._folded.it''s') FROM "Reader's" \#
      WHERE "_id" = new."_id" AND "_folded.it's" IS NOT entity_fold("it's"); END
      """#
    let folding = schema.folding(in: table)
    #expect(
      ([schema.creation(of: table)] + schema.indexes(of: table) + folding.triggers)
        .joined(separator: "\n") == expected)
    #expect(
      folding.removal == [
        #"DROP TRIGGER "_folded.Reader's.insert""#, #"DROP TRIGGER "_folded.Reader's.update""#,
      ])
    let rows = RowStatements(schema.layout, SQLiteDialect())
    #expect(
      rows.insert(schema.layout.entities[0])
        == #"INSERT INTO "Reader's" ("_id", "_version", "it's", "name", "_folded.it's", "#
        + #""_folded.name") VALUES (?1, ?2, ?3, ?4, entity_fold(?3), entity_fold(?4))"#)
    #expect(
      rows.update(table, [table.columns[1]])
        == #"UPDATE "Reader's" SET "name" = ?1, "_folded.name" = entity_fold(?1), "#
        + #""_version" = ?2 WHERE "_id" = ?3 AND "_version" = ?4"#)
    // SQLite takes names with quotation marks.
    let store = try SQLiteStore(model: model, at: .memory)
    try store.rebuildFoldedText()
    #expect(try store.checkIntegrity(isQuick: false).isSound)
  }

  @Test func joinTablesWhoseNamesDifferInCaseAloneHaveOtherNames() {
    let layout = StoreLayout(
      ObjectModel(entities: [
        Entity(
          "A",
          properties: [
            .relationship(.toMany("to", "B", inverse: "x", deleteRule: .nullify)),
            .relationship(.toMany("To", "B", inverse: "y", deleteRule: .nullify)),
          ]),
        Entity(
          "B",
          properties: [
            .relationship(.toMany("x", "A", inverse: "to", deleteRule: .nullify)),
            .relationship(.toMany("y", "A", inverse: "To", deleteRule: .nullify)),
          ]),
      ]))
    #expect(Set(layout.joins.map { $0.name.lowercased() }).count == 2)
  }
}
