import Testing

/// What is told about a property of an entity, annotated or not.
@Suite struct PropertyDiagnosticTests {
  @Test func acceptsConstantsWithoutAnnotation() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          let kind: Int = 3
          let note: String = ""
        }
        """)
  }

  @Test func rejectsAnnotatedConstant() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute let title: String = ""
        }
        """,
      diagnostics: """
          @Attribute let title: String = ""
                     ^^^
        error: '@Attribute' applies to variables, and 'title' is a constant [property.constant]
        fix: replace 'let' by 'var'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Attribute var title: String = ""
        }
        """)
  }

  @Test func acceptsSharedPropertiesWithoutAnnotation() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          static let count: Int = 3
          class var kind: Int { 3 }
        }
        """)
  }

  @Test func rejectsAnnotatedSharedProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute static var title: String = ""
        }
        """,
      diagnostics: """
          @Attribute static var title: String = ""
                     ^^^^^^
        error: '@Attribute' applies to properties of objects, and 'title' belongs to the class; remove the annotation [property.static]
        fix: remove '@Attribute'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          static var title: String = ""
        }
        """)
  }

  @Test func acceptsComputedPropertiesWithoutAnnotation() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var title: String { "" }
          override var other: String { "" }
        }
        """)
  }

  @Test func rejectsAnnotatedComputedProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.unique) var title: String { "" }
        }
        """,
      diagnostics: """
          @Attribute(.unique) var title: String { "" }
                                  ^^^^^
        error: '@Attribute' applies to stored properties, and 'title' is computed; remove the annotation [property.computed]
        fix: remove '@Attribute'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          var title: String { "" }
        }
        """)
  }

  @Test func rejectsAnnotatedOverride() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute override var title: String
        }
        """,
      diagnostics: """
          @Attribute override var title: String
                     ^^^^^^^^
        error: 'title' cannot override another property, since it has storage and a column of its own; give it another name [property.override]
        """)
  }

  @Test func acceptsOneVariableEach() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var title: String
          var pages: Int
        }
        """)
  }

  @Test func rejectsSeveralInOne() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.indexed) var title, subtitle: String
          var pages: Int = 0, price = 1.5
        }
        """,
      diagnostics: """
          @Attribute(.indexed) var title, subtitle: String
                               ^^^
        error: a property of an entity needs a 'var' of its own; declare one property in each [property.several-in-one]
        fix: declare each property in a 'var' of its own
          var pages: Int = 0, price = 1.5
          ^^^
        error: a property of an entity needs a 'var' of its own; declare one property in each [property.several-in-one]
        fix: declare each property in a 'var' of its own
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Attribute(.indexed) var title: String
          @Attribute(.indexed) var subtitle: String
          var pages: Int = 0
          var price: Double = 1.5
        }
        """)
  }

  @Test func rejectsSeveralOfUnknownType() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var pages = count(), price = 3
        }
        """,
      diagnostics: """
          var pages = count(), price = 3
          ^^^
        error: a property of an entity needs a 'var' of its own; declare one property in each [property.several-in-one]
        """)
  }

  @Test func rejectsTuplePattern() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute var (title, pages): (String, Int)
          var (a, b): (Int, Int)
        }
        """,
      diagnostics: """
          @Attribute var (title, pages): (String, Int)
                         ^^^^^^^^^^^^^^
        error: a property of an entity needs a single name; declare one property in each 'var' [property.pattern]
          var (a, b): (Int, Int)
              ^^^^^^
        error: a property of an entity needs a single name; declare one property in each 'var' [property.pattern]
        """)
  }

  @Test func acceptsIgnoredLazyProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Ignore lazy var title: String = ""
        }
        """)
  }

  @Test func rejectsLazyProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute lazy var title: String = ""
          lazy var other: Int = 0
        }
        """,
      diagnostics: """
          @Attribute lazy var title: String = ""
                     ^^^^
        error: 'title' cannot be saved, since it is 'lazy'; remove 'lazy', or mark the property '@Ignore' [property.lazy]
        fix: mark it '@Ignore'
          lazy var other: Int = 0
          ^^^^
        error: 'other' cannot be saved, since it is 'lazy'; remove 'lazy', or mark the property '@Ignore' [property.lazy]
        fix: mark it '@Ignore'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Ignore lazy var title: String = ""
          @Ignore lazy var other: Int = 0
        }
        """)
  }

  @Test func acceptsIgnoredWeakProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Ignore weak var delegate: Delegate?
          @Transient weak var other: Delegate?
        }
        """)
  }

  @Test func rejectsWeakProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          weak var delegate: Delegate?
          @Attribute unowned var owner: Owner
        }
        """,
      diagnostics: """
          weak var delegate: Delegate?
          ^^^^
        error: 'delegate' cannot be saved, since it is 'weak'; remove 'weak', or mark the property '@Ignore' [property.weak]
        fix: mark it '@Ignore'
          @Attribute unowned var owner: Owner
                     ^^^^^^^
        error: 'owner' cannot be saved, since it is 'unowned'; remove 'unowned', or mark the property '@Ignore' [property.weak]
        fix: mark it '@Ignore'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Ignore weak var delegate: Delegate?
          @Ignore unowned var owner: Owner
        }
        """)
  }

  @Test func acceptsIgnoredObservedProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Ignore var title: String = "" { didSet {} }
        }
        """)
  }

  @Test func rejectsObservedProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute var title: String = "" { didSet {} }
          var pages: Int { willSet {} }
        }
        """,
      diagnostics: """
          @Attribute var title: String = "" { didSet {} }
                                              ^^^^^^^^^
        error: 'title' cannot have observers, since its accessors are generated; remove 'willSet' and 'didSet', or mark the property '@Ignore' [property.observed]
        fix: mark it '@Ignore'
          var pages: Int { willSet {} }
                           ^^^^^^^^^^
        error: 'pages' cannot have observers, since its accessors are generated; remove 'willSet' and 'didSet', or mark the property '@Ignore' [property.observed]
        fix: mark it '@Ignore'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Ignore var title: String = "" { didSet {} }
          @Ignore var pages: Int { willSet {} }
        }
        """)
  }

  @Test func acceptsIgnoredPropertyWithoutType() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Ignore var title = ""
        }
        """)
  }

  @Test func rejectsPropertyWithoutType() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute var title = ""
          var pages = 3
          var price = -1.5
          var sold = true
          var tags = ["a"]
          var counts = ["a": [1]]
          var date = Date()
          var cost = price()
          var kind = Set([Genre.fiction])
          @Transient var flag = false
        }
        """,
      diagnostics: """
          @Attribute var title = ""
                         ^^^^^
        error: 'title' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': String'
          var pages = 3
              ^^^^^
        error: 'pages' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Int'
          var price = -1.5
              ^^^^^
        error: 'price' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Double'
          var sold = true
              ^^^^
        error: 'sold' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Bool'
          var tags = ["a"]
              ^^^^
        error: 'tags' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': [String]'
          var counts = ["a": [1]]
              ^^^^^^
        error: 'counts' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': [String: [Int]]'
          var date = Date()
              ^^^^
        error: 'date' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Date'
          var cost = price()
              ^^^^
        error: 'cost' needs a type annotation, since code is generated before types are inferred [property.untyped]
          var kind = Set([Genre.fiction])
              ^^^^
        error: 'kind' needs a type annotation, since code is generated before types are inferred [property.untyped]
          @Transient var flag = false
                         ^^^^
        error: 'flag' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Bool'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Attribute var title: String = ""
          var pages: Int = 3
          var price: Double = -1.5
          var sold: Bool = true
          var tags: [String] = ["a"]
          var counts: [String: [Int]] = ["a": [1]]
          var date: Date = Date()
          var cost = price()
          var kind = Set([Genre.fiction])
          @Transient var flag: Bool = false
        }
        """)
  }

  @Test func rejectsPropertyOfMainActor() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @MainActor @Attribute var title: String
        }
        """,
      diagnostics: """
          @MainActor @Attribute var title: String
          ^^^^^^^^^^
        error: 'title' cannot belong to an actor, since an object belongs to its context; remove '@MainActor' [property.isolated]
        fix: remove '@MainActor'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Attribute var title: String
        }
        """)
  }

  @Test func rejectsPropertyOfAnotherGlobalActor() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Shop.StoreActor var title: String
        }
        """,
      diagnostics: """
          @Shop.StoreActor var title: String
          ^^^^^^^^^^^^^^^^
        error: 'title' cannot belong to an actor, since an object belongs to its context; remove '@Shop.StoreActor' [property.isolated]
        fix: remove '@Shop.StoreActor'
        """)
  }

  @Test func acceptsForeignAnnotationOnWhatSaysItIsAnAttribute() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Documented(since: 2) @Attribute var title: String
          @Clamped @Ignore var stars: Int = 3
          @Clamped @Transient var rank: Int = 3
          @Clamped static var count: Int = 3
          @Clamped var computed: Int { 3 }
          @available(*, deprecated) var old: Int
        }
        """)
  }

  @Test func rejectsWrappedProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Clamped(to: 1...5) var stars: Int = 3
          @Wrappers.Published var rank = 0
        }
        """,
      diagnostics: """
          @Clamped(to: 1...5) var stars: Int = 3
          ^^^^^^^^^^^^^^^^^^^
        error: 'stars' cannot be saved where '@Clamped' wraps it; mark the property '@Ignore', or '@Attribute' if '@Clamped' is no wrapper [property.wrapped]
        fix: mark it '@Ignore'
        fix: mark it '@Attribute'
          @Wrappers.Published var rank = 0
          ^^^^^^^^^^^^^^^^^^^
        error: 'rank' cannot be saved where '@Wrappers.Published' wraps it; mark the property '@Ignore', or '@Attribute' if '@Wrappers.Published' is no wrapper [property.wrapped]
        fix: mark it '@Ignore'
        fix: mark it '@Attribute'
        """)
  }

  @Test func rejectsTwoAnnotations() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute @Transient var title: String = ""
        }
        """,
      diagnostics: """
          @Attribute @Transient var title: String = ""
                     ^^^^^^^^^^
        error: 'title' cannot be both '@Attribute' and '@Transient'; remove one [property.two-annotations]
          @Attribute @Transient var title: String = ""
          ^^^^^^^^^^
        note: the other annotation
        fix: remove '@Transient'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Attribute var title: String = ""
        }
        """)
  }

  @Test func rejectsOneAnnotationTwice() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute @Attribute(.unique) var title: String
        }
        """,
      diagnostics: """
          @Attribute @Attribute(.unique) var title: String
                     ^^^^^^^^^^^^^^^^^^^
        error: 'title' cannot be both '@Attribute' and '@Attribute'; remove one [property.two-annotations]
          @Attribute @Attribute(.unique) var title: String
          ^^^^^^^^^^
        note: the other annotation
        fix: remove '@Attribute'
        """,
      mended: """
        @Entity final class Book: ManagedObject {
          @Attribute var title: String
        }
        """)
  }

  @Test func rejectsAnnotationOutsideEntity() {
    assertExpansion(
      of: """
        final class Book: ManagedObject {
          @Attribute var title: String
        }
        @Transient var global: Int = 3
        """,
      diagnostics: """
          @Attribute var title: String
          ^^^^^^^^^^
        error: '@Attribute' applies to properties of a class marked '@Entity' [property.outside-entity]
        @Transient var global: Int = 3
        ^^^^^^^^^^
        error: '@Transient' applies to properties of a class marked '@Entity' [property.outside-entity]
        """)
  }

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
        error: '__values' cannot name a property of an entity; 'self', 'init', 'Type', 'Protocol' and names that begin with '__' are taken [property.name-reserved]
          @Attribute var `self`: Int
                         ^^^^^^
        error: 'self' cannot name a property of an entity; 'self', 'init', 'Type', 'Protocol' and names that begin with '__' are taken [property.name-reserved]
          @Relationship(inverse: "x", deleteRule: .deny) var `Type`: Book?
                                                             ^^^^^^
        error: 'Type' cannot name a property of an entity; 'self', 'init', 'Type', 'Protocol' and names that begin with '__' are taken [property.name-reserved]
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

  @Test func acceptsTransientWithValue() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Transient var a: Int = 0
          @Transient var b: Int?
          @Ignore var c: Int = 0
          @Ignore var d: Int!
        }
        """)
  }

  @Test func rejectsTransientWithoutValue() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Transient var a: Int
          @Ignore var b: Int
          let c: Int
          let d: Int?
        }
        """,
      diagnostics: """
          @Transient var a: Int
                         ^
        error: 'a' needs a value, since objects are also created from the store; give it a default value or make it optional [property.value-missing]
          @Ignore var b: Int
                      ^
        error: 'b' needs a value, since objects are also created from the store; give it a default value or make it optional [property.value-missing]
          let c: Int
              ^
        error: 'c' needs a value, since objects are also created from the store; give it a value [property.value-missing]
          let d: Int?
              ^
        error: 'd' needs a value, since objects are also created from the store; give it a value [property.value-missing]
        """)
  }

  @Test func acceptsCodableTypes() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var tags: [String]
          var counts: [String: [Int]]
          var cover: Cover?
          var pair: Pair<Int>
        }
        """)
  }

  @Test func rejectsTypesThatAreNeverCodable() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var pair: (Int, Int)
          var action: () -> Void
          var any: Any
          var type: Book.Type
          @Attribute var value: any Codable
          var options: (A & B)?
        }
        """,
      diagnostics: """
          var pair: (Int, Int)
                    ^^^^^^^^^^
        error: 'pair' cannot be saved, since '(Int, Int)' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var action: () -> Void
                      ^^^^^^^^^^
        error: 'action' cannot be saved, since '() -> Void' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var any: Any
                   ^^^
        error: 'any' cannot be saved, since 'Any' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var type: Book.Type
                    ^^^^^^^^^
        error: 'type' cannot be saved, since 'Book.Type' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          @Attribute var value: any Codable
                                ^^^^^^^^^^^
        error: 'value' cannot be saved, since 'any Codable' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var options: (A & B)?
                       ^^^^^^^^
        error: 'options' cannot be saved, since '(A & B)?' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
        """)
  }

  @Test func acceptsPropertyUnderCondition() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          #if DEBUG
            @Attribute var title: String
          #endif
        }
        """)
  }

  @Test func rejectsAnnotationUnderCondition() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          #if DEBUG
            @Attribute
          #endif
          var title: String
        }
        """,
      diagnostics: """
            @Attribute
            ^^^^^^^^^^
        error: '@Attribute' cannot stand inside '#if' by itself; put the whole property there [annotation.conditional]
        """)
  }
}
