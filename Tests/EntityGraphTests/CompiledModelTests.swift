import Testing

/// Models whose expansions the compiler has to accept without a warning.
@Suite struct CompiledModelTests {
  @Test(arguments: [
    "description", "debugDescription", "context", "save", "delete", "refresh", "hashValue", "hash",
    "id", "objectID", "isFault", "isDeleted", "hasChanges", "changedValues", "value", "values",
    "newValue", "index", "row", "entity", "property", "snapshot", "table", "owner", "model",
    "store", "type", "object", "error", "name", "all", "get", "set", "willSet", "any", "some",
    "await", "actor", "open", "EntityGraph", "Swift", "`class`", "`default`", "`func`", "`in`",
    "`inout`", "`is`", "`super`", "`where`", "`return`", "`Any`", "`nil`", "`some thing`", "`1st`",
  ])
  func propertiesMayHaveAnyName(_ name: String) throws {
    #expect(
      try Compiler.check(
        """
        import EntityGraph
        @Entity class Part: ManagedObject {
          var \(name): Int
          @Transient var flag: Bool = false
        }
        @Entity final class Bolt: Part { var length: Int? }
        @Entity final class Whole: ManagedObject {
          @Relationship(inverse: \(name.quoted), deleteRule: .nullify) var parts: Set<Piece>
        }
        @Entity final class Piece: ManagedObject {
          @Relationship(inverse: "parts", deleteRule: .nullify) var \(name): Whole?
        }
        """) == "")
  }

  @Test func everyAccessLevel() throws {
    #expect(
      try Compiler.check(
        """
        public import EntityGraph
        @Entity open class Product: ManagedObject {
          open var `open`: Int = 1
          @Attribute(.unique) public var code: String = ""
          package var inPackage: Int = 2
          var inModule: Int = 3
          fileprivate var inFile: Int = 4
          private var inClass: Int = 5
          private(set) public var readable: Int = 6
          public internal(set) var readableOutside: Int = 7
          fileprivate(set) var settableInFile: Int = 8
          final var last: Int = 9
          @Relationship(inverse: "product", deleteRule: .cascade) public var parts: Set<Part>
        }
        @Entity public final class Tool: Product { public var weight: Double? }
        @Entity public class Part: ManagedObject {
          @Relationship(inverse: "parts", deleteRule: .nullify) public var product: Product?
        }
        @Entity package class InPackage: ManagedObject { package var a: Int }
        @Entity class InModule: ManagedObject { var a: Int }
        @Entity fileprivate class InFile: ManagedObject { fileprivate var a: Int }
        @Entity private class Hidden: ManagedObject { private var a: Int }
        public enum Shop {}
        public extension Shop {
          @Entity final class Till: ManagedObject { public var sum: Int = 0 }
        }
        """) == "")
  }

  @Test func availability() throws {
    #expect(
      try Compiler.check(
        """
        import EntityGraph
        @available(macOS 15, *) @Entity class New: ManagedObject {
          @available(macOS 15, *) var a: Int = 1
          @available(*, deprecated, message: "use 'a'") var b: Int = 1
          @available(*, deprecated) @Relationship(inverse: "old", deleteRule: .nullify)
          var olds: Set<Old>
        }
        @available(macOS 15, *) @Entity class Newer: New { var c: Int = 1 }
        @available(macOS 15, *) @Entity final class Newest: Newer {
          @available(*, deprecated) var d: Int = 1
        }
        @available(macOS 15, *) @Entity class Old: ManagedObject {
          @available(*, deprecated) @Relationship(inverse: "olds", deleteRule: .nullify)
          var old: New?
        }
        """) == "")
  }

  @Test func isolation() throws {
    #expect(
      try Compiler.check(
        """
        import EntityGraph
        @Entity nonisolated final class Free: ManagedObject {
          nonisolated var a: Int = 1
        }
        @MainActor enum View {
          @Entity nonisolated final class Model: ManagedObject { var a: Int = 1 }
          @Entity final class Other: ManagedObject { var a: Int = 1 }
        }
        @MainActor func show() {
          @Entity final class Local: ManagedObject { var a: Int = 1 }
          _ = Local.self
        }
        """) == "")
  }

  @Test func nestedAndLocalTypes() throws {
    #expect(
      try Compiler.check(
        """
        import EntityGraph
        /// Holds entities.
        enum Shop {
          /// A shelf.
          @Entity final class Shelf: ManagedObject {
            /// Its number.
            var number: Int
            @Relationship(inverse: "shelf", deleteRule: .cascade) var books: Set<Book>
            /* What stands on it. */
            @Entity final class Book: ManagedObject {
              @Relationship(inverse: "books", deleteRule: .nullify) var shelf: Shelf?
            }
          }
        }
        struct Library {
          var run: () -> Void = {
            @Entity class InClosure: ManagedObject { var a: Int = 1 }
            @Entity final class Heir: InClosure { var b: Int? }
            _ = Heir.self
          }
        }
        func open() {
          @Entity final class Left: ManagedObject {
            @Relationship(inverse: "left", deleteRule: .nullify) var right: Right?
          }
          @Entity final class Right: ManagedObject {
            @Relationship(inverse: "right", deleteRule: .nullify) var left: Left?
          }
          _ = (Left.self, Right.self)
        }
        @Entity final class `Two Words`: ManagedObject {
          @Relationship(inverse: "next", deleteRule: .nullify) var next: `Two Words`?
        }
        @Entity final class `class`: ManagedObject { var a: Int }
        """) == "")
  }

  @Test func conditionalMembers() throws {
    #expect(
      try Compiler.check(
        """
        import EntityGraph
        @Entity class Book: ManagedObject {
          #if DEBUG
            var a: Int
          #elseif os(Linux) || os(macOS)
            @Attribute(.indexed) var b: String = ""
            #if !DEBUG
              @Relationship(inverse: "books", deleteRule: .nullify) var shelf: Shelf?
            #endif
          #else
            var c: Int
          #endif
          #if NEVER
            init(other: Int) {}
          #endif
          var d: Int { 3 }
        }
        #if !NEVER
          @Entity final class Shelf: ManagedObject {
            #if !DEBUG
              @Relationship(inverse: "shelf", deleteRule: .nullify) var books: Set<Book>
            #endif
          }
        #endif
        """) == "")
  }
}

extension String {
  /// The name without backticks as a string literal.
  fileprivate var quoted: String { "\"\(filter { $0 != "`" })\"" }
}
