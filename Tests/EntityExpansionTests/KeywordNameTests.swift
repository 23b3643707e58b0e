import Testing

/// Members of classes whose properties are called as keywords are.
@Suite struct KeywordNameTests {
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
}
