import Testing

/// Lists of properties that are unique or indexed together.
@Suite struct IndexDiagnosticTests {
  @Test func `lists of attributes and to-ones are accepted`() {
    assertExpansion(
      of: """
        @Entity(unique: [["author", "title"]], indexes: [["kind", "author"], ["title", "kind"]])
        final class Book: ManagedObject {
          var title: String
          var `kind`: Int
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
        }
        """)
  }

  @Test func `lists are part of the description`() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity(originalName: "Work", unique: [["kind", "title"]], indexes: [["title", "kind"]])
        final class Book: ManagedObject {
          var title: String
          var kind: Int
        }
        """
    ) {
      """
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(
          Book.self, "Book", originalName: "Work", uniqueKeys: [["kind", "title"]],
          indexes: [["title", "kind"]])
        entity.attribute("title", String.self)
        entity.attribute("kind", Int.self)
      }
      """
    }
  }

  @Test func `inherited names are left to the model where one is the class's own`() {
    assertExpansion(
      of: """
        @Entity(unique: [["title", "plot"]]) final class Novel: Book {
          var plot: String
        }
        """)
    assertExpansion(
      of: """
        @Entity(unique: [["title", "kind"]]) final class Novel: Book {
          var plot: String
        }
        """,
      diagnostics: """
        @Entity(unique: [["title", "kind"]]) final class Novel: Book {
                         ^^^^^^^^^^^^^^^^^
        error: 'Novel' declares none of these properties; write the list in the annotation of the class that does [entity.index-inherited]
        """)
  }

  @Test func `an index may name the class`() {
    assertExpansion(
      of: """
        @Entity(indexes: [["entity"], ["entity", "title"]]) class Book: ManagedObject {
          var title: String
        }
        """)
    assertExpansion(
      of: """
        @Entity(unique: [["entity", "key"]]) final class Row: ManagedObject {
          var entity: String
          var key: String
        }
        """)
    // Which may be an inherited property.
    assertExpansion(
      of: """
        @Entity(unique: [["entity", "plot"]], indexes: [["entity", "-plot"]])
        final class Novel: Book {
          var plot: String
        }
        """)
  }

  @Test func `nothing is unique by its class, which has neither case nor nil`() {
    assertExpansion(
      of: """
        @Entity(unique: [["entity", "title"]], indexes: [["title", "entity != nil"]])
        class Book: ManagedObject {
          var title: String
        }
        """,
      diagnostics: """
        @Entity(unique: [["entity", "title"]], indexes: [["title", "entity != nil"]])
                          ^^^^^^^^
        error: 'entity' is the class of an object, which lists of 'indexes:' alone name; leave it out, since a list of a class that extends this one is about its objects [entity.index-kind]
        @Entity(unique: [["entity", "title"]], indexes: [["title", "entity != nil"]])
                                                                   ^^^^^^^^^^^^^^^
        error: 'entity' is the class of an object, and has neither case nor nil; write 'entity' [entity.index-kind]
        fix: write 'entity'
        """,
      fixed: """
        @Entity(unique: [["entity", "title"]], indexes: [["title", "entity"]])
        class Book: ManagedObject {
          var title: String
        }
        """)
  }

  @Test func `a class that extends another one names a property of its own beside the class`() {
    assertExpansion(
      of: """
        @Entity(indexes: [["entity"]]) final class Novel: Book {
          var plot: String
        }
        """,
      diagnostics: """
        @Entity(indexes: [["entity"]]) final class Novel: Book {
                          ^^^^^^^^^^
        error: 'Novel' declares none of these properties; write the list in the annotation of the class that does [entity.index-inherited]
        """)
  }

  @Test func `a name that is no property is refused, with the one that is meant`() {
    assertExpansion(
      of: """
        @Entity(unique: [["Title", "kind"]]) final class Book: ManagedObject {
          var title: String
        }
        """,
      diagnostics: """
        @Entity(unique: [["Title", "kind"]]) final class Book: ManagedObject {
                          ^^^^^^^
        error: 'Book' has no attribute and no relationship 'Title' [entity.index-property-unknown]
        fix: replace 'Title' by 'title'
        @Entity(unique: [["Title", "kind"]]) final class Book: ManagedObject {
                                   ^^^^^^
        error: 'Book' has no attribute and no relationship 'kind' [entity.index-property-unknown]
        """,
      fixed: """
        @Entity(unique: [["title", "kind"]]) final class Book: ManagedObject {
          var title: String
        }
        """)
  }

  @Test func `what has no column cannot be part of a list`() {
    assertExpansion(
      of: """
        @Entity(indexes: [["title", "books"], ["title", "found"], ["title", "note"]])
        final class Author: ManagedObject {
          var title: String
          @Relationship(inverse: "author", deleteRule: .nullify) var books: Set<Book>
          @Fetched(Book.self) var found: [Book]
          @Transient var note: Int = 0
        }
        """,
      diagnostics: """
        @Entity(indexes: [["title", "books"], ["title", "found"], ["title", "note"]])
                                    ^^^^^^^
        error: 'books' is a to-many relationship, and attributes and to-one relationships alone are unique or indexed together [entity.index-property-kind]
        @Entity(indexes: [["title", "books"], ["title", "found"], ["title", "note"]])
                                                        ^^^^^^^
        error: 'found' is a fetched property, and attributes and to-one relationships alone are unique or indexed together [entity.index-property-kind]
        @Entity(indexes: [["title", "books"], ["title", "found"], ["title", "note"]])
                                                                            ^^^^^^
        error: 'note' is not stored, and attributes and to-one relationships alone are unique or indexed together [entity.index-property-kind]
        """)
  }

  @Test func `a list names several properties, each once, and is there once`() {
    assertExpansion(
      of: """
        @Entity(unique: [["a"], [], ["a", "a"]], indexes: [["b"], ["a", "b"], ["a", "b"]])
        final class Book: ManagedObject {
          var a: Int
          var b: Int
        }
        """,
      diagnostics: """
        @Entity(unique: [["a"], [], ["a", "a"]], indexes: [["b"], ["a", "b"], ["a", "b"]])
                         ^^^^^
        error: one property is not unique together; mark 'a' '@Attribute(.unique)' instead [entity.index-short]
        @Entity(unique: [["a"], [], ["a", "a"]], indexes: [["b"], ["a", "b"], ["a", "b"]])
                                ^^
        error: '[]' names no property; name those that are unique together [entity.index-short]
        @Entity(unique: [["a"], [], ["a", "a"]], indexes: [["b"], ["a", "b"], ["a", "b"]])
                                          ^^^
        error: the list names 'a' twice; name it once [entity.index-property-repeated]
        @Entity(unique: [["a"], [], ["a", "a"]], indexes: [["b"], ["a", "b"], ["a", "b"]])
                                                           ^^^^^
        error: one property is not indexed together; mark 'b' '@Attribute(.indexed)' instead [entity.index-short]
        @Entity(unique: [["a"], [], ["a", "a"]], indexes: [["b"], ["a", "b"], ["a", "b"]])
                                                                              ^^^^^^^^^^
        error: '["a", "b"]' is there already; leave one out, since what is unique together is indexed too [entity.index-repeated]
        """)
  }

  @Test func `directions and conditions are of indexes, and of what may be nil`() {
    assertExpansion(
      of: """
        @Entity(
          unique: [["a", "-b"], ["a", "c != nil"]],
          indexes: [["-a", "b"], ["a", "c == nil"], ["a", "b != nil"], ["-C", "a"], ["-b"]])
        final class Book: ManagedObject {
          var a: Int
          var b: Int
          var c: Int?
        }
        """,
      diagnostics: """
          unique: [["a", "-b"], ["a", "c != nil"]],
                         ^^^^
        error: what is unique together has no direction, which 'indexes:' alone have; write 'b' [entity.unique-term]
        fix: write 'b'
          indexes: [["-a", "b"], ["a", "c == nil"], ["a", "b != nil"], ["-C", "a"], ["-b"]])
                                                          ^^^^^^^^^^
        error: 'b' is never nil; leave the condition out, or make the property optional [entity.index-condition]
          indexes: [["-a", "b"], ["a", "c == nil"], ["a", "b != nil"], ["-C", "a"], ["-b"]])
                                                                        ^^^^
        error: 'Book' has no attribute and no relationship 'C' [entity.index-property-unknown]
        fix: replace 'C' by 'c'
          indexes: [["-a", "b"], ["a", "c == nil"], ["a", "b != nil"], ["-C", "a"], ["-b"]])
                                                                                    ^^^^^^
        error: one property is not indexed together; mark 'b' '@Attribute(.indexed)' instead [entity.index-short]
        """,
      fixed: """
        @Entity(
          unique: [["a", "b"], ["a", "c != nil"]],
          indexes: [["-a", "b"], ["a", "c == nil"], ["a", "b != nil"], ["-c", "a"], ["-b"]])
        final class Book: ManagedObject {
          var a: Int
          var b: Int
          var c: Int?
        }
        """)
  }

  @Test func `lists are literals`() {
    assertExpansion(
      of: """
        @Entity(unique: lists, indexes: ["a", "b"]) final class Book: ManagedObject {
          var a: Int
        }
        """,
      diagnostics: """
        @Entity(unique: lists, indexes: ["a", "b"]) final class Book: ManagedObject {
                        ^^^^^
        error: 'unique:' must be a list of lists of names, '[["author", "title"]]', since it is read when the program is built [annotation.argument-not-literal]
        @Entity(unique: lists, indexes: ["a", "b"]) final class Book: ManagedObject {
                                        ^^^^^^^^^^
        error: 'indexes:' must be a list of lists of names, '[["author", "title"]]', since it is read when the program is built [annotation.argument-not-literal]
        """)
  }

  @Test func `leaves and texts without case are parts of lists`() {
    assertExpansion(
      of: """
        @Entity(
          unique: [["home.city", "title.lowercased()"], ["home.place.x"]],
          indexes: [["-title.lowercased()", "home.city"], ["home.city", "home.street != nil"]])
        final class Book: ManagedObject {
          var title: String?
          var home: Address
        }
        """)
    assertExpansion(
      of: """
        @Entity(
          unique: [["author.name", "a"], ["a.lowercased()", "b"], ["home.city.lowercased()", "a"]],
          indexes: [["-a.lowercased()", "b"], ["b.lowercased()"], ["b.uppercased()", "a"]])
        final class Book: ManagedObject {
          var a: Int
          var b: String
          var home: Address
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
        }
        """,
      diagnostics: """
          unique: [["author.name", "a"], ["a.lowercased()", "b"], ["home.city.lowercased()", "a"]],
                    ^^^^^^^^^^^^^
        error: 'author.name' is of another object, and what is unique or indexed together are columns of one table; name properties of 'Book' and leaves of its compositions [entity.index-path]
          unique: [["author.name", "a"], ["a.lowercased()", "b"], ["home.city.lowercased()", "a"]],
                                          ^^^^^^^^^^^^^^^^
        error: 'a' has no case, since its type is not written 'String' or 'String?'; write 'a' [entity.index-case]
        fix: write 'a'
          unique: [["author.name", "a"], ["a.lowercased()", "b"], ["home.city.lowercased()", "a"]],
                                                                   ^^^^^^^^^^^^^^^^^^^^^^^^
        error: 'home.city' is a leaf, whose texts are not stored without case; write 'home.city', or make it an attribute of its own [entity.index-case]
        fix: write 'home.city'
          indexes: [["-a.lowercased()", "b"], ["b.lowercased()"], ["b.uppercased()", "a"]])
                     ^^^^^^^^^^^^^^^^^
        error: 'a' has no case, since its type is not written 'String' or 'String?'; write 'a' [entity.index-case]
        fix: write '-a'
          indexes: [["-a.lowercased()", "b"], ["b.lowercased()"], ["b.uppercased()", "a"]])
                                              ^^^^^^^^^^^^^^^^^^
        error: one property is not indexed together; mark 'b' '@Attribute(.indexed(.ignoringCase))' instead [entity.index-short]
          indexes: [["-a.lowercased()", "b"], ["b.lowercased()"], ["b.uppercased()", "a"]])
                                                                   ^^^^^^^^^^^^^^^^
        error: 'Book' has no attribute and no relationship 'b.uppercased()'; a list has names, those of leaves too ('home.city'), '-name' for a descending order, 'name.lowercased()' where case does not count, and 'name == nil' or 'name != nil' [entity.index-property-unknown]
        """,
      fixed: """
        @Entity(
          unique: [["author.name", "a"], ["a", "b"], ["home.city", "a"]],
          indexes: [["-a", "b"], ["b.lowercased()"], ["b.uppercased()", "a"]])
        final class Book: ManagedObject {
          var a: Int
          var b: String
          var home: Address
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
        }
        """)
  }
}
