import Testing

/// What is reported about relationships.
@Suite struct RelationshipDiagnosticTests {
  @Test func acceptsEveryShape() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "a", deleteRule: .deny) var a: Author
          @Relationship(inverse: "b", deleteRule: .nullify) var b: Author?
          @Relationship(inverse: "c", deleteRule: .cascade) var c: Set<Author>
          @Relationship(inverse: "d", deleteRule: DeleteRule.noAction) var d: Swift.Set<Shop.Author>
          @Relationship(inverse: "e", deleteRule: .deny) var e: Optional<Author>
        }
        """)
  }

  @Test func rejectsMissingInverse() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(deleteRule: .nullify) var author: Author?
        }
        """,
      diagnostics: """
          @Relationship(deleteRule: .nullify) var author: Author?
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: relationship 'author' needs an inverse: the name of the property at the other end that refers back [relationship.inverse-missing]
        fix: add 'inverse: "<#inverse#>"'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "<#inverse#>", deleteRule: .nullify) var author: Author?
        }
        """)
  }

  @Test func rejectsEmptyInverse() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "", deleteRule: .nullify) var author: Author?
        }
        """,
      diagnostics: """
          @Relationship(inverse: "", deleteRule: .nullify) var author: Author?
                                 ^^
        error: the inverse of 'author' needs a name: that of the property at the other end that refers back [relationship.inverse-empty]
        """)
  }

  @Test func rejectsMissingDeleteRule() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books") var author: Author?
        }
        """,
      diagnostics: """
          @Relationship(inverse: "books") var author: Author?
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: relationship 'author' needs a delete rule: '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-missing]
        fix: add 'deleteRule: .nullify'
        fix: add 'deleteRule: .cascade'
        fix: add 'deleteRule: .deny'
        fix: add 'deleteRule: .noAction'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
        }
        """)
  }

  @Test func rejectsBareAnnotation() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship var author: Author?
          @Relationship() var editor: Author?
        }
        """,
      diagnostics: """
          @Relationship var author: Author?
          ^^^^^^^^^^^^^
        error: relationship 'author' needs an inverse: the name of the property at the other end that refers back [relationship.inverse-missing]
        fix: add 'inverse: "<#inverse#>", deleteRule: .nullify'
          @Relationship var author: Author?
          ^^^^^^^^^^^^^
        error: relationship 'author' needs a delete rule: '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-missing]
          @Relationship() var editor: Author?
          ^^^^^^^^^^^^^^^
        error: relationship 'editor' needs an inverse: the name of the property at the other end that refers back [relationship.inverse-missing]
        fix: add 'inverse: "<#inverse#>", deleteRule: .nullify'
          @Relationship() var editor: Author?
          ^^^^^^^^^^^^^^^
        error: relationship 'editor' needs a delete rule: '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-missing]
        """)
  }

  @Test func rejectsUnknownDeleteRule() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .remove) var author: Author?
        }
        """,
      diagnostics: """
          @Relationship(inverse: "books", deleteRule: .remove) var author: Author?
                                                      ^^^^^^^
        error: '.remove' is no delete rule; the rules are '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-unknown]
        """)
  }

  @Test func rejectsOptionalSet() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Set<Page>?
        }
        """,
      diagnostics: """
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Set<Page>?
                                                                          ^^^^^^^^^^
        error: to-many relationship 'pages' cannot be optional; where there are no objects, the set is empty [relationship.to-many-optional]
        fix: make it 'Set<Page>'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Set<Page>
        }
        """)
  }

  @Test func acceptsArray() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: [Page]
          @Relationship(inverse: "other", deleteRule: .cascade) var others: Array<Page>
        }
        """,
      diagnostics: "")
  }

  @Test func rejectsOptionalArray() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: [Page]?
        }
        """,
      diagnostics: """
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: [Page]?
                                                                          ^^^^^^^
        error: to-many relationship 'pages' cannot be optional; where there are no objects, the array is empty [relationship.to-many-optional]
        fix: make it '[Page]'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: [Page]
        }
        """)
  }

  @Test func rejectsDefaultValue() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Set<Page> = []
          @Relationship(inverse: "x", deleteRule: .deny) var author: Author? = nil
        }
        """,
      diagnostics: """
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Set<Page> = []
                                                                                      ^^
        error: relationship 'pages' cannot have a default value, since it holds objects of one context; remove the value [relationship.default-value]
        fix: remove the value
          @Relationship(inverse: "x", deleteRule: .deny) var author: Author? = nil
                                                                               ^^^
        error: relationship 'author' cannot have a default value, since it holds objects of one context; remove the value [relationship.default-value]
        fix: remove the value
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Set<Page>
          @Relationship(inverse: "x", deleteRule: .deny) var author: Author?
        }
        """)
  }

  @Test func rejectsValues() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Int
          @Relationship(inverse: "book", deleteRule: .cascade) var names: Set<String>
          @Relationship(inverse: "x", deleteRule: .deny) var map: [String: Page]
          @Relationship(inverse: "x", deleteRule: .deny) var any: any Page
        }
        """,
      diagnostics: """
          @Relationship(inverse: "book", deleteRule: .cascade) var pages: Int
                                                                          ^^^
        error: relationship 'pages' must refer to an entity, and 'Int' is none; mark a value '@Attribute' [relationship.not-an-object]
          @Relationship(inverse: "book", deleteRule: .cascade) var names: Set<String>
                                                                          ^^^^^^^^^^^
        error: relationship 'names' must refer to an entity, and 'Set<String>' is none; mark a value '@Attribute' [relationship.not-an-object]
          @Relationship(inverse: "x", deleteRule: .deny) var map: [String: Page]
                                                                  ^^^^^^^^^^^^^^
        error: relationship 'map' must refer to an entity, and '[String: Page]' is none; mark a value '@Attribute' [relationship.not-an-object]
          @Relationship(inverse: "x", deleteRule: .deny) var any: any Page
                                                                  ^^^^^^^^
        error: relationship 'any' must refer to an entity, and 'any Page' is none; mark a value '@Attribute' [relationship.not-an-object]
        """)
  }

  @Test func acceptsCounts() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade, minimumCount: 1, maximumCount: 1)
          var pages: Set<Page>
          @Relationship(inverse: "book", deleteRule: .cascade, minimumCount: 0) var covers: Set<Cover>
        }
        """)
  }

  @Test func rejectsCountsThatCannotBe() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade, minimumCount: -1, maximumCount: 0)
          var pages: Set<Page>
        }
        """,
      diagnostics: """
          @Relationship(inverse: "book", deleteRule: .cascade, minimumCount: -1, maximumCount: 0)
                                                                             ^^
        error: 'minimumCount:' must be at least 0 [relationship.count-too-small]
          @Relationship(inverse: "book", deleteRule: .cascade, minimumCount: -1, maximumCount: 0)
                                                                                               ^
        error: 'maximumCount:' must be at least 1 [relationship.count-too-small]
        """)
  }

  @Test func rejectsCrossedCounts() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade, minimumCount: 3, maximumCount: 2)
          var pages: Set<Page>
        }
        """,
      diagnostics: """
          @Relationship(inverse: "book", deleteRule: .cascade, minimumCount: 3, maximumCount: 2)
                                                                             ^
        error: 'minimumCount:' must not exceed 'maximumCount:', and 3 is more than 2 [relationship.counts-crossed]
        """)
  }

  @Test func rejectsCountsOfOneObject() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .nullify, maximumCount: 1) var author: Author?
        }
        """,
      diagnostics: """
          @Relationship(inverse: "books", deleteRule: .nullify, maximumCount: 1) var author: Author?
                                                                ^^^^^^^^^^^^^^^
        error: 'maximumCount:' is for sets, and 'author' refers to a single object; make the property optional or not instead [relationship.count-on-to-one]
        """)
  }

  @Test func acceptsColumnOfOneObject() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .nullify, column: "author_id") var author: Author?
        }
        """)
  }

  @Test func rejectsColumnOfSet() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "book", deleteRule: .cascade, column: "page_id") var pages: Set<Page>
        }
        """,
      diagnostics: """
          @Relationship(inverse: "book", deleteRule: .cascade, column: "page_id") var pages: Set<Page>
                                                               ^^^^^^^^^^^^^^^^^
        error: to-many relationship 'pages' has no column; remove 'column:' [relationship.column-on-to-many]
        """)
  }
}
