import Testing

/// What the real `swift build` says, at whose line, of models that no macro can judge.
@Suite(BuildThread.ofScratchPackages) struct RefusalTests {
  /// Sources that break one rule, and everything that the build says of them.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let diagnostics: [String]
    var testDescription: String { name }
  }

  /// The targets of the package that the tests build, one for each refusal and one that is no
  /// Swift.
  static let targets =
    refusals.map {
      ScratchPackage.Target(
        name: $0.name, files: ["Model.swift": "import EntityGraph\n" + $0.source])
    } + [
      ScratchPackage.Target(
        name: "Unfinished",
        files: [
          "Model.swift": """
          import EntityGraph
          @Entity final class Author: ManagedObject {
            @Relationship(inverse: "writer", deleteRule: .cascade) var books: Set<
          """
        ])
    ]

  @Test(arguments: refusals) func aModelThatBreaksARuleIsRefusedAtItsLine(_ refusal: Refusal) throws
  {
    let run = try ScratchPackage.adopting.get().build(refusal.name)
    #expect(
      run
        == ScratchPackage.Run(
          diagnostics: refusal.diagnostics.map { "\(refusal.name)/Model.swift:\($0)" },
          succeeds: false))
  }

  @Test func whatIsNoSwiftTheCompilerSaysAlone() throws {
    let run = try ScratchPackage.adopting.get().build("Unfinished")
    #expect(!run.succeeds)
    #expect(!run.diagnostics.isEmpty)
    #expect(!run.diagnostics.contains { $0.contains("[model.") })
  }

  static let refusals = [
    Refusal(
      name: "InverseMissing",
      source: """
        @Entity final class Author: ManagedObject {
          @Relationship(inverse: "writer", deleteRule: .cascade) var books: Set<Book>
        }
        @Entity final class Book: ManagedObject { var title: String = "" }
        """,
      diagnostics: [
        "3:26: error: 'Author.books' names 'Book.writer' as its inverse, which does not exist "
          + "[model.relationship.inverse-missing]"
      ]),
    Refusal(
      name: "InverseNotRelationship",
      source: """
        @Entity final class Author: ManagedObject {
          @Relationship(inverse: "title", deleteRule: .cascade) var books: Set<Book>
        }
        @Entity final class Book: ManagedObject { var title: String = "" }
        """,
      diagnostics: [
        "3:26: error: 'Author.books' names 'Book.title' as its inverse, which is not a relationship "
          + "[model.relationship.inverse-not-relationship]"
      ]),
    Refusal(
      name: "InverseNotMutual",
      source: """
        @Entity final class Author: ManagedObject {
          @Relationship(inverse: "author", deleteRule: .nullify) var books: Set<Book>
          @Relationship(inverse: "editor", deleteRule: .nullify) var edited: Set<Book>
        }
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
          @Relationship(inverse: "books", deleteRule: .nullify) var editor: Author?
        }
        """,
      diagnostics: [
        "4:26: error: 'Author.edited' and 'Book.editor' must name each other as inverse; "
          + "'Book.editor' names 'books' [model.relationship.inverse-not-mutual]",
        "8:26: error: 'Book.editor' and 'Author.books' must name each other as inverse; "
          + "'Author.books' names 'author' [model.relationship.inverse-not-mutual]",
      ]),
    Refusal(
      name: "InverseType",
      source: """
        @Entity final class Author: ManagedObject {
          @Relationship(inverse: "author", deleteRule: .nullify) var books: Set<Book>
        }
        @Entity final class Editor: ManagedObject {
          @Relationship(inverse: "author", deleteRule: .nullify) var books: Set<Book>
        }
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
        }
        """,
      diagnostics: [
        "6:26: error: 'Book.author', the inverse of 'Editor.books', must refer to 'Editor', not to "
          + "'Author' [model.relationship.inverse-type]"
      ]),
    Refusal(
      name: "ManyToMany",
      source: """
        @Entity final class Tag: ManagedObject {
          @Relationship(inverse: "tags", deleteRule: .nullify) var books: Set<Book>
          @Relationship(inverse: "tags", deleteRule: .nullify) var old: Set<Book>
        }
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .nullify) var tags: Set<Tag>
          @Relationship(inverse: "nothing", deleteRule: .nullify) var more: Set<Tag>
        }
        """,
      diagnostics: [
        "4:26: error: 'Tag.old' and 'Book.tags' must name each other as inverse; 'Book.tags' names "
          + "'books' [model.relationship.inverse-not-mutual]",
        "8:26: error: 'Book.more' names 'Tag.nothing' as its inverse, which does not exist "
          + "[model.relationship.inverse-missing]",
      ]),
    Refusal(
      name: "SuperclassNotEntity",
      source: """
        class Base: ManagedObject {}
        @Entity final class Book: Base { var title: String = "" }
        """,
      diagnostics: [
        "3:27: error: 'Book' extends 'Base', which is not an entity of this model "
          + "[model.entity.superentity-unknown]"
      ]),
    Refusal(
      name: "DuplicateEntity",
      source: """
        enum Shop { @Entity final class Book: ManagedObject { var title: String = "" } }
        enum Library { @Entity final class Book: ManagedObject { var title: String = "" } }
        """,
      diagnostics: [
        "3:36: error: entity 'Book' is defined 2 times; entity names must be unique "
          + "[model.entity.duplicate]",
        "2:33: note: 'Book' is defined here too",
      ]),
    Refusal(
      name: "DuplicateColumn",
      source: """
        @Entity class Book: ManagedObject { @Attribute(column: "text") var title: String = "" }
        @Entity final class Novel: Book { @Attribute(column: "Text") var plot: String = "" }
        """,
      diagnostics: [
        "3:54: error: 'Novel.plot' and 'Book.title' are both stored in column 'Text'; give one of them "
          + "another with 'column:' [model.property.column-duplicate]"
      ]),
    Refusal(
      name: "NullifyRequired",
      source: """
        @Entity final class Author: ManagedObject {
          @Relationship(inverse: "author", deleteRule: .nullify) var books: Set<Book>
        }
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
        }
        """,
      diagnostics: [
        "3:48: error: 'Author.books' cannot have the delete rule 'nullify', since 'Book.author' is "
          + "required; use 'cascade' or 'deny', or make 'author' optional "
          + "[model.relationship.nullify-required]"
      ]),
    Refusal(
      name: "FetchedUnknown",
      source: """
        class Plain: ManagedObject {}
        @Entity final class Author: ManagedObject {
          @Fetched(countOf: Plain.self) var count: Int
        }
        """,
      diagnostics: [
        "4:21: error: 'Author.count' fetches 'Plain', which is not an entity of this model; add the "
          + "class to the model [model.fetched.target-unknown]"
      ]),
    Refusal(
      name: "TargetPrivate",
      source: """
        @Entity private final class Secret: ManagedObject {
          @Relationship(inverse: "secrets", deleteRule: .nullify) var owner: Owner?
        }
        @Entity final class Owner: ManagedObject {
          @Relationship(inverse: "owner", deleteRule: .nullify) private var secrets: Set<Secret>
        }
        """,
      diagnostics: [
        "6:78: error: 'Owner.secrets' refers to an entity that only its own file can name, which is "
          + "left out of the model; make that class internal [model.relationship.target-unknown]"
      ]),
    Refusal(
      name: "DenyBoth",
      source: """
        @Entity final class Author: ManagedObject {
          @Relationship(inverse: "author", deleteRule: .deny) var books: Set<Book>
        }
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "books", deleteRule: .deny) var author: Author
        }
        """,
      diagnostics: [
        "6:47: error: 'Book.author' is required and has the delete rule 'deny', as its "
          + "inverse 'Author.books' has, so that neither object can be deleted before the other; "
          + "use another rule, such as 'nullify', for 'Book.author' [model.relationship.deny-"
          + "both]"
      ]),
    Refusal(
      name: "CascadeDenied",
      source: """
        @Entity final class Shop: ManagedObject {
          @Relationship(inverse: "shop", deleteRule: .cascade) var orders: Set<Order>
        }
        @Entity final class Order: ManagedObject {
          @Relationship(inverse: "orders", deleteRule: .nullify) var shop: Shop?
          @Relationship(inverse: "orders", deleteRule: .deny) var customer: Customer
        }
        @Entity final class Customer: ManagedObject {
          @Relationship(inverse: "customer", deleteRule: .cascade) var orders: Set<Order>
        }
        """,
      diagnostics: [
        "3:46: error: 'Shop.orders' has the delete rule 'cascade', but 'Order.customer' is "
          + "required and has the rule 'deny', so that what the cascade deletes may never be "
          + "deleted; use another rule, such as 'nullify', for 'Order.customer' "
          + "[model.relationship.cascade-denied]"
      ]),
    Refusal(
      name: "RequiredCycle",
      source: """
        @Entity final class Person: ManagedObject {
          @Relationship(inverse: "owner", deleteRule: .cascade) var passport: Passport
        }
        @Entity final class Passport: ManagedObject {
          @Relationship(inverse: "passport", deleteRule: .cascade) var owner: Person
        }
        """,
      diagnostics: [
        "3:61: error: 'Person.passport' is required, and an object of 'Passport' needs one of"
          + " 'Person' first, so that neither can be created; make a to-one between them optional"
          + " [model.relationship.required-cycle]",
        "6:64: error: 'Passport.owner' is required, and an object of 'Person' needs one of "
          + "'Passport' first, so that neither can be created; make a to-one between them "
          + "optional [model.relationship.required-cycle]",
      ]),
    Refusal(
      name: "UniqueJSON",
      source:
        "@Entity final class Note: ManagedObject { @Attribute(.unique) var tags: [String] = [] }",
      diagnostics: [
        "2:67: error: 'Note.tags' cannot be unique, since it is stored as JSON and equal values"
          + " may have different texts; make its type Storable, or leave out '.unique' "
          + "[model.attribute.unique-json]"
      ]),
    Refusal(
      name: "CountUnattainable",
      source: """
        @Entity final class Node: ManagedObject {
          @Relationship(inverse: "parents", deleteRule: .nullify, minimumCount: 3)
          var children: Set<Node>
          @Relationship(inverse: "children", deleteRule: .nullify, maximumCount: 2)
          var parents: Set<Node>
        }
        """,
      diagnostics: [
        "4:7: error: 'Node.children' must hold at least 3 objects of its own kind, and each "
          + "of them is held by at most 2 through 'Node.parents', so that there are never enough;"
          + " lower the minimum [model.relationship.count-unattainable]"
      ]),
    Refusal(
      name: "ReservedName",
      source:
        "@Entity final class Note: ManagedObject { @Attribute(column: \"_id\") var key: Int = 0 }",
      diagnostics: [
        "2:62: error: a column needs a name that is not empty and does not begin with '_', "
          + "since such names are the store's [property.column-invalid] (from macro 'Attribute')"
      ]),
    Refusal(
      name: "EverythingAtOnce",
      source: """
        @Entity final class Author: ManagedObject {
          @Relationship(inverse: "writer", deleteRule: .cascade) var books: Set<Book>
          @Attribute var name = "nobody"
        }
        @Entity final class Book: ManagedObject {
          @Relationship(inverse: "works", deleteRule: .nullify) var author: Author?
        }
        """,
      diagnostics: [
        "3:26: error: 'Author.books' names 'Book.writer' as its inverse, which does not exist "
          + "[model.relationship.inverse-missing]",
        "4:18: error: 'name' needs a type annotation, since code is generated before types are "
          + "inferred [property.untyped]",
        "7:26: error: 'Book.author' names 'Author.works' as its inverse, which does not exist "
          + "[model.relationship.inverse-missing]",
      ]),
    Refusal(
      name: "DebugOnly",
      source: """
        @Entity final class Author: ManagedObject {
          var name: String = ""
          #if DEBUG
          @Relationship(inverse: "writer", deleteRule: .cascade) var books: Set<Book>
          #endif
          #if os(Plan9)
          @Relationship(inverse: "editor", deleteRule: .cascade) var edited: Set<Book>
          #endif
        }
        @Entity final class Book: ManagedObject { var title: String = "" }
        """,
      diagnostics: [
        "5:26: error: 'Author.books' names 'Book.writer' as its inverse, which does not exist "
          + "[model.relationship.inverse-missing]"
      ]),
  ]
}
