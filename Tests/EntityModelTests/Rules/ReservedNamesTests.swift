import Testing

@testable import EntityModel

@Suite struct ReservedNamesTests {
  @Test func underscoreIsAcceptedWhereverTheStoreHasNone() {
    expectAccepted([
      Entity(
        "Book_",
        properties: [
          .string("_title", column: "title"), .string("sqlite_x"), .string("note", column: "a _ b"),
          .many("_likes", "Book_", inverse: "_likes"), .fetch("_all", "Book_"),
        ]),
      Entity("SQLiteFile"),
    ])
  }

  @Test(arguments: ["_Book", "sqlite_Book", "SQLite_Book", "_\u{301}Book", "", "Bo\0ok"])
  func entityNameOfTheStoreIsRejected(name: String) {
    expect(
      ReservedNames.self,
      finds: [
        ModelProblem(
          .reservedEntityName, in: name,
          "'\(name)' cannot name an entity; names that begin with '_' or 'sqlite_' are the "
            + "store's, and a name is neither empty nor has a NUL in it")
      ],
      in: [Entity(name)])
  }

  @Test(arguments: ["_title", "_", "_\u{301}", "", "ti\0tle"])
  func columnOfTheStoreIsRejected(column: String) {
    expect(
      ReservedNames.self,
      finds: ["title", "next"].map { (name: String) in
        ModelProblem(
          .reservedColumn, in: "Book", property: name,
          "'Book.\(name)' cannot be stored in column '\(column)'; give it another with 'column:', "
            + "one that does not begin with '_', is not empty and has no NUL in it")
      },
      in: [
        Entity(
          "Book",
          properties: [
            .string("title", column: column), .string("name"),
            .one("next", "Book", inverse: "next", column: column),
          ])
      ])
  }
}
