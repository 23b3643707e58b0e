import EntityExpansion
import Testing

/// The members that each part of an object's life needs.
@Suite struct GeneratedSectionTests {
  private static let book = """
    @Entity final class Book: ManagedObject {
      var title: String
      var pages: Int = 1
      var cover: Data?
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
      @Relationship(inverse: "books", deleteRule: .nullify) var tags: Set<Tag>
    }
    """

  private static let novel = """
    @Entity final class Novel: Book {
      var plot: String = "thin"
      @Relationship(inverse: "sequel", deleteRule: .nullify) var prequel: Novel?
    }
    """

  // MARK: Accessors

  @Test func valueThatMayBeDeferredIsReadFromItsBytesOnDemand() {
    assertMembers(["title", "cover"], of: Self.book) {
      """
      @EntityGraph.Attribute var title: String {
        get {
          if __values == nil { __fire() }
          if let value = __values.title.value { return value }
          let value = __read(__values.title, __Index.title, String.self)
          return __values?.title.didRead(value) ?? value
        }
        set { __willWrite(__Index.title); __values.title = .init(newValue) }
      }

      @EntityGraph.Attribute var cover: Data? {
        get {
          if __values == nil { __fire() }
          if let value = __values.cover.value { return value }
          let value = __read(__values.cover, __Index.cover, Data?.self)
          return __values?.cover.didRead(value) ?? value
        }
        set { __willWrite(__Index.cover); __values.cover = .init(newValue) }
      }
      """
    }
  }

  @Test func valueThatIsReadWithTheRowIsReturnedAsItIs() {
    assertMembers(["pages"], of: Self.book) {
      """
      @EntityGraph.Attribute var pages: Int {
        get {
          if __values == nil { __fire() }
          return __values.pages
        }
        set { __willWrite(__Index.pages); __values.pages = newValue }
      }
      """
    }
  }

  @Test func relationshipsAskTheObject() {
    assertMembers(["author", "tags", "prequel"], of: Self.book + "\n" + Self.novel) {
      """
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author {
        get {
          if __values == nil { __fire() }
          return __requiredObject(__values.author, __Index.author, as: Author.self)
        }
        set { __setObject(__Index.author, newValue) }
      }

      @Relationship(inverse: "books", deleteRule: .nullify) var tags: Set<Tag> {
        get { __objects(__Index.tags) }
        set { __setObjects(__Index.tags, newValue) }
      }

      @Relationship(inverse: "sequel", deleteRule: .nullify) var prequel: Novel? {
        get {
          if __values == nil { __fire() }
          return __object(__values.prequel, __Index.prequel, as: Novel.self)
        }
        set { __setObject(__Index.prequel, newValue) }
      }
      """
    }
  }

  // MARK: Values

  @Test func valuesAreOneStructThatWritesThem() {
    assertMembers(["__Values", "__values"], of: Self.book) {
      """
      private struct __Values: EntityGraph.__EntityValues {
        var pages: Int
        var author: EntityGraph.__ToOne
        var title: EntityGraph.__Deferred<String>
        var cover: EntityGraph.__Deferred<Data?>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.title: __row.write(self.title)
          case __Index.pages: __row.write(self.pages)
          case __Index.cover: __row.write(self.cover)
          case __Index.author: __row.write(self.author)
          default: return false
          }
          return true
        }
      }

      @safe @exclusivity(unchecked) private var __values: __Values!
      """
    }
  }

  @Test func valuesOfASubclassAreItsOwn() {
    assertMembers(["__Index", "__Values"], of: Self.novel) {
      """
      private enum __Index {
        static var plot: Swift.Int { Book.__propertyCount + 0 }
        static var prequel: Swift.Int { Book.__propertyCount + 1 }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var prequel: EntityGraph.__ToOne
        var plot: EntityGraph.__Deferred<String>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.plot: __row.write(self.plot)
          case __Index.prequel: __row.write(self.prequel)
          default: return false
          }
          return true
        }
      }
      """
    }
  }

  // MARK: Rows

