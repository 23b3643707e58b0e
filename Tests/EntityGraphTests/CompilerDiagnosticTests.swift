import Testing

/// What the author of a mistake gets to see from the compiler.
@Suite struct CompilerDiagnosticTests {
  @Test func missingInverseAndDeleteRuleAreToldWithMends() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity final class Author: ManagedObject {
        @Relationship var books: Set<Book>
      }
      @Entity final class Book: ManagedObject {
        @Relationship(deleteRule: .nullify) var author: Author?
        @Relationship(inverse: "sequel") var prequel: Book?
        @Relationship(inverse: "prequel", deleteRule: .nullify) var sequel: Book?
      }
      """)
    #expect(
      report == """
        3:3: error: relationship 'books' needs an inverse: the name of the property at the other end that refers back [relationship.inverse-missing]
        3:3: note: add 'inverse: "<#inverse#>", deleteRule: .nullify'
        3:3: error: relationship 'books' needs a delete rule: '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-missing]
        6:3: error: relationship 'author' needs an inverse: the name of the property at the other end that refers back [relationship.inverse-missing]
        6:3: note: add 'inverse: "<#inverse#>"'
        7:3: error: relationship 'prequel' needs a delete rule: '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-missing]
        7:3: note: add 'deleteRule: .nullify'
        7:3: note: add 'deleteRule: .cascade'
        7:3: note: add 'deleteRule: .deny'
        7:3: note: add 'deleteRule: .noAction'
        """)
  }

  @Test func fetchedPropertyWithoutEntityIsToldOnce() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity final class Book: ManagedObject {
        @Fetched var all: [Book]
      }
      """)
    #expect(
      report == """
        3:3: error: '@Fetched' needs the entity to fetch first, like '@Fetched(Book.self)' or '@Fetched(countOf: Book.self)' [fetched.entity-missing]
        """)
  }

  @Test func compilerAddsOneErrorWhereAccessorsCannotBe() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity final class Book: ManagedObject {
        @Attribute let title: String = ""
        @Attribute lazy var pages: Int = 3
        @Attribute @Attribute var price: Int
        @Attribute var width: Int, height: Int
      }
      """)
    #expect(
      report == """
        3:14: error: '@Attribute' applies to variables, and 'title' is a constant [property.constant]
        3:14: note: replace 'let' by 'var'
        3:18: error: cannot expand accessor macro on variable declared with 'let'
        4:14: error: 'pages' cannot be saved, since it is 'lazy'; remove 'lazy', or mark the property '@Ignore' [property.lazy]
        4:14: note: mark it '@Ignore'
        4:14: error: 'lazy' cannot be used on a computed property
        5:3: note: the other annotation
        5:14: error: 'price' cannot be both '@Attribute' and '@Attribute'; remove one [property.two-annotations]
        5:14: note: remove '@Attribute'
        5:29: error: expansion of macro 'Attribute(_:originalName:column:json:)' did not produce a non-observing accessor (such as 'get') as expected
        6:14: error: a property of an entity needs a 'var' of its own; declare one property in each [property.several-in-one]
        6:14: note: declare each property in a 'var' of its own
        6:18: error: accessor macro 'Attribute(_:originalName:column:json:)' can only apply to a single variable
        6:30: error: accessor macro 'Attribute(_:originalName:column:json:)' can only apply to a single variable
        """)
  }

  @Test func implicitAttributesAreToldOnce() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @propertyWrapper struct Clamped { var wrappedValue: Int }
      @Entity final class Book: ManagedObject {
        lazy var pages: Int = 3
        var width: Int = 1, height: Int = 2
        weak var next: Book?
        @Clamped var stars: Int = 3
        @MainActor var title: String = ""
        var price = cost()
        let id: Int
        var seen: Int = 1 { didSet {} }
        var pair: (Int, Int)
      }
      func cost() -> Int { 1 }
      """)
    #expect(
      report == """
        4:3: error: 'pages' cannot be saved, since it is 'lazy'; remove 'lazy', or mark the property '@Ignore' [property.lazy]
        4:3: note: mark it '@Ignore'
        5:3: error: a property of an entity needs a 'var' of its own; declare one property in each [property.several-in-one]
        5:3: note: declare each property in a 'var' of its own
        6:3: error: 'next' cannot be saved, since it is 'weak'; remove 'weak', or mark the property '@Ignore' [property.weak]
        6:3: note: mark it '@Ignore'
        7:3: error: 'stars' cannot be saved where '@Clamped' wraps it; mark the property '@Ignore', or '@Attribute' if '@Clamped' is no wrapper [property.wrapped]
        7:3: note: mark it '@Ignore'
        7:3: note: mark it '@Attribute'
        8:3: error: 'title' cannot belong to an actor, since an object belongs to its context; remove '@MainActor' [property.isolated]
        8:3: note: remove '@MainActor'
        9:7: error: 'price' needs a type annotation, since code is generated before types are inferred [property.untyped]
        10:7: error: 'id' needs a value, since objects are also created from the store; give it a value [property.value-missing]
        11:23: error: 'seen' cannot have observers, since its accessors are generated; remove 'willSet' and 'didSet', or mark the property '@Ignore' [property.observed]
        11:23: note: mark it '@Ignore'
        12:13: error: 'pair' cannot be saved, since '(Int, Int)' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
        """)
  }

  @Test func classesThatAreNoEntitiesAreToldOnce() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity struct Author {
        @Attribute var name: String
      }
      @Entity final class Book {
        var title: String = ""
      }
      @Entity final class Shop: Codable {
        var name: String = ""
      }
      @MainActor @Entity final class Shelf: ManagedObject {
        var title: String = ""
      }
      """)
    #expect(
      report == """
        2:9: error: '@Entity' applies to classes, and 'Author' is a struct [entity.not-a-class]
        2:9: note: replace 'struct' by 'class'
        5:21: error: entity 'Book' needs a superclass: 'ManagedObject' or another entity [entity.superclass-missing]
        5:21: note: inherit from 'ManagedObject'
        8:27: error: entity 'Shop' needs a superclass before its protocols: 'ManagedObject' or another entity [entity.superclass-not-a-class]
        8:27: note: inherit from 'ManagedObject'
        11:1: error: entity 'Shelf' cannot belong to an actor, since its objects belong to their context; remove '@MainActor' [entity.isolated]
        11:1: note: remove '@MainActor'
        """)
  }

  @Test func superclassThatIsNoEntityIsReportedOnce() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      class Plain {}
      @Entity final class Author: ManagedObject {
        @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Title>
      }
      @Entity final class Title: ManagedObject {
        @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
      }
      @Entity final class Book: Plain {
        var title: String
        var pages: Int?
        var tags: [String] = []
        @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
        @Relationship(inverse: "books", deleteRule: .nullify) var editor: Author?
        @Relationship(inverse: "books", deleteRule: .nullify) var shops: Set<Author>
        @Fetched(Title.self) var titles: [Title]
        @Fetched(countOf: Title.self) var count: Int
        @Fetched(identifiersOf: Title.self) var identifiers: [ObjectID]
        @Fetched(dictionariesOf: Title.self) var rows: [[String: Any]]
      }
      @Entity class Empty: Plain {}
      """)
    #expect(
      report == """
        9:27: error: entity 'Book' cannot extend 'Plain', which is no entity; extend 'ManagedObject' or another entity [entity.superclass-not-an-entity]
        21:22: error: entity 'Empty' cannot extend 'Plain', which is no entity; extend 'ManagedObject' or another entity [entity.superclass-not-an-entity]
        """)
  }

  @Test func mistakesOfTypesNameTheProperty() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      class Plain {}
      @Entity final class Author: ManagedObject {
        var plain: Plain
        var name: String
      }
      @Entity final class Book: ManagedObject {
        @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
        @Relationship(inverse: "name", deleteRule: .nullify) var editor: Author?
      }
      """)
    #expect(
      report == #"""
        plain: __deferred(__row, __start, __Index.plain, Plain.self),
        error: '__deferred' is unavailable: the type of an attribute must be Storable or Codable
        plain: .init(__placeholder(of: Plain.self)), name: .init(__placeholder(of: String.self)))
        error: '__placeholder(of:)' is unavailable: an attribute of this type needs a default value, since nothing else can replace a missing one; give it one or make it optional
        entity.inverse("author", \Author.books as Swift.KeyPath<Author, _>, of: Book.self)
        error: value of type 'Author' has no member 'books'
        entity.inverse("editor", \Author.name as Swift.KeyPath<Author, _>, of: Book.self)
        error: 'inverse(_:_:of:)' is unavailable: the inverse of a relationship must refer to the entity that the relationship is in
        """#)
  }

  @Test func sortingTakesPropertiesThatHaveAnOrder() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity final class Book: ManagedObject {
        var title: String
        var subtitle: String?
        var tags: [String] = []
        @Relationship(inverse: "sequel", deleteRule: .nullify) var prequel: Book?
        @Relationship(inverse: "prequel", deleteRule: .nullify) var sequel: Book?
      }
      let requests = [
        Book.sorted(by: \\.title).sorted(by: \\.subtitle, .descending),
        Book.all.sorted { $0.prequel.title }.sorted { $0.subtitle },
        Book.sorted(by: \\.tags),
        Book.all.sorted(by: \\.prequel),
        Book.all.sorted { $0.tags },
      ]
      """)
    #expect(
      report == """
        12:8: error: 'sorted(by:_:ignoringCase:)' is unavailable: objects are sorted by a property whose type is Storable or an optional of such a type; for an object that a relationship refers to, name an attribute of it: '.sorted { $0.author.name }'
        13:12: error: 'sorted(by:_:ignoringCase:)' is unavailable: objects are sorted by a property whose type is Storable or an optional of such a type; for an object that a relationship refers to, name an attribute of it: '.sorted { $0.author.name }'
        14:12: error: 'sorted(_:ignoringCase:by:)' is unavailable: objects are sorted by a property whose type is Storable or an optional of such a type; for an object that a relationship refers to, name an attribute of it: '.sorted { $0.author.name }'
        """)
  }

  @Test func formsThatConditionsDoNotHaveSayWhatToWrite() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      enum Kind: String, Codable { case novel, essay }
      @Entity final class Book: ManagedObject {
        var title: String
        var isRead: Bool?
        @Attribute var kind: Kind = .novel
        var tags: [String] = []
      }
      let requests = [
        Book.where { $0.isRead.isTrue },
        Book.where { $0.isRead == true },
        Book.where { $0.kind == .novel },
        Book.where { $0.kind != .novel },
        Book.where { $0.tags.contains("x") },
        Book.sorted(by: \\.title, .reverse),
        Book.all.sorted(by: \\.title, order: .descending),
      ]
      let rows = Book.all.select { ($0, $0.title) }
      """)
    #expect(
      report == """
        12:24: error: '==' is unavailable: an attribute that is stored as JSON can only be compared with nil; declare its type Storable ('enum Kind: String, Storable') to compare it; of one with a transform write '$0.$color', of a to-many '$0.books.isEmpty' or '$0.books.contains(book)'
        13:24: error: '!=' is unavailable: an attribute that is stored as JSON can only be compared with nil; declare its type Storable ('enum Kind: String, Storable') to compare it; of one with a transform write '$0.$color', of a to-many '$0.books.isEmpty' or '$0.books.contains(book)'
        14:24: error: 'contains' is unavailable: a list is stored as JSON, which a condition cannot look into; make the elements objects of a to-many relationship ('$0.tags.contains { $0.name == "x" }'), or filter what is fetched
        15:29: error: 'reverse' has been renamed to 'descending'
        16:12: error: 'sorted(by:order:)' has been renamed to 'sorted(by:_:ignoringCase:nils:)'
        18:30: error: conformance of 'Columns<Root>' to 'ResultColumn' is unavailable: '$0' is all columns and no column; select the id of the object, '$0.objectID', or fetch the objects themselves
        """)
  }

  @Test func attributesThatValuesCannotBeSentWithAreReportedWithTheirNames() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      final class Token: Codable {}
      struct Pair: Codable { var token: Token? }
      @Entity(.values) final class Book: ManagedObject {
        var token: Token?
        @Attribute var pairs: [Pair] = []
        private var own: Token?
      }
      """)
    #expect(
      report == """
        2:13: note: class 'Token' does not conform to the 'Sendable' protocol
        3:8: note: consider making struct 'Pair' conform to the 'Sendable' protocol
        let value = __sendableForValues(__read(__values.token, __Index.token, Token?.self))
        error: type 'Token' does not conform to the 'Sendable' protocol
        let value = __sendableForValues(__read(__values.pairs, __Index.pairs, [Pair].self))
        error: type 'Pair' does not conform to the 'Sendable' protocol
        """)
  }

  @Test func valuesOfASuperclassThatHasNoneAreReportedOnce() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity class Work: ManagedObject { var title: String }
      @Entity(.values) class Play: Work { var acts: Int }
      @Entity(.values) final class Opera: Play { var key: String }
      """)
    #expect(
      report == """
        typealias __Inherited = Work.__ValuesType
        error: '__ValuesType' is unavailable: the superclass of an entity with '.values' needs '@Entity(.values)' too
        """)
  }

  @Test func whatIsRightAndWrongWithValuesIsSeenByTheCompiler() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity(.values) final class Book: ManagedObject {
        var title: String
        @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
      }
      @Entity final class Author: ManagedObject {
        @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
      }
      func use(_ book: Book, _ author: Author, _ context: ManagedObjectContext) throws {
        _ = Book.Values(title: "T")
        _ = Author.Values(author)
        try author.apply(Book.Values(book))
        Task { [values = Book.Values(book)] in print(values.title) }
      }
      """)
    #expect(
      report == """
        10:29: error: missing argument for parameter 'author' in call
        11:14: error: type 'Author' has no member 'Values'
        12:14: error: instance method 'apply' requires the types 'Author' and 'Book.Values.Object' (aka 'Book') be equivalent
        """)
  }

  @Test func whatCannotBeAssignedToManyIsRefusedWithASentence() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity final class Book: ManagedObject {
        var title: String
        var pages: Int = 0
        var seats: Int?
        var isOpen: Bool = false
        var tags: [String] = []
        @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
        var shout: String { title.uppercased() }
      }
      @Entity final class Author: ManagedObject {
        @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
      }
      func use(_ author: Author, _ number: Int, _ context: ManagedObjectContext) throws {
        try context.update(Book.all) {
          $0.pages += number
          $0.pages = $0.seats ?? 1
          $0.seats = $0.pages * 2
          $0.seats = nil
          $0.isOpen.toggle()
          $0.isOpen = $0.pages > 3
          $0.author = author
          $0.tags = ["a"]
          $0.title = $0.title.lowercased()
        }
        try context.update(Book.all) { $0.title = nil }
        try context.update(Book.all) { $0.author = nil }
        try context.update(Book.all) { $0.pages = $0.seats }
        try context.update(Book.all) { $0.shout = "x" }
        try context.update(Book.all) { $0.tags.append("x") }
        try context.update(Author.all) { $0.books = [] }
      }
      """)
    #expect(
      report == """
        26:34: error: setter for 'subscript(dynamicMember:)' is unavailable: the property is not optional and cannot be nil
        27:34: error: setter for 'subscript(dynamicMember:)' is unavailable: the relationship is required and cannot be nil
        28:45: error: getter for 'subscript(dynamicMember:)' is unavailable: the property may be nil; say what then: '$0.seats ?? 0'
        29:37: error: cannot assign to property: 'shout' is a get-only property
        30:42: error: 'append' is unavailable: a list is stored as JSON, which the store does not look into; assign a whole list, or fetch the objects and change them one by one
        31:36: error: setter for 'subscript(dynamicMember:)' is unavailable: the members of a to-many are not a column of the object; assign the to-one at the other end, or change the objects
        """)
  }

  @Test func anAssignmentToAStorageThatNoStoreCouldMakeIsRefused() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @DictionaryStorage struct Settings {
        var theme = "light"
        var size: Int?
        var isDark = false
        var tags: [String] = []
        var window: Window = Window()
        var spare: Window?
        private(set) var revision = 1
        var summary: String { theme }
      }
      @DictionaryStorage struct Window {
        var width = 800
        var title: String?
      }
      @Entity final class Reader: ManagedObject {
        var name: String
        var settings: Settings = Settings()
        var spare: Settings?
      }
      func use(_ number: Int, _ settings: Settings, _ context: ManagedObjectContext) throws {
        try context.update(Reader.all) {
          $0.settings.theme = "dark"
          $0.settings.theme = $0.name.lowercased()
          $0.settings.size = number
          $0.settings.size = nil
          $0.settings.size = $0.settings.window.width * 2
          $0.settings.isDark.toggle()
          $0.settings.theme += "er"
          $0.settings.isDark = $0.settings.theme == "dark"
          $0.settings.tags = ["a"]
          $0.settings.window.width += number
          $0.settings.window = Window(width: number)
          $0.settings.spare = nil
          $0.settings.spare.title = $0.settings.spare.title ?? "t"
          $0.spare = settings
          $0.spare = nil
          $0.spare.window.title = nil
        }
        try context.update(Reader.all) { $0.settings.theme = nil }
        try context.update(Reader.all) { $0.settings.window.width = $0.settings.size }
        try context.update(Reader.all) { $0.settings.summary = "x" }
        try context.update(Reader.all) { $0.settings.revision = 2 }
        try context.update(Reader.all) { $0.settings.tags.append("x") }
      }
      """)
    #expect(
      report == """
        40:36: error: setter for 'subscript(dynamicMember:)' is unavailable: the property is not optional and cannot be nil
        41:63: error: getter for 'subscript(dynamicMember:)' is unavailable: the property may be nil; say what then: '$0.settings.size ?? 0'
        42:48: error: cannot assign to property: 'summary' is a get-only property
        43:48: error: cannot assign to property: 'revision' setter is inaccessible
        44:53: error: 'append' is unavailable: a list is stored as JSON, which the store does not look into; assign a whole list, or fetch the objects and change them one by one
        """)
  }

  @Test func rulesOfEachFormCompile() throws {
    let report = try Compiler.check(
      #"""
      import EntityGraph
      import Foundation
      struct Size: Codable, Sendable { var width = 0 }
      typealias Count = Int
      public enum Genre: String, Storable, CaseIterable { case a, b }
      func isOdd(_ count: Int) -> Bool { count % 2 == 1 }
      @Entity(.values, .observable) public final class Book: ManagedObject {
        @Attribute(.rule("must be wide") { (size: Size) in size.width > 0 }) var size: Size = Size(width: 1)
        @Attribute(.rule("must be odd") { (count: Count) in isOdd(count) }) var pages: Int = 1
        @Attribute(.rule("must be a") { (genre: Genre) in genre == .a }) public var genre: Genre?
        @Attribute(
          .length(1...200),
          .rule("must have no line breaks", id: "book.title.line") { (title: String) in
            // A comment.
            for character in title where character.isNewline { return false }
            return true
          },
          .indexed) public var title: String
        @Attribute(.range(...(-1)), .secret) public var depth: Int64 = -5
        @Attribute(.range(0x10...0xFF)) private var flags: UInt8 = 0x10
        @Attribute(.range(0...1), .range(0.5..<1)) var share: Double = 0.5
        @Attribute(.range(-0.5 ... +0.5)) var tilt: Float = 0
        @Attribute(.range(1e3...)) var big: Decimal = 1000
        @Attribute(.pattern(#"^\d{3}$"#)) @available(*, deprecated) var code: String?
        @Attribute(.rule("must be fine") { (name: String) in Book.isFine(name) }) var name: String = "a"
        static func isFine(_ name: String) -> Bool { !name.isEmpty }
      }
      """#, upTo: .code)
    #expect(report == "")
  }

  @Test func aRuleAboutValuesOfAnotherTypeIsRefused() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      typealias Count = Int
      struct Size: Codable, Sendable { var width = 0 }
      @Entity final class Book: ManagedObject {
        @Attribute(.rule("must be low") { (rank: Double) in rank < 5 }) var rank: Count = 1
        @Attribute(.rule("must be wide") { (size: String) in size.isEmpty }) var size: Size?
      }
      """)
    #expect(
      report == """
        entity.rule("rank", Count.self, "must be low", { (rank: Double) in rank < 5 })
        error: 'rule(_:_:_:id:_:)' is unavailable: the closure of a rule must take a value of the attribute's type
        entity.rule("size", Size?.self, "must be wide", { (size: String) in size.isEmpty })
        error: 'rule(_:_:_:id:_:)' is unavailable: the closure of a rule must take a value of the attribute's type
        """)
  }

  @Test func anObjectIsDeletedByItsIDWithItsClass() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      func delete(_ id: ObjectID, in context: ManagedObjectContext) throws {
        try context.delete(id)
      }
      """)
    #expect(
      report == """
        3:15: error: 'delete' is unavailable: say of which class: 'try delete(Book.self, with: id)'
        """)
  }
}
