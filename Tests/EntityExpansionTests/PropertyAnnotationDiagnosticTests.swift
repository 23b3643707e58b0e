import Testing

/// What is reported about the annotations of a property, those of others included.
@Suite struct PropertyAnnotationDiagnosticTests {
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
      fixed: """
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
      fixed: """
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
      fixed: """
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
