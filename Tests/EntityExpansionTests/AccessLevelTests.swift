import Testing

/// Members of classes of every access level.
@Suite struct AccessLevelTests {
  private static let open = """
    @Entity open class Media: ManagedObject {
      public var title: String
      public var pages: Int = 1
      public var made: Date = now()
      private var secret: String = "x"
    }
    """

  @Test func openClassHasOpenOverrides() {
    assertMembers(["__propertyCount", "__write", "__unload"], of: Self.open) {
      """
      open override class var __propertyCount: Swift.Int { 4 }

      open override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
        if !__values!.__write(index, row) { super.__write(index, row) }
      }

      open override func __unload() {
        super.__unload()
        __values = nil
      }
      """
    }
  }

  @Test func openClassAddsKeyPathsOfTheClassThatIsAsked() {
    assertMembers(["__addKeyPaths", "__addOwnKeyPaths"], of: Self.open) {
      #"""
      open override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addKeyPaths(to: &table)
        __addOwnKeyPaths(of: Self.self, to: &table)
      }

      private static func __addOwnKeyPaths<__Object: Media>(
        of type: __Object.Type, to table: inout EntityGraph.__KeyPathTable
      ) {
        table.add("title", \__Object.title)
        table.add("pages", \__Object.pages)
        table.add("made", \__Object.made)
        table.add("secret", \__Object.secret)
      }
      """#
    }
  }

  @Test func publicInitializerHidesComputedDefaults() {
    assertMembers(["__Defaults", "init"], of: Self.open) {
      """
      public enum __Defaults {
        public static var made: Date { now() }
      }

      public init(
        title: String, pages: Int = 1, made: Date = __Defaults.made,
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(pages: pages, made: made, title: .init(title), secret: .init("x"))
        __didInsert(0..<4)
      }

      public required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func privatePropertyWithDefaultIsNoParameter() {
    assertMembers(["secret", "__Values"], of: Self.open) {
      """
      @EntityGraph.Attribute private var secret: String {
        get {
          if __values == nil { __fire() }
          if let value = __values.secret.value { return value }
          let value = __read(__values.secret, __Index.secret, String.self)
          return __values?.secret.didRead(value) ?? value
        }
        set { __willWrite(__Index.secret); __values.secret = .init(newValue) }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var pages: Int
        var made: Date
        var title: EntityGraph.__Deferred<String>
        var secret: EntityGraph.__Deferred<String>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.title: __row.write(self.title)
          case __Index.pages: __row.write(self.pages)
          case __Index.made: __row.write(self.made)
          case __Index.secret: __row.write(self.secret)
          default: return false
          }
          return true
        }
      }
      """
    }
  }

  @Test func publicClassTakesTheLeastAccessOfItsParameters() {
    assertMembers(
      ["init", "__entityName"],
      of: """
        @Entity public final class Tag: ManagedObject {
          public var name: String
          var count: Int?
        }
        """
    ) {
      """
      init(name: String, count: Int? = nil, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(count: count, name: .init(name))
        __didInsert(0..<2)
      }

      public convenience init(name: String, in __context: EntityGraph.ManagedObjectContext) {
        self.init(name: name, count: nil, in: __context)
      }

      public required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      public override class var __entityName: Swift.String { "Tag" }
      """
    }
  }

  @Test func packageClassHasPackageMembers() {
    assertMembers(
      ["init", "__entityName"],
      of: """
        @Entity package final class Tag: ManagedObject {
          package var name: String = "a".uppercased()
        }
        """
    ) {
      """
      package init(name: String = "a".uppercased(), in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(name: .init(name))
        __didInsert(0..<1)
      }

      package required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      package override class var __entityName: Swift.String { "Tag" }
      """
    }
  }

  @Test func privateClassPrintsNoAccess() {
    assertMembers(
      ["init", "__entityName"],
      of: """
        @Entity private final class Tag: ManagedObject {
          private var name: String
        }
        """
    ) {
      """
      init(name: String, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(name: .init(name))
        __didInsert(0..<1)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class var __entityName: Swift.String { "Tag" }
      """
    }
  }

  @Test func privatePropertyWithoutDefaultNarrowsTheInitializer() {
    assertMembers(
      ["init", "__entityName"],
      of: """
        @Entity final class Tag: ManagedObject {
          private var name: String
          fileprivate var count: Int = 0
        }
        """
    ) {
      """
      fileprivate init(name: String, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(count: 0, name: .init(name))
        __didInsert(0..<2)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class var __entityName: Swift.String { "Tag" }
      """
    }
  }

  @Test func `other modules have an initialiser without what they do not see`() {
    assertMembers(
      ["__Defaults", "init"],
      of: """
        @Entity public final class Tag: ManagedObject {
          public var name: String
          public var made: Date = now()
          var count: Int = 2
          @Relationship(inverse: "tag", deleteRule: .nullify) var notes: Set<Note>
        }
        """
    ) {
      """
      @usableFromInline enum __Defaults {
        @usableFromInline static var made: Date { now() }
      }

      init(
        name: String, made: Date = __Defaults.made, count: Int = 2, notes: Set<Note> = [],
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(made: made, count: count, name: .init(name))
        __didInsert(0..<4)
        if !notes.isEmpty { __setObjects(__Index.notes, notes) }
      }

      public convenience init(
        name: String, made: Date = __Defaults.made, in __context: EntityGraph.ManagedObjectContext
      ) {
        self.init(name: name, made: made, count: 2, notes: [], in: __context)
      }

      public required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func `what must be given and is not public leaves other modules no initialiser`() {
    assertMembers(
      ["init"],
      of: """
        @Entity public final class Tag: ManagedObject {
          public var name: String
          var count: Int
        }
        """
    ) {
      """
      init(name: String, count: Int, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(count: count, name: .init(name))
        __didInsert(0..<2)
      }

      public required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func classInPublicExtensionIsPublic() {
    assertMembers(
      ["init", "__entityName"],
      of: """
        public extension Shop {
          @Entity final class Tag: ManagedObject {
            public var name: String
          }
        }
        """
    ) {
      """
      public init(name: String, in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(name: .init(name))
        __didInsert(0..<1)
      }

      public required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      public override class var __entityName: Swift.String { "Tag" }
      """
    }
  }
}
