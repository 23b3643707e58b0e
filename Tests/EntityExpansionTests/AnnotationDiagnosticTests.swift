import EntityExpansion
import SwiftReader
import Testing

/// What is reported about the arguments of annotations.
@Suite struct AnnotationDiagnosticTests {
  @Test func acceptsOptions() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.unique, .indexed) var title: String
          @Attribute(AttributeOption.unique) var pages: Int
          @Attribute(EntityGraph.AttributeOption.indexed) var price: Int
        }
        """)
  }

  @Test func rejectsUnknownOption() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.primary) var title: String
          @Attribute(options) var pages: Int
        }
        """,
      diagnostics: """
          @Attribute(.primary) var title: String
                     ^^^^^^^^
        error: '.primary' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
          @Attribute(options) var pages: Int
                     ^^^^^^^
        error: 'options' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
        """)
  }

  @Test func rejectsWhatCannotBeSearched() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.searchable) var pages: Int
          @Attribute(.searchable(.porter)) var title: Title?
          @Attribute(.searchable, .searchable(.porter)) var note: String
          @Attribute(.searchable(.klingon)) var plot: String
        }
        """,
      diagnostics: """
          @Attribute(.searchable) var pages: Int
                     ^^^^^^^^^^^
        error: 'pages' cannot be searchable, since its type is not written 'String' or 'String?'; the words of texts alone are found [attribute.searchable-type]
          @Attribute(.searchable(.porter)) var title: Title?
                     ^^^^^^^^^^^^^^^^^^^^
        error: 'title' cannot be searchable, since its type is not written 'String' or 'String?'; the words of texts alone are found [attribute.searchable-type]
          @Attribute(.searchable, .searchable(.porter)) var note: String
                                  ^^^^^^^^^^^^^^^^^^^^
        error: an attribute is searchable in one way; leave '.searchable(.porter)' out, or what says otherwise before it [attribute.searchable-twice]
          @Attribute(.searchable(.klingon)) var plot: String
                     ^^^^^^^^^^^^^^^^^^^^^
        error: '.searchable(.klingon)' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
        """)
  }

  @Test func textsMayBeIndexedIgnoringCase() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.indexed(.ignoringCase), .indexed) var title: String
          @Attribute(.unique(.ignoringCase), .secret, .searchable(.porter)) var code: String?
          @Attribute(AttributeOption.unique(TextComparison.ignoringCase)) var note: Optional<String>
          @Attribute(.indexed(.ignoringCase), .indexed(.ignoringCase)) var plot: String = ""
        }
        """
    ) {
      """
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("title", String.self, options: [.indexed(.ignoringCase), .indexed])
        entity.attribute(
          "code", String?.self, options: [.unique(.ignoringCase), .secret, .searchable(.porter)])
        entity.attribute("note", Optional<String>.self, options: [.unique(.ignoringCase)])
        entity.attribute("plot", String.self, options: [.indexed(.ignoringCase)], default: "")
      }
      """
    }
  }

  @Test func rejectsWhatHasNoCase() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.indexed(.ignoringCase)) var pages: Int
          @Attribute(.unique(.ignoringCase)) var genre: Genre?
          @Attribute(.unique(.porter)) var title: String
          @Attribute(.secret(.ignoringCase)) var plot: String
        }
        """,
      diagnostics: """
          @Attribute(.indexed(.ignoringCase)) var pages: Int
                     ^^^^^^^^^^^^^^^^^^^^^^^
        error: 'pages' cannot be indexed ignoring case, since its type is not written 'String' or 'String?'; only texts have a case, so write '.indexed' [attribute.ignoring-case-type]
        fix: write '.indexed'
          @Attribute(.unique(.ignoringCase)) var genre: Genre?
                     ^^^^^^^^^^^^^^^^^^^^^^
        error: 'genre' cannot be unique ignoring case, since its type is not written 'String' or 'String?'; only texts have a case, so write '.unique' [attribute.ignoring-case-type]
        fix: write '.unique'
          @Attribute(.unique(.porter)) var title: String
                     ^^^^^^^^^^^^^^^^
        error: '.unique(.porter)' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
          @Attribute(.secret(.ignoringCase)) var plot: String
                     ^^^^^^^^^^^^^^^^^^^^^^
        error: '.secret(.ignoringCase)' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
        """)
  }

  @Test func textsMayBeSearched() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.searchable, .indexed) var title: String
          @Attribute(.searchable(.unicode)) var subtitle: String?
          @Attribute(AttributeOption.searchable(SearchTokenizer.porter)) var note: Optional<String>
          @Attribute(.searchable(.trigram), .searchable(.trigram)) var code: Swift.String
        }
        """
    ) {
      """
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("title", String.self, options: [.searchable, .indexed])
        entity.attribute("subtitle", String?.self, options: [.searchable])
        entity.attribute("note", Optional<String>.self, options: [.searchable(.porter)])
        entity.attribute("code", Swift.String.self, options: [.searchable(.trigram)])
      }
      """
    }
  }

  @Test func rejectsUnknownArgument() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(name: "x") var title: String
          @Transient(true) var pages: Int = 0
          @Relationship("author", inverse: "books", deleteRule: .deny) var author: Author?
          @Fetched(Book.self, first: 3) var all: [Book]
        }
        """,
      diagnostics: """
          @Attribute(name: "x") var title: String
                     ^^^^
        error: '@Attribute' takes no argument 'name:'; it takes '.unique', '.indexed', '.secret', '.external', '.searchable', '.createdAt', '.updatedAt', '.deletedAt', '.identity', '.preserveValueOnDeletion', '.undecodable', '.range', '.length', '.pattern', '.rule', '.derived', 'transform:', 'originalName:', 'column:' and 'json:' [annotation.argument-unknown]
          @Transient(true) var pages: Int = 0
                     ^^^^
        error: '@Transient' takes no argument without label; it takes none [annotation.argument-unknown]
          @Relationship("author", inverse: "books", deleteRule: .deny) var author: Author?
                        ^^^^^^^^
        error: '@Relationship' takes no argument without label; it takes 'inverse:', 'deleteRule:', 'originalName:', 'column:', 'minimumCount:', 'maximumCount:' and 'json:' [annotation.argument-unknown]
          @Fetched(Book.self, first: 3) var all: [Book]
                              ^^^^^
        error: '@Fetched' takes no argument 'first:'; it takes an entity, 'where:', 'sortedBy:' with a direction, 'limit:', 'offset:', 'includesSubentities:', 'includesPendingChanges:' and, for dictionaries, 'properties:' [annotation.argument-unknown]
        """)
  }

  @Test func rejectsRepeatedArgument() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(column: "a", column: "b") var title: String
        }
        """,
      diagnostics: """
          @Attribute(column: "a", column: "b") var title: String
                                  ^^^^^^
        error: '@Attribute' takes 'column:' once [annotation.argument-repeated]
        """)
  }

  @Test func acceptsLiterals() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(originalName: "heading", column: "full title") var title: String
          @Attribute(column: #"raw"#) var raw: String
        }
        """)
  }

  @Test func rejectsWhatIsNoLiteral() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Attribute(column: "a" + "b") var title: String
          @Attribute(originalName: name) var pages: Int
          @Attribute(column: "a\(1)") var price: Int
          @Relationship(inverse: \Author.books, deleteRule: .deny) var author: Author?
          @Relationship(inverse: "books", deleteRule: .deny, minimumCount: least) var books: Set<Book>
        }
        """#,
      diagnostics: #"""
          @Attribute(column: "a" + "b") var title: String
                             ^^^^^^^^^
        error: 'column:' must be a string literal, since it is read when the program is built [annotation.argument-not-literal]
          @Attribute(originalName: name) var pages: Int
                                   ^^^^
        error: 'originalName:' must be a string literal, since it is read when the program is built [annotation.argument-not-literal]
          @Attribute(column: "a\(1)") var price: Int
                             ^^^^^^^
        error: 'column:' must be a string literal, since it is read when the program is built [annotation.argument-not-literal]
          @Relationship(inverse: \Author.books, deleteRule: .deny) var author: Author?
                                 ^^^^^^^^^^^^^
        error: 'inverse:' must be a string literal or '.implicit', since it is read when the program is built [annotation.argument-not-literal]
          @Relationship(inverse: "books", deleteRule: .deny, minimumCount: least) var books: Set<Book>
                                                                           ^^^^^
        error: 'minimumCount:' must be an integer literal, since it is read when the program is built [annotation.argument-not-literal]
        """#)
  }

  @Test func rejectsInvalidJSONName() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Attribute(json: "") var title: String
          @Attribute(json: "a..b") var pages: Int
          @Attribute(.indexed, json: name) var price: Int
          @Relationship(inverse: "books", deleteRule: .nullify, json: .hidden) var author: Author?
        }
        """#,
      diagnostics: #"""
          @Attribute(json: "") var title: String
                           ^^
        error: 'json:' needs the name of a member as a string literal, with dots between names that lead to it, such as "address.street", or '.notExported' [property.json-name-invalid]
          @Attribute(json: "a..b") var pages: Int
                           ^^^^^^
        error: 'json:' needs the name of a member as a string literal, with dots between names that lead to it, such as "address.street", or '.notExported' [property.json-name-invalid]
          @Attribute(.indexed, json: name) var price: Int
                                     ^^^^
        error: 'json:' needs the name of a member as a string literal, with dots between names that lead to it, such as "address.street", or '.notExported' [property.json-name-invalid]
          @Relationship(inverse: "books", deleteRule: .nullify, json: .hidden) var author: Author?
                                                                      ^^^^^^^
        error: 'json:' needs the name of a member as a string literal, with dots between names that lead to it, such as "address.street", or '.notExported' [property.json-name-invalid]
        """#)
  }

  @Test func rejectsInvalidColumn() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Attribute(column: "") var title: String
          @Attribute(column: "_id") var pages: Int
          @Attribute(column: "a\u{0}b") var price: Int
        }
        """#,
      diagnostics: #"""
          @Attribute(column: "") var title: String
                             ^^
        error: a column needs a name that is not empty and does not begin with '_', since such names are the store's [property.column-invalid]
          @Attribute(column: "_id") var pages: Int
                             ^^^^^
        error: a column needs a name that is not empty and does not begin with '_', since such names are the store's [property.column-invalid]
          @Attribute(column: "a\u{0}b") var price: Int
                             ^^^^^^^^^
        error: a column needs a name that is not empty and does not begin with '_', since such names are the store's [property.column-invalid]
        """#)
  }

  @Test func rejectsInvalidOriginalName() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(originalName: "") var title: String
        }
        """,
      diagnostics: """
          @Attribute(originalName: "") var title: String
                                   ^^
        error: 'originalName:' needs the name from before; leave it out where there was no other one [property.original-name-invalid]
        """)
  }

  @Test(arguments: [#"(originalName: "Volume")"#, ""])
  func acceptsOriginalNameOfEntity(_ arguments: String) {
    let driver = ExpansionDriver(
      "@Entity\(arguments) final class Book: ManagedObject { var title: String }")
    #expect(driver.report == "")
  }

  @Test func rejectsOriginalNameOfEntityThatIsNone() {
    let driver = ExpansionDriver(
      #"@Entity(originalName: "") final class Book: ManagedObject { var title: String }"#)
    #expect(driver.diagnostics.map(\.diagnostic.id) == ["property.original-name-invalid"])
  }

  @Test func rejectsOriginalNameOfEntityThatIsNoLiteral() {
    let driver = ExpansionDriver(
      "@Entity(originalName: name) final class Book: ManagedObject { var title: String }")
    #expect(driver.diagnostics.map(\.diagnostic.id) == ["annotation.argument-not-literal"])
  }

  @Test func `what says when an object was deleted is an optional date`() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.deletedAt) var gone: Date
          @Attribute(.deletedAt) var number: Int?
        }
        """,
      diagnostics: """
          @Attribute(.deletedAt) var gone: Date
                     ^^^^^^^^^^
        error: 'gone' cannot say when an object was deleted, since its type is not written 'Date?'; nil is what an object has that has not been deleted [attribute.deleted-at-type]
          @Attribute(.deletedAt) var number: Int?
                     ^^^^^^^^^^
        error: 'number' cannot say when an object was deleted, since its type is not written 'Date?'; nil is what an object has that has not been deleted [attribute.deleted-at-type]
        """)
  }

  @Test func `an external attribute is no small value and nothing that an index is made of`() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.external) var pages: Int
          @Attribute(.external, .searchable) var text: String
          @Attribute(.external, .undecodable(.keep)) var tags: [String] = []
        }
        """,
      diagnostics: """
          @Attribute(.external) var pages: Int
                     ^^^^^^^^^
        error: 'pages' cannot be external, since values of its type take a few bytes, which are read faster with the row; leave '.external' out [attribute.external-type]
          @Attribute(.external, .searchable) var text: String
                                ^^^^^^^^^^^
        error: '.searchable' is about what rows have, and an external attribute's values are apart from the rows; leave one of the two out [attribute.external-option]
        """)
  }
}
