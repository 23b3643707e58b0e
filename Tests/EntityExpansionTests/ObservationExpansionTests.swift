import Testing

/// What the option `.observable` adds to an entity, and what it leaves out.
@Suite struct ObservationExpansionTests {
  @Test func accessorsReportThatAPropertyIsReadAndChanged() {
    assertMembers(
      ["title", "pages", "author", "readers", "mark", "copies"],
      of: """
        @Entity(.observable) final class Book: ManagedObject {
          var title: String
          var pages: Int = 0
          @Transient var mark: Int = 0
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
          @Relationship(inverse: "books", deleteRule: .nullify) var readers: Set<Reader>
          @Fetched(countOf: Copy.self) var copies: Int
        }
        """
    ) {
      """
      @EntityGraph.Attribute var title: String {
        get {
          EntityGraph.__Observation.access(&__observation, __Index.title)
          if __values == nil { __fire() }
          if let value = __values.title.value { return value }
          let value = __read(__values.title, __Index.title, String.self)
          return __values?.title.didRead(value) ?? value
        }
        set {
          __willAssign(__Index.title)
          __willWrite(__Index.title)
          __values.title = .init(newValue)
          __didAssign(__Index.title)
        }
      }

      @EntityGraph.Attribute var pages: Int {
        get {
          EntityGraph.__Observation.access(&__observation, __Index.pages)
          if __values == nil { __fire() }
          return __values.pages
        }
        set {
          __willAssign(__Index.pages)
          __willWrite(__Index.pages)
          __values.pages = newValue
          __didAssign(__Index.pages)
        }
      }

      @Transient var mark: Int = 0

      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author? {
        get {
          EntityGraph.__Observation.access(&__observation, __Index.author)
          if __values == nil { __fire() }
          return __object(__values.author, __Index.author, as: Author.self)
        }
        set { __setObject(__Index.author, newValue) }
      }

      @Relationship(inverse: "books", deleteRule: .nullify) var readers: Set<Reader> {
        get {
          EntityGraph.__Observation.access(&__observation, __Index.readers)
          return __objects(__Index.readers)
        }
        set { __setObjects(__Index.readers, newValue) }
      }

      @Fetched(countOf: Copy.self) var copies: Int {
        get { __fetchedCount(__Index.copies) }
      }
      """
    }
  }

  @Test func theLibraryReportsChangesThatItMakesItself() {
    assertMembers(
      ["__observation", "__isObservable", "__willChange", "__didChange", "objectID"],
      of: """
        @Entity(.values, .observable) public class Book: ManagedObject {
          public var title: String
        }
        @Entity(EntityOption.observable, originalName: "Tale") class Novel: Book {}
        """
    ) {
      """
      @safe @exclusivity(unchecked) private var __observation: EntityGraph.__Observation?

      public override class var __isObservable: Swift.Bool { true }

      public override func __willChange(_ index: Swift.Int) {
        super.__willChange(index)
        __observation?.willChange(index)
      }

      public override func __didChange(_ index: Swift.Int) {
        super.__didChange(index)
        __observation?.didChange(index)
      }

      public final var objectID: EntityGraph.ObjectID {
        EntityGraph.__Observation.access(&__observation, EntityGraph.__Observation.identity)
        return (self as EntityGraph.ManagedObject).objectID
      }

      @safe @exclusivity(unchecked) private var __observation: EntityGraph.__Observation?

      override class var __isObservable: Swift.Bool { true }

      override func __willChange(_ index: Swift.Int) {
        super.__willChange(index)
        __observation?.willChange(index)
      }

      override func __didChange(_ index: Swift.Int) {
        super.__didChange(index)
        __observation?.didChange(index)
      }
      """
    }
  }

  @Test func anEntityWithoutTheOptionHasNothingOfIt() {
    assertMembers(
      ["title", "__observation", "__isObservable", "__willChange", "__didChange", "objectID"],
      of: """
        @Entity final class Book: ManagedObject {
          var pages: Int
        }
        """
    ) {
      ""
    }
  }

  @Test func theMacroObservableIsNoOption() {
    assertExpansion(
      of: """
        @Observable @Entity final class Book: ManagedObject {}
        """,
      diagnostics: """
        @Observable @Entity final class Book: ManagedObject {}
        ^^^^^^^^^^^
        error: '@Observable' cannot observe the properties of entity 'Book', which have accessors of their own; write '@Entity(.observable)' instead [entity.observable-macro]
        fix: remove '@Observable'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {}
        """)
  }

  @Test func aConformanceAloneObservesNothing() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject, Observable {}
        @Entity(.observable) final class Author: ManagedObject, Observable {}
        @Entity final class Shelf: Observable {}
        """,
      diagnostics: """
        @Entity final class Book: ManagedObject, Observable {}
                                                 ^^^^^^^^^^
        error: the properties of entity 'Book' are not observed, though it conforms to 'Observable'; write '@Entity(.observable)' [entity.observable-option-missing]
        @Entity final class Shelf: Observable {}
                                   ^^^^^^^^^^
        error: entity 'Shelf' needs a superclass before its protocols: 'ManagedObject' or another entity [entity.superclass-not-a-class]
        fix: inherit from 'ManagedObject'
        """)
  }
}
