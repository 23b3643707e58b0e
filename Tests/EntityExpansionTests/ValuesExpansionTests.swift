import EntityExpansion
import Testing

/// The struct of values that `@Entity(.values)` adds.
@Suite struct ValuesExpansionTests {
  @Test func theStructHasAttributesAndTheIDsOfToOnes() {
    assertMembers(
      ["Values"],
      of: """
        @Entity(.values) public final class Book: ManagedObject {
          @Attribute(.unique) public var title: String
          public var genre: Genre = .fiction
          var pages: Int = 0
          public var rating: Int? = 3
          public var born: Date?
          public private(set) var changed: Date = now()
          @available(*, deprecated) var old: [String] = []
          private var note: String = ""
          @Transient var isSelected: Bool = false
          @Relationship(inverse: "books", deleteRule: .nullify) public var author: Author
          @Relationship(inverse: "books", deleteRule: .nullify) var shelf: Shelf?
          @Relationship(inverse: "books", deleteRule: .nullify) var tags: Set<Tag>
          @Fetched(countOf: Book.self) var count: Int
        }
        """
    ) {
      """
      public nonisolated struct Values: EntityGraph.EntityValues, @unchecked Sendable {
        public typealias Object = Book
        public var __head: EntityGraph.__ValuesHead
        public var title: String
        public var genre: Genre
        var pages: Int
        public var rating: Int?
        public var born: Date?
        public var changed: Date
        var old: [String]
        public var author: EntityGraph.ObjectID
        var shelf: EntityGraph.ObjectID?

        init(
          objectID: EntityGraph.ObjectID? = nil, title: String, genre: Genre = __Defaults.genre,
          pages: Int = 0, rating: Int? = 3, born: Date? = nil, changed: Date = __Defaults.changed,
          old: [String] = [], author: EntityGraph.ObjectID, shelf: EntityGraph.ObjectID? = nil
        ) {
          self.__head = .init(objectID)
          self.title = title
          self.genre = genre
          self.pages = pages
          self.rating = rating
          self.born = born
          self.changed = changed
          self.old = old
          self.author = author
          self.shelf = shelf
        }

        public init(_ __object: Book) {
          self.title = __object.title
          self.genre = __object.genre
          self.pages = __object.pages
          self.rating = __object.rating
          self.born = __object.born
          self.changed = __object.changed
          self.old = __object.__attribute(__Index.old)
          self.author = __object.__requiredObjectID(ofToOne: __Index.author)
          self.shelf = __object.__objectID(ofToOne: __Index.shelf)
          self.__head = .init(__object)
        }

        public init(__blank: EntityGraph.__ValuesBlank) {
          self.init(title: __blank.value(String.self), author: __blank.value(EntityGraph.ObjectID.self))
        }

        public mutating func __visit(_ __visitor: EntityGraph.__ValuesVisitor) {
          __visitor.attribute("title", &self.title, .required)
          __visitor.attribute("genre", &self.genre, .defaulted)
          __visitor.attribute("pages", &self.pages, .defaulted)
          __visitor.attribute("rating", &self.rating, .defaulted)
          __visitor.attribute("born", &self.born, .optional)
          __visitor.attribute("changed", &self.changed, .defaulted)
          __visitor.attribute("old", &self.old, .defaulted)
          __visitor.toOne("author", &self.author)
          __visitor.toOne("shelf", &self.shelf)
        }
      }
      """
    }
  }

  @Test func theStructOfASubclassHoldsThatOfItsSuperclass() {
    assertMembers(
      ["Values"],
      of: """
        @Entity(.values) class Novel: Book {
          var plot: String
          private var `class`: Int
        }
        """
    ) {
      """
      nonisolated struct Values: EntityGraph.__InheritingValues, @unchecked Sendable {
        typealias Object = Novel
        typealias __Superclass = Book
        typealias __Inherited = Book.__ValuesType
        var __inherited: __Inherited
        var plot: String
        fileprivate var `class`: Int

        fileprivate init(_ __inherited: __Inherited, plot: String, `class`: Int) {
          self.__inherited = __inherited
          self.plot = plot
          self.class = `class`
        }

        init(_ __object: Novel) {
          self.__inherited = __Inherited(__object)
          self.plot = __object.plot
          self.class = __object.class
          self.__head = .init(__object)
        }

        init(__blank: EntityGraph.__ValuesBlank) {
          self.init(
            __Inherited(__blank: __blank), plot: __blank.value(String.self),
            class: __blank.value(Int.self))
        }

        mutating func __visit(_ __visitor: EntityGraph.__ValuesVisitor) {
          self.__inherited.__visit(__visitor)
          __visitor.attribute("plot", &self.plot, .required)
          __visitor.attribute("class", &self.class, .required)
        }
      }
      """
    }
  }

