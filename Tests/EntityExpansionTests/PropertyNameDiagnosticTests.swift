import Testing

/// What is reported about the name and the column of a property.
@Suite struct PropertyNameDiagnosticTests {
  @Test func acceptsNamesThatOnlySoundSpecial() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var description: String
          var `default`: Int
          var type: Int
          var `class`: Int
        }
        """)
  }

  @Test func rejectsReservedNames() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var __values: Int
          @Attribute var `self`: Int
          @Relationship(inverse: "x", deleteRule: .deny) var `Type`: Book?
        }
        """,
      diagnostics: """
          var __values: Int
              ^^^^^^^^
        error: '__values' cannot name a property of an entity; 'self', 'init', 'Type', 'Protocol' and names that begin with '__' are taken; call it 'values', with 'json: "__values"' if it is so called in payloads [property.name-reserved]
          @Attribute var `self`: Int
                         ^^^^^^
        error: 'self' cannot name a property of an entity; 'self', 'init', 'Type', 'Protocol' and names that begin with '__' are taken; call it 'selfValue', with 'json: "self"' if it is so called in payloads [property.name-reserved]
          @Relationship(inverse: "x", deleteRule: .deny) var `Type`: Book?
                                                             ^^^^^^
        error: 'Type' cannot name a property of an entity; 'self', 'init', 'Type', 'Protocol' and names that begin with '__' are taken; call it 'typeValue', with 'json: "Type"' if it is so called in payloads [property.name-reserved]
        """)
  }

  @Test func acceptsUnderscoreWithColumn() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(column: "hidden") var _hidden: Int
          @Transient var _other: Int = 0
        }
        """)
  }

  @Test func rejectsColumnOfTheStore() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var _hidden: Int
        }
        """,
      diagnostics: """
          var _hidden: Int
              ^^^^^^^
        error: '_hidden' cannot be stored in a column of its name, since columns that begin with '_' are the store's; give it another with 'column:' [property.column-reserved]
        """)
  }

  @Test func acceptsDifferentColumns() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(column: "a") var title: String
          @Attribute(column: "b") var pages: Int
        }
        """)
  }

  @Test func rejectsSharedColumn() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var title: String
          @Attribute(column: "Title") var heading: String
          @Relationship(inverse: "x", deleteRule: .deny, column: "title") var book: Book?
        }
        """,
      diagnostics: """
          @Attribute(column: "Title") var heading: String
                             ^^^^^^^
        error: 'title' and 'heading' are both stored in column 'Title'; give one of them another with 'column:' [property.column-duplicate]
          var title: String
              ^^^^^
        note: the first use of the column
          @Relationship(inverse: "x", deleteRule: .deny, column: "title") var book: Book?
                                                                 ^^^^^^^
        error: 'title' and 'book' are both stored in column 'title'; give one of them another with 'column:' [property.column-duplicate]
          var title: String
              ^^^^^
        note: the first use of the column
        """)
  }
}
