import Testing

/// Members of classes of unusual shapes.
@Suite struct EntityShapeTests {
  // MARK: Nothing to store

  @Test func emptyClassThatCanBeExtendedHasConvenienceInitializer() {
    assertMembers(
      ["init", "__Values", "__load"], of: "@Entity class Empty: ManagedObject {}"
    ) {
      """
      private struct __Values: EntityGraph.__EntityValues {
        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          false
        }
      }

      convenience init(in __context: EntityGraph.ManagedObjectContext) {
        self.init(__owner: .inserting(Self.self, in: __context))
        __fill()
        __didInsert(0..<Self.__propertyCount)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        __values = __Values()
      }
      """
    }
  }

  @Test func emptyFinalSubclassFillsItsSuperclass() {
    assertMembers(
      ["init", "__propertyCount", "__describe", "__fill"],
      of: "@Entity final class Empty: Base {}"
    ) {
      """
      init(in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        super.__fill()
        __values = __Values()
        __didInsert(Base.__propertyCount..<Empty.__propertyCount)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class var __propertyCount: Swift.Int { Base.__propertyCount + 0 }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Empty.self, "Empty", superclass: Base.self)
      }

      override func __fill() {
        super.__fill()
        __values = __Values()
      }
      """
    }
  }

  @Test func classWithoutColumnsLeavesWritingToItsSuperclass() {
    assertMembers(["__write"], of: "@Entity final class Empty: Base {}") {
      """

      """
    }
  }

  // MARK: Names

  private static let names = """
    @Entity final class Book: ManagedObject {
      var `default`: String
      var `inout`: Int = 3
      var `some thing`: Int
      var `1st`: Int
      var row: Int
      @Relationship(inverse: "in", deleteRule: .nullify) var `in`: Book?
    }
    """

  @Test func namesThatAreKeywordsAreQuotedWhereSwiftAsksForIt() {
    assertMembers(["default", "inout", "some thing", "1st", "row", "in"], of: Self.names) {
      """
      @EntityGraph.Attribute var `default`: String {
        get {
          if __values == nil { __fire() }
          if let value = __values.default.value { return value }
          let value = __read(__values.default, __Index.default, String.self)
          return __values?.default.didRead(value) ?? value
        }
        set { __willWrite(__Index.default); __values.default = .init(newValue) }
      }

      @EntityGraph.Attribute var `inout`: Int {
        get {
          if __values == nil { __fire() }
          return __values.`inout`
        }
        set { __willWrite(__Index.`inout`); __values.`inout` = newValue }
      }

      @EntityGraph.Attribute var `some thing`: Int {
        get {
          if __values == nil { __fire() }
          return __values.`some thing`
        }
        set { __willWrite(__Index.`some thing`); __values.`some thing` = newValue }
      }

      @EntityGraph.Attribute var `1st`: Int {
        get {
          if __values == nil { __fire() }
          return __values.`1st`
        }
        set { __willWrite(__Index.`1st`); __values.`1st` = newValue }
      }

      @EntityGraph.Attribute var row: Int {
        get {
          if __values == nil { __fire() }
          return __values.row
        }
        set { __willWrite(__Index.row); __values.row = newValue }
      }

      @Relationship(inverse: "in", deleteRule: .nullify) var `in`: Book? {
        get {
          if __values == nil { __fire() }
          return __object(__values.in, __Index.in, as: Book.self)
        }
        set { __setObject(__Index.in, newValue) }
      }
      """
    }
  }