  @Test func anEntityWithoutAttributesHasValuesWithAnID() {
    assertMembers(["Values"], of: "@Entity(.values) final class Empty: ManagedObject {}") {
      """
      nonisolated struct Values: EntityGraph.EntityValues, @unchecked Sendable {
        typealias Object = Empty
        var __head: EntityGraph.__ValuesHead

        init(objectID: EntityGraph.ObjectID? = nil) {
          self.__head = .init(objectID)
        }

        init(_ __object: Empty) {
          self.__head = .init(__object)
        }

        init(__blank: EntityGraph.__ValuesBlank) {
          self.init()
        }

        mutating func __visit(_ __visitor: EntityGraph.__ValuesVisitor) {
        }
      }
      """
    }
  }

  @Test func withoutTheOptionThereIsNoStruct() {
    assertMembers(
      ["Values", "title"],
      of: "@Entity(.observable) final class Book: ManagedObject { @Attribute var title: String }"
    ) {
      """
      @Attribute var title: String {
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
      """
    }
  }

  @Test func typesOfAttributesAreToBeSendable() {
    assertMembers(
      ["size", "pages", "own"],
      of: """
        @Entity(.values, originalName: "Buch") final class Book: ManagedObject {
          var size: Size?
          var pages: Int = 0
          private var own: [Token] = []
        }
        """
    ) {
      """
      @EntityGraph.Attribute var size: Size? {
        get {
          if __values == nil { __fire() }
          if let value = __values.size.value { return value }
          let value = __sendableForValues(__read(__values.size, __Index.size, Size?.self))
          return __values?.size.didRead(value) ?? value
        }
        set { __willWrite(__Index.size); __values.size = .init(newValue) }
      }

      @EntityGraph.Attribute var pages: Int {
        get {
          if __values == nil { __fire() }
          return __values.pages
        }
        set { __willWrite(__Index.pages); __values.pages = newValue }
      }

      @EntityGraph.Attribute private var own: [Token] {
        get {
          if __values == nil { __fire() }
          if let value = __values.own.value { return value }
          let value = __read(__values.own, __Index.own, [Token].self)
          return __values?.own.didRead(value) ?? value
        }
        set { __willWrite(__Index.own); __values.own = .init(newValue) }
      }

      var size: Size?

      var pages: Int
      """
    }
  }

  @Test func optionsAreWrittenWithTheirTypeToo() {
    assertMembers(
      ["size"],
      of: """
        @Entity(originalName: "Buch", EntityOption.observable, EntityGraph.EntityOption.values)
        final class Book: ManagedObject { var size: Size? }
        """
    ) {
      """
      @EntityGraph.Attribute var size: Size? {
        get {
          EntityGraph.__Observation.access(&__observation, __Index.size)
          if __values == nil { __fire() }
          if let value = __values.size.value { return value }
          let value = __sendableForValues(__read(__values.size, __Index.size, Size?.self))
          return __values?.size.didRead(value) ?? value
        }
        set {
          __willAssign(__Index.size)
          __willWrite(__Index.size)
          __values.size = .init(newValue)
          __didAssign(__Index.size)
        }
      }

      var size: Size?
      """
    }
  }

  @Test func namesThatTheStructNeedsAreRefused() {
    assertExpansion(
      of: """
        @Entity(.values) final class Book: ManagedObject {
          var objectID: String
          struct Values {}
        }
        @Entity(.values) final class Shelf: ManagedObject {
          private var objectID: String = ""
          #if DEBUG
            typealias Level = Int
            enum Values {}
          #endif
        }
        @Entity final class Tag: ManagedObject {
          var objectID: String
          struct Values {}
        }
        """,
      diagnostics: """
          var objectID: String
              ^^^^^^^^
        error: 'objectID' is the id of the object in 'Values'; give the property another name, or remove '.values' [entity.values-object-id]
          struct Values {}
                 ^^^^^^
        error: 'Values' is generated for an entity with '.values'; give this type another name [entity.values-duplicate]
            enum Values {}
                 ^^^^^^
        error: 'Values' is generated for an entity with '.values'; give this type another name [entity.values-duplicate]
        """)
  }

  @Test func unknownOptionsAreRefused() {
    assertExpansion(
      of: """
        @Entity(.coded, .values, observable, table: "b") final class Book: ManagedObject {}
        """,
      diagnostics: """
        @Entity(.coded, .values, observable, table: "b") final class Book: ManagedObject {}
                ^^^^^^
        error: '.coded' is no option of an entity; the options are '.values', '.codable', '.observable', '.abstract' and '.noInitializer' [entity.option-unknown]
        @Entity(.coded, .values, observable, table: "b") final class Book: ManagedObject {}
                                 ^^^^^^^^^^
        error: 'observable' is no option of an entity; the options are '.values', '.codable', '.observable', '.abstract' and '.noInitializer' [entity.option-unknown]
        @Entity(.coded, .values, observable, table: "b") final class Book: ManagedObject {}
                                             ^^^^^
        error: '@Entity' takes no argument 'table:'; it takes '.values', '.codable', '.observable', '.abstract', 'originalName:', 'unique:' and 'indexes:' [annotation.argument-unknown]
        """)
  }
}
