import Testing

/// What is reported about variables that cannot be properties of an entity, annotated or not.
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
      fixed: """
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
      fixed: """
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
      fixed: """
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
      fixed: """
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
      fixed: """
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
      fixed: """
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
      fixed: """
        @Entity final class Book: ManagedObject {
          @Ignore var title: String = "" { didSet {} }
          @Ignore var pages: Int { willSet {} }
        }
        """)
  }
}
