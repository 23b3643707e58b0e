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
}
