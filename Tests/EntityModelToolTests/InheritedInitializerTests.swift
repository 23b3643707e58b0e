import Foundation
import TestSupport
import Testing

/// The initialisers of classes that take what the classes inherit.
@Suite struct InheritedInitializerTests {
  /// Returns what the tool prints for the module `Shop` of `files` after the model.
  private func initializers(_ files: [String: String]) throws -> String {
    try TemporaryDirectory.with { directory in
      for (file, text) in files { try directory.write(text.utf8, to: file) }
      let run = try Tool.run(
        arguments: ["generate", "--output", "out.swift", "--module", "Shop"] + files.keys.sorted(),
        in: directory)
      #expect(run == Tool.Run())
      let code = try String(contentsOfFile: directory.path("out.swift"), encoding: .utf8)
      let start = code.firstRange(of: "\n}\n")?.upperBound ?? code.endIndex
      return String(code[start...].drop { $0 == "\n" })
    }
  }

  /// Returns the parameters of the only initialiser that the tool prints for the classes of
  /// `source`; nil where it prints none.
  private func parameters(_ source: String, others: [String: String] = [:]) throws -> String? {
    var files = others
    files["a.swift"] = "import EntityGraph\nimport Foundation\n" + source
    let code = try initializers(files)
    guard let start = code.firstRange(of: " init(")?.upperBound,
      let end = code.firstRange(of: "in __context")?.lowerBound
    else { return code.isEmpty ? nil : code }
    return code[start..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `what a class inherits comes first, from the root on, in the order of declaration`()
    throws
  {
    let code = try initializers([
      "media.swift": """
      public import EntityGraph
      public import Foundation
      private func today() -> Date { Date() }
      @Entity(.abstract) open class Media: ManagedObject {
        public var code: String
        public var made: Date = today()
        @Attribute(.createdAt) public var entered: Date?
        public var sizes: [Size: [Int]] = [:]
        @Relationship(inverse: "media", deleteRule: .nullify) public var shelf: Shelf
        @Transient public var note: String?
        public enum Size: String, Storable { case small }
      }
      @Entity public final class Shelf: ManagedObject {
        @Relationship(inverse: "shelf", deleteRule: .deny) public var media: Set<Media>
      }
      """,
      "record.swift": """
      public import EntityGraph
      @Entity open class Record: Media { public var `default`: Int = 33 }
      @Entity public final class Single: Record { public var side: Side = .a }
      public enum Side: String, Storable { case a, b }
      """,
    ])
    #expect(
      code == """
        extension Record {
          /// Creates an object in a context, with inherited properties first.
          public nonisolated convenience init(
            code: String, made: Date = Media.__Defaults.made, entered: Date? = nil,
            sizes: [Media.Size: [Int]] = [:], shelf: Shelf, note: String? = nil, `default`: Int = 33,
            in __context: EntityGraph.ManagedObjectContext
          ) {
            __context.__deferAwakening()
            self.init(default: `default`, in: __context)
            self.code = code
            self.made = made
            if let entered { self.entered = entered }
            self.sizes = sizes
            self.note = note
            self.__awake()
            self.shelf = shelf
          }
        }

        extension Single {
          /// Creates an object in a context, with inherited properties first.
          public nonisolated convenience init(
            code: String, made: Date = Media.__Defaults.made, entered: Date? = nil,
            sizes: [Media.Size: [Int]] = [:], shelf: Shelf, note: String? = nil, `default`: Int = 33,
            side: Side = Single.__Defaults.side, in __context: EntityGraph.ManagedObjectContext
          ) {
            __context.__deferAwakening()
            self.init(side: side, in: __context)
            self.code = code
            self.made = made
            if let entered { self.entered = entered }
            self.sizes = sizes
            self.note = note
            self.default = `default`
            self.__awake()
            self.shelf = shelf
          }
        }

        """)
  }

  @Test func `a type that stands elsewhere is named from there`() throws {
    let found = try parameters(
      """
      enum Shop {
        enum Price: String, Storable { case low }
        @Entity class Item: ManagedObject {
          var price: Price?
          var pair: [String: Price] = [:]
          enum Kind: String, Storable { case new }
          var kind: Kind?
        }
      }
      extension Shop {
        @Entity final class Book: Item { var pages: Int = 0 }
      }
      """)
    #expect(
      found == """
        price: Shop.Price? = nil, pair: [String: Shop.Price] = [:], kind: Shop.Item.Kind? = nil, \
        pages: Int = 0,
        """)
  }

  @Test func `a type that another one hides is named with its module`() throws {
    let found = try parameters(
      """
      enum Kind: String, Storable { case new }
      @Entity class Item: ManagedObject { var kind: Kind? }
      @Entity final class Book: Item {
        enum Kind: String, Storable { case novel }
        var genre: Kind?
      }
      """)
    #expect(found == "kind: Shop.Kind? = nil, genre: Book.Kind? = nil,")
  }

