import Testing

/// What is reported about fetched properties.
@Suite struct FetchedDiagnosticTests {
  @Test func acceptsEveryForm() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Fetched(Book.self) var all: [Book]
          @Fetched(Book.self) var media: [Media]
          @Fetched(countOf: Book.self) var number: Count
          @Fetched(Shop.Book.self, sortedBy: \.title) var sorted: Array<Book>
          @Fetched(countOf: Book.self, where: { book, me in book.title == me.title }) var count: Int
          @Fetched(identifiersOf: Book.self) var ids: [ObjectID]
          @Fetched(dictionariesOf: Book.self) var rows: [[String: Any]]
          @Fetched(Book.self, sortedBy: \.title, .descending, limit: 3, offset: 0) var three: [Book]
          @Fetched(
            dictionariesOf: Book.self, sortedBy: [.by(\.title)], properties: [\.title],
            includesSubentities: false, includesPendingChanges: false)
          var titles: [[String: Any]]
        }
        """#)
  }

  @Test func rejectsNegativeBoundsAndArgumentsOfOtherForms() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Fetched(Book.self, limit: -1) var none: [Book]
          @Fetched(Book.self, .descending, properties: [\.title]) var all: [Book]
        }
        """#,
      diagnostics: #"""
          @Fetched(Book.self, limit: -1) var none: [Book]
                                     ^^
        error: 'limit' of a fetched property must be at least 0 [fetched.bound-negative]
          @Fetched(Book.self, .descending, properties: [\.title]) var all: [Book]
                              ^^^^^^^^^^^
        error: '@Fetched' takes no argument without label; it takes an entity, 'where:', 'sortedBy:' with a direction, 'limit:', 'offset:', 'includesSubentities:', 'includesPendingChanges:' and, for dictionaries, 'properties:' [annotation.argument-unknown]
          @Fetched(Book.self, .descending, properties: [\.title]) var all: [Book]
                                           ^^^^^^^^^^
        error: '@Fetched' takes no argument 'properties:'; it takes an entity, 'where:', 'sortedBy:' with a direction, 'limit:', 'offset:', 'includesSubentities:', 'includesPendingChanges:' and, for dictionaries, 'properties:' [annotation.argument-unknown]
        """#)
  }

  @Test func rejectsTypeThatDoesNotFitTheForm() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Fetched(Book.self) var set: Set<Book>
          @Fetched(countOf: Book.self) var count: [Book]
          @Fetched(identifiersOf: Book.self) var ids: [Int]
          @Fetched(dictionariesOf: Book.self) var rows: [[String: String]]
        }
        """,
      diagnostics: """
          @Fetched(Book.self) var set: Set<Book>
                                       ^^^^^^^^^
        error: a property marked '@Fetched' holds '[Book]', and 'set' is declared 'Set<Book>' [fetched.type]
        fix: make it '[Book]'
          @Fetched(countOf: Book.self) var count: [Book]
                                                  ^^^^^^
        error: a property marked '@Fetched(countOf:)' holds 'Int', and 'count' is declared '[Book]' [fetched.type]
        fix: make it 'Int'
          @Fetched(identifiersOf: Book.self) var ids: [Int]
                                                      ^^^^^
        error: a property marked '@Fetched(identifiersOf:)' holds '[ObjectID]', and 'ids' is declared '[Int]' [fetched.type]
        fix: make it '[ObjectID]'
          @Fetched(dictionariesOf: Book.self) var rows: [[String: String]]
                                                        ^^^^^^^^^^^^^^^^^^
        error: a property marked '@Fetched(dictionariesOf:)' holds '[[String: Any]]', and 'rows' is declared '[[String: String]]' [fetched.type]
        fix: make it '[[String: Any]]'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Fetched(Book.self) var set: [Book]
          @Fetched(countOf: Book.self) var count: Int
          @Fetched(identifiersOf: Book.self) var ids: [ObjectID]
          @Fetched(dictionariesOf: Book.self) var rows: [[String: Any]]
        }
        """)
  }

  @Test func rejectsMissingEntity() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Fetched var all: [Book]
          @Fetched(sortedBy: \.title) var sorted: [Book]
        }
        """#,
      diagnostics: #"""
          @Fetched var all: [Book]
          ^^^^^^^^
        error: '@Fetched' needs the entity to fetch first, like '@Fetched(Book.self)' or '@Fetched(countOf: Book.self)' [fetched.entity-missing]
          @Fetched(sortedBy: \.title) var sorted: [Book]
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: '@Fetched' needs the entity to fetch first, like '@Fetched(Book.self)' or '@Fetched(countOf: Book.self)' [fetched.entity-missing]
        """#)
  }

  @Test func rejectsEntityThatIsNoType() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Fetched("Book") var all: [Book]
          @Fetched(Book) var some: [Book]
        }
        """,
      diagnostics: """
          @Fetched("Book") var all: [Book]
                   ^^^^^^
        error: '@Fetched' needs the class of an entity, written like 'Book.self' [fetched.entity-not-a-type]
          @Fetched(Book) var some: [Book]
                   ^^^^
        error: '@Fetched' needs the class of an entity, written like 'Book.self' [fetched.entity-not-a-type]
        """)
  }

  @Test func rejectsDefaultValue() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Fetched(Book.self) var all: [Book] = []
        }
        """,
      diagnostics: """
          @Fetched(Book.self) var all: [Book] = []
                                                ^^
        error: fetched property 'all' cannot have a default value, since it is read only; remove the value [fetched.default-value]
        fix: remove the value
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Fetched(Book.self) var all: [Book]
        }
        """)
  }

  @Test func rejectsSortedCount() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Fetched(countOf: Book.self, sortedBy: \.title) var count: Int
        }
        """#,
      diagnostics: #"""
          @Fetched(countOf: Book.self, sortedBy: \.title) var count: Int
                                       ^^^^^^^^^^^^^^^^^
        error: a count has no order; remove 'sortedBy:' [fetched.count-sorted]
        """#)
  }
}