  @Test func rowFillsTheStructColumnByColumn() {
    assertMembers(["__load"], of: Self.book) {
      """
      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          pages: __column(__row, __start + 1, __Index.pages, Int.self),
          author: __reference(__row, __start + 3, __Index.author),
          title: __deferred(__row, __start, __Index.title, String.self),
          cover: __deferred(__row, __start + 2, __Index.cover, Data?.self))
      }
      """
    }
  }

  @Test func subclassLoadsItsSuperclassFirst() {
    assertMembers(["__load"], of: Self.novel) {
      """
      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          prequel: __reference(__row, __start + 1, __Index.prequel),
          plot: __deferred(__row, __start, __Index.plot, String.self))
      }
      """
    }
  }

  @Test func objectWithoutARowHasDefaultsAndPlaceholders() {
    assertMembers(["__fill"], of: Self.book) {
      """
      override func __fill() {
        super.__fill()
        __values = __Values(
          pages: 1, author: .init(), title: .init(__placeholder(of: String.self)), cover: .init(nil))
      }
      """
    }
  }

  @Test func subclassFillsItsSuperclassFirst() {
    assertMembers(["__fill"], of: Self.novel) {
      """
      override func __fill() {
        super.__fill()
        __values = __Values(prequel: .init(), plot: .init("thin"))
      }
      """
    }
  }

  @Test func whatTheStructDoesNotWriteTheSuperclassDoes() {
    assertMembers(["__write"], of: "@Entity final class Tag: Base { var name: String }") {
      """
      override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
        if !__values!.__write(index, row) { super.__write(index, row) }
      }
      """
    }
  }

  // MARK: Snapshots

  @Test func snapshotsLinkTheValuesOfEachClass() {
    assertMembers(["__takeSnapshot", "__restore", "__unload"], of: Self.novel) {
      """
      override func __takeSnapshot() -> EntityGraph.__Snapshot? {
        .storing(__values, after: super.__takeSnapshot())
      }

      override func __restore(_ snapshot: EntityGraph.__Snapshot) {
        super.__restore(snapshot)
        __values = snapshot.values(of: __Values.self)
      }

      override func __unload() {
        super.__unload()
        __values = nil
      }
      """
    }
  }

  // MARK: Description

  @Test func ownDescriptionIsWhatIsPrinted() {
    assertMembers(
      ["__text"],
      of: """
        @Entity public final class Book: ManagedObject { public var description: String = "" }
        @Entity final class Tag: ManagedObject { var description: String { "tag" } }
        @Entity final class Part: Base { override var description: String { "part" } }
        @Entity final class Note: ManagedObject { var description: Int? }
        """
    ) {
      """
      public override var __text: Swift.String { Swift.String(describing: self.description) }

      override var __text: Swift.String { Swift.String(describing: self.description) }

      override var __text: Swift.String { Swift.String(describing: self.description) }

      override var __text: Swift.String { Swift.String(describing: self.description) }
      """
    }
  }

  @Test func withoutAnOwnDescriptionNothingIsGenerated() {
    assertMembers(
      ["__text"],
      of: """
        @Entity final class Book: ManagedObject { var title: String }
        @Entity final class Tag: ManagedObject { static var description: String { "tags" } }
        @Entity final class Part: Base { class var description: String { "parts" } }
        @Entity final class Note: ManagedObject { func description() -> String { "note" } }
        """
    ) { "" }
  }

  // MARK: Size

  @Test(arguments: [
    "Int", "Int?", "String", "String?", "Data?", "Genre", "Genre = .fiction", "[String: Int] = [:]",
  ])
  func generatedCodeIsAtMostFifteenLinesAnAttribute(_ type: String) {
    // What every class has is the same for ten attributes and for thirty.
    #expect(Self.generatedLines(of: type, 30) - Self.generatedLines(of: type, 10) <= 20 * 15)
  }

  /// Returns how many lines an expansion adds to a class of `count` attributes.
  private static func generatedLines(of type: String, _ count: Int) -> Int {
    let attributes = (0..<count).map { "  var name\($0): \(type)\n" }
    let source = "@Entity final class Book: ManagedObject {\n\(attributes.joined())}"
    func lines(_ text: String) -> Int { text.split(separator: "\n").count }
    return lines(ExpansionDriver(source).expanded) - lines(source)
  }
}