  @Test func `a type of an unknown module is imported as its file does, and seen in the module`()
    throws
  {
    let code = try initializers([
      "a.swift": """
      public import EntityGraph
      public import Geometry
      @Entity open class Item: ManagedObject { public var place: Point? }
      @Entity public final class Book: Item { public var pages: Int = 0 }
      """
    ])
    #expect(
      code.contains("  nonisolated convenience init(\n    place: Point? = nil, pages: Int = 0"))
  }

  @Test func `what cannot be given a value elsewhere is left out where it has one`() throws {
    let found = try parameters(
      """
      @Entity class Item: ManagedObject {
        var code: String = ""
        private(set) var count: Int = 0
        @available(*, deprecated) var old: Int = 0
        fileprivate var secret: Int = 0
      }
      @Entity final class Book: Item { var pages: Int = 0 }
      """)
    #expect(found == "code: String = \"\", pages: Int = 0,")
  }

  @Test func `an initialiser is as visible as the least visible of what it takes`() throws {
    func access(_ item: String, _ book: String) throws -> String? {
      let code = try initializers([
        "a.swift": """
        public import EntityGraph
        @Entity open class Item: ManagedObject { \(item) }
        @Entity public final class Book: Item { \(book) }
        """
      ])
      let line = code.split(separator: "\n").first { $0.contains("convenience init(") }
      return line.map { $0.contains("public ") ? "public" : "internal" }
    }
    #expect(try access("public var a: Int = 0", "public var b: Int = 0") == "public")
    #expect(try access("var a: Int = 0", "public var b: Int = 0") == "internal")
    #expect(try access("public var a: Int = 0", "var b: Int = 0") == "internal")
    #expect(try access("public var a: Int = 0\n  private var c: Int = 0", "") == "public")
  }

  @Test(arguments: [
    // Nothing is inherited that could be given.
    "@Entity class Item: ManagedObject { private(set) var a: Int = 0 }",
    "@Entity class Item: ManagedObject {}",
    // A property that must be given and cannot be.
    "@Entity class Item: ManagedObject { var b: Int = 0\n private(set) var a: String }",
    // A type that only its file sees.
    "private enum Kind: String, Storable, CaseIterable { case a }\n"
      + "@Entity class Item: ManagedObject { fileprivate var a: Kind }",
    // A class that does not stand in every build.
    "#if !os(Plan9)\n@Entity class Item: ManagedObject { var a: Int = 0 }\n#endif",
    "@Entity class Item: ManagedObject {\n#if DEBUG\nvar a: Int = 0\n#endif\n}",
    "@available(*, deprecated) @Entity class Item: ManagedObject { var a: Int = 0 }",
  ])
  func `where not all can be named there is none`(_ superclass: String) throws {
    let source = superclass + "\n@Entity final class Book: Item { var pages: Int = 0 }\n"
    #expect(try parameters(source)?.contains("extension") != true)
  }

  @Test(arguments: [
    "@Entity(.noInitializer) final class Book: Item { var pages: Int = 0 }",
    "@Entity(.abstract) class Book: Item { var pages: Int = 0 }",
    "@Entity final class Book: Item {\n  var pages: Int = 0\n"
      + "  convenience init(a: Int, pages: Int, in context: ManagedObjectContext) {\n"
      + "    self.init(pages: pages, in: context)\n  }\n}",
    "@Entity final class Book: Item { var pages: Int = 0 }\n"
      + "extension Book {\n"
      + "  convenience init(a: Int, pages: Int, in context: ManagedObjectContext) {\n"
      + "    self.init(pages: pages, in: context)\n  }\n}",
    "@Entity private final class Book: Item { var pages: Int = 0 }",
  ])
  func `a class that is to have none, or has it already, has none`(_ book: String) throws {
    #expect(try parameters("@Entity class Item: ManagedObject { var a: Int = 0 }\n" + book) == nil)
  }

  @Test func `an initialiser of the labels of an inherited one has another label`() throws {
    let code = try initializers([
      "a.swift": """
      import EntityGraph
      @Entity class Item: ManagedObject { var a: Int = 0 }
      @Entity final class Book: Item {}
      """
    ])
    #expect(
      code == """
        extension Book {
          /// Creates an object in a context, with inherited properties first.
          nonisolated convenience init(
            a: Int = 0, in __context: EntityGraph.ManagedObjectContext, __Book: Swift.Void = ()
          ) {
            __context.__deferAwakening()
            self.init(in: __context)
            self.a = a
            self.__awake()
          }
        }

        """)
  }
}
