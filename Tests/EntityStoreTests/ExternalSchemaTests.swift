import EntityModel
import EntitySQLite
import EntityStore
import Testing

@testable import EntitySQL

/// How external values are stored.
@Suite struct ExternalSchemaTests {
  private static let model = ObjectModel(entities: [
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "title", type: .string)),
        .attribute(Attribute(name: "cover", type: .data, isOptional: true, isExternal: true)),
      ]),
    Entity(
      "Novel", superentity: "Book",
      properties: [
        .attribute(
          Attribute(name: "plot", column: "story", type: .string, isExternal: true))
      ]),
  ])

  private func lowered(_ query: EntityQuery) throws -> String {
    let statements = RowStatements(StoreLayout(Self.model), SQLiteDialect())
    return try QueryLowering.lower(query, .rows, statements).text
  }

  @Test func valuesAreInATableOfTheirOwnAndTheRowHasANumber() {
    let schema = SchemaStatements(layout: StoreLayout(Self.model), dialect: SQLiteDialect())
    let expected = #"""
      CREATE TABLE "Book" (
        "_id" INTEGER PRIMARY KEY,
        "_version" INTEGER NOT NULL DEFAULT 2,
        "_entity" TEXT NOT NULL,
        "title" TEXT NOT NULL,
        "cover",
        "story"
      );
      CREATE TABLE "_external.Book.cover" (
        "_id" INTEGER PRIMARY KEY REFERENCES "Book" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        "_value" BLOB NOT NULL
      );
      CREATE TABLE "_external.Book.story" (
        "_id" INTEGER PRIMARY KEY REFERENCES "Book" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        "_value" TEXT NOT NULL
      )
      """#
    #expect(schema.all.prefix(3).joined(separator: ";\n") == expected)
  }

  @Test func conditionsAskTheTableAndNilTheRow() throws {
    let isNil = EntityQuery(
      entity: "Book",
      predicate: .comparison(.attribute(PropertyPath(["cover"])), .equal, .value(.null)))
    #expect(
      try lowered(isNil)
        == #"SELECT t0."_id", t0."_version", t0."_entity", t0."title", t0."cover", t0."story" "#
        + #"FROM "Book" AS t0 WHERE t0."cover" IS NULL ORDER BY t0."_id""#)
    let isEqual = EntityQuery(
      entity: "Novel",
      predicate: .comparison(.attribute(PropertyPath(["plot"])), .equal, .value(.text("x"))))
    #expect(
      try lowered(isEqual).contains(
        #"(SELECT "_value" FROM "_external.Book.story" WHERE "_id" = t0."_id") = ?"#))
  }
}