  @Test func namesThatAreKeywordsAreStored() {
    assertMembers(["__Index", "__Values", "init"], of: Self.names) {
      """
      private enum __Index {
        static var `default`: Swift.Int { 0 }
        static var `inout`: Swift.Int { 1 }
        static var `some thing`: Swift.Int { 2 }
        static var `1st`: Swift.Int { 3 }
        static var row: Swift.Int { 4 }
        static var `in`: Swift.Int { 5 }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var `inout`: Int
        var `some thing`: Int
        var `1st`: Int
        var row: Int
        var `in`: EntityGraph.__ToOne
        var `default`: EntityGraph.__Deferred<String>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.default: __row.write(self.default)
          case __Index.`inout`: __row.write(self.`inout`)
          case __Index.`some thing`: __row.write(self.`some thing`)
          case __Index.`1st`: __row.write(self.`1st`)
          case __Index.row: __row.write(self.row)
          case __Index.in: __row.write(self.in)
          default: return false
          }
          return true
        }
      }

      init(
        `default`: String, `inout`: Int = 3, `some thing`: Int, `1st`: Int, row: Int, `in`: Book? = nil,
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(
          `inout`: `inout`, `some thing`: `some thing`, `1st`: `1st`, row: row, in: .init(),
          default: .init(`default`))
        __didInsert(0..<6)
        if let `in` { __setObject(__Index.in, `in`) }
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func namesThatAreKeywordsAreDescribed() {
    assertMembers(["__describe", "__addKeyPaths"], of: Self.names) {
      #"""
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("default", String.self)
        entity.attribute("inout", Int.self, default: 3)
        entity.attribute("some thing", Int.self)
        entity.attribute("1st", Int.self)
        entity.attribute("row", Int.self)
        entity.relationship("in", Book?.self, inverse: "in", deleteRule: .nullify)
        entity.inverse("in", \Book.in as Swift.KeyPath<Book, _>, of: Book.self)
      }

      override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addKeyPaths(to: &table)
        table.add("default", \Book.default)
        table.add("inout", \Book.`inout`)
        table.add("some thing", \Book.`some thing`)
        table.add("1st", \Book.`1st`)
        table.add("row", \Book.row)
        table.add("in", \Book.in)
      }
      """#
    }
  }

  @Test func namesThatAreKeywordsAreLoaded() {
    assertMembers(["__load", "__toOne"], of: Self.names) {
      """
      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          `inout`: __column(__row, __start + 1, __Index.`inout`, Int.self),
          `some thing`: __column(__row, __start + 2, __Index.`some thing`, Int.self),
          `1st`: __column(__row, __start + 3, __Index.`1st`, Int.self),
          row: __column(__row, __start + 4, __Index.row, Int.self),
          in: __reference(__row, __start + 5, __Index.in),
          default: __deferred(__row, __start, __Index.default, String.self))
      }

      override func __toOne(_ index: Swift.Int) -> EntityGraph.__ToOne {
        switch index {
        case __Index.in: return __values.in
        default: return super.__toOne(index)
        }
      }
      """
    }
  }

  // MARK: Surroundings

  @Test func classInsideFunctionNamesNothingByItsPath() {
    assertMembers(
      ["title", "next", "__describe", "__addKeyPaths", "__addOwnKeyPaths"],
      of: """
        func local() {
          @Entity class Local: ManagedObject {
            var title: String
            @Relationship(inverse: "next", deleteRule: .nullify) var next: Local?
          }
        }
        """
    ) {
      #"""
      @EntityGraph.Attribute var title: String {
        get {
          if __values == nil { __fire() }
          if let value = __values.title.value { return value }
          let value = __read(__values.title, __Index.title, String.self)
          return __values?.title.didRead(value) ?? value
        }
        set { __willWrite(__Index.title); __values.title = .init(newValue) }
      }

      @Relationship(inverse: "next", deleteRule: .nullify) var next: Local? {
        get {
          if __values == nil { __fire() }
          return __object(__values.next, __Index.next, as: Local.self)
        }
        set { __setObject(__Index.next, newValue) }
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Local.self, "Local")
        entity.attribute("title", String.self)
        entity.relationship("next", Local?.self, inverse: "next", deleteRule: .nullify)
        entity.inverse("next", \Local.next as Swift.KeyPath<Local, _>, of: Local.self)
      }

      override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addKeyPaths(to: &table)
        __addOwnKeyPaths(of: Self.self, to: &table)
      }

      private static func __addOwnKeyPaths<__Object: Local>(
        of type: __Object.Type, to table: inout EntityGraph.__KeyPathTable
      ) {
        table.add("title", \__Object.title)
        table.add("next", \__Object.next)
      }
      """#
    }
  }

  @Test func conditionsAroundPropertiesAreRepeated() {
    assertMembers(
      ["__Index", "__Values", "init"],
      of: """
        @Entity final class Book: ManagedObject {
          var title: String
          #if DEBUG
            var debug: Int = 0
          #elseif os(Linux)
            func helper() {}
          #endif
        }
        """
    ) {
      """
      private enum __Index {
        static var title: Swift.Int { 0 }
        static var debug: Swift.Int { 1 }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var debug: Int
        var title: EntityGraph.__Deferred<String>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.title: __row.write(self.title)
          case __Index.debug: __row.write(self.debug)
          default: return false
          }
          return true
        }
      }

      init(title: String, debug: Int = 0, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(debug: debug, title: .init(title))
        __didInsert(0..<2)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      private enum __Index {
        static var title: Swift.Int { 0 }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var title: EntityGraph.__Deferred<String>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.title: __row.write(self.title)
          default: return false
          }
          return true
        }
      }

      init(title: String, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(title: .init(title))
        __didInsert(0..<1)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      private enum __Index {
        static var title: Swift.Int { 0 }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var title: EntityGraph.__Deferred<String>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.title: __row.write(self.title)
          default: return false
          }
          return true
        }
      }

      init(title: String, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(title: .init(title))
        __didInsert(0..<1)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func onlyDeprecatedMembersNameDeprecatedProperties() {
    assertMembers(
      ["__addKeyPaths", "__addDeprecatedKeyPaths"],
      of: """
        @Entity final class Book: ManagedObject {
          @available(*, deprecated, message: "gone") var old: Int?
          @Fetched(countOf: Book.self) var count: Int
        }
        """
    ) {
      #"""
      override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addKeyPaths(to: &table)
        table.add("count", \Book.count)
      }

      @available(*, deprecated)
      override class func __addDeprecatedKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addDeprecatedKeyPaths(to: &table)
        table.add("old", \Book.old)
      }
      """#
    }
  }

  // MARK: Values

  private static let values = """
    @Entity final class Book: ManagedObject {
      var a: Optional<Int>
      var b: Int!
      var c: Genre = .none
      var d: Genre? = .fiction
      var e: Genre? = .none
      var f: [Genre] = [.none]
      var g: Int = -1
      var h: Int? = nil
      var i: Set<Genre> = .all
      @Relationship(inverse: "j", deleteRule: .deny) var j: Book!
    }
    """

  @Test func optionalsAndDefaultsAreParameters() {
    assertMembers(["init"], of: Self.values) {
      """
      init(
        a: Optional<Int> = nil, b: Int? = nil, c: Genre = .none, d: Genre? = .fiction, e: Genre? = nil,
        f: [Genre] = [.none], g: Int = -1, h: Int? = nil, i: Set<Genre> = .all, j: Book? = nil,
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(
          a: a, b: b, g: g, h: h, j: .init(), c: .init(c), d: .init(d), e: .init(e), f: .init(f),
          i: .init(i))
        __didInsert(0..<10)
        if let j { __setObject(__Index.j, j) }
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func optionalsAndDefaultsAreDescribed() {
    assertMembers(["__describe"], of: Self.values) {
      #"""
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("a", Optional<Int>.self)
        entity.attribute("b", Int?.self)
        entity.attribute("c", Genre.self, default: Genre.none)
        entity.attribute("d", Genre?.self, default: Genre.fiction)
        entity.attribute("e", Genre?.self)
        entity.attribute("f", [Genre].self, default: [.none])
        entity.attribute("g", Int.self, default: -1)
        entity.attribute("h", Int?.self)
        entity.attribute("i", Set<Genre>.self, default: Set<Genre>.all)
        entity.relationship("j", Book?.self, inverse: "j", deleteRule: .deny)
        entity.inverse("j", \Book.j as Swift.KeyPath<Book, _>, of: Book.self)
      }
      """#
    }
  }

  @Test func numbersAreStoredAsTheyAreAndOtherValuesMayBeDeferred() {
    assertMembers(["__Values", "__load", "__fill"], of: Self.values) {
      """
      private struct __Values: EntityGraph.__EntityValues {
        var a: Optional<Int>
        var b: Int?
        var g: Int
        var h: Int?
        var j: EntityGraph.__ToOne
        var c: EntityGraph.__Deferred<Genre>
        var d: EntityGraph.__Deferred<Genre?>
        var e: EntityGraph.__Deferred<Genre?>
        var f: EntityGraph.__Deferred<[Genre]>
        var i: EntityGraph.__Deferred<Set<Genre>>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.a: __row.write(self.a)
          case __Index.b: __row.write(self.b)
          case __Index.c: __row.write(self.c)
          case __Index.d: __row.write(self.d)
          case __Index.e: __row.write(self.e)
          case __Index.f: __row.write(self.f)
          case __Index.g: __row.write(self.g)
          case __Index.h: __row.write(self.h)
          case __Index.i: __row.write(self.i)
          case __Index.j: __row.write(self.j)
          default: return false
          }
          return true
        }
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          a: __column(__row, __start, __Index.a, Optional<Int>.self),
          b: __column(__row, __start + 1, __Index.b, Int?.self),
          g: __column(__row, __start + 6, __Index.g, Int.self),
          h: __column(__row, __start + 7, __Index.h, Int?.self),
          j: __reference(__row, __start + 9, __Index.j),
          c: __deferred(__row, __start + 2, __Index.c, Genre.self),
          d: __deferred(__row, __start + 3, __Index.d, Genre?.self),
          e: __deferred(__row, __start + 4, __Index.e, Genre?.self),
          f: __deferred(__row, __start + 5, __Index.f, [Genre].self),
          i: __deferred(__row, __start + 8, __Index.i, Set<Genre>.self))
      }

      override func __fill() {
        super.__fill()
        __values = __Values(
          a: nil, b: nil, g: -1, h: nil, j: .init(), c: .init(.none), d: .init(.fiction), e: .init(nil),
          f: .init([.none]), i: .init(.all))
      }
      """
    }
  }

  // MARK: Layout

  private static let long = #"""
    @Entity final class Book: ManagedObject {
      @Attribute(column: "a_very_long_name_of_a_column", originalName: "and_a_long_former_name_too")
      var longNameOfAProperty: Dictionary<
        String, Int
      > = [
        "a": 1,  // first
        "b": 2,
      ]
      var text: String = """
        many
          lines
        """
    }
    """#

  @Test func longNamesAreWrapped() {
    assertMembers(["longNameOfAProperty", "__load"], of: Self.long) {
      """
      @Attribute(column: "a_very_long_name_of_a_column", originalName: "and_a_long_former_name_too")
      var longNameOfAProperty: Dictionary<
        String, Int
      > {
        get {
          if __values == nil { __fire() }
          if let value = __values.longNameOfAProperty.value { return value }
          let value = __read(
            __values.longNameOfAProperty, __Index.longNameOfAProperty, Dictionary<String, Int>.self)
          return __values?.longNameOfAProperty.didRead(value) ?? value
        }
        set { __willWrite(__Index.longNameOfAProperty); __values.longNameOfAProperty = .init(newValue) }
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          longNameOfAProperty: __deferred(
            __row, __start, __Index.longNameOfAProperty, Dictionary<String, Int>.self),
          text: __deferred(__row, __start + 1, __Index.text, String.self))
      }
      """
    }
  }

  @Test func valuesOfManyLinesStayAsWritten() {
    assertMembers(["init", "__describe"], of: Self.long) {
      #"""
      init(
        longNameOfAProperty: Dictionary<String, Int> = [
          "a": 1,  // first
          "b": 2,
        ],
        text: String = """
          many
            lines
          """,
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(longNameOfAProperty: .init(longNameOfAProperty), text: .init(text))
        __didInsert(0..<2)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute(
          "longNameOfAProperty", Dictionary<String, Int>.self, column: "a_very_long_name_of_a_column",
          originalName: "and_a_long_former_name_too",
          default: [
          "a": 1,  // first
          "b": 2,
        ])
        entity.attribute(
          "text", String.self,
          default: """
          many
            lines
          """)
      }
      """#
    }
  }
}
