import Foundation
import TestSupport
import Testing

/// What `check` reports of sources that would not compile, or not mean what they say.
@Suite struct CheckingTests {
  /// Returns what `check` reports of a module of the file `source`, after two lines of imports.
  private func report(_ source: String) throws -> String {
    try TemporaryDirectory.with { directory in
      try directory.write("import EntityGraph\nimport Foundation\n\(source)\n".utf8, to: "a.swift")
      let run = try Tool.run("check", "--module", "Shop", "a.swift", in: directory)
      #expect(run.status == (run.errors.isEmpty ? 0 : 1))
      return run.errors
    }
  }

  @Test(arguments: [
    "struct Point { @Attribute var x: Int }", "extension Int { @Attribute var x: Int { 0 } }",
    "enum A { final class Point { @Attribute var x: Int = 0 } }", "  @Attribute var x: Int = 0",
  ])
  func annotationsOutsideEntitiesAreReported(_ source: String) throws {
    let column = (source.range(of: "@Attribute")?.lowerBound.utf16Offset(in: source) ?? 0) + 1
    #expect(
      try report(source)
        == "a.swift:3:\(column): error: '@Attribute' applies to properties of a class marked "
        + "'@Entity' [property.outside-entity]\n")
  }

  @Test func aMethodThatNobodyCallsIsReported() throws {
    try TemporaryDirectory.with { directory in
      let source = """
        import EntityGraph
        @Entity class Book: ManagedObject {
          var title: String = ""
          func willSave() {}
          func willSave(_ number: Int) {}
          func validate(_ problems: inout ValidationProblems) {}
          func validate(_ text: String) {}
        }
        @Entity final class Novel: Book, Codable {
          override func willSave() {}
        }
        @Entity class Author: ManagedObject, Prepared { func willSave() {} }
        protocol Prepared: ObjectLifeCycle {}
        @Entity final class Poet: Author, ValidatedObject {
          func didSave() {}
          func validate(_ problems: inout ValidationProblems) {}
        }
        @Entity final class Note: ManagedObject, Elsewhere { func willSave() {} }
        @Entity final class Page: ManagedObject { func willDelete() {} }
        extension Page: ObjectLifeCycle {}

        """
      try directory.write(source.utf8, to: "a.swift")
      let run = try Tool.run("check", "--module", "Shop", "a.swift", in: directory)
      #expect(run.status == 0)
      #expect(
        run.errors == """
          a.swift:4:8: warning: 'Book.willSave' is called by nobody, since 'Book' does not conform \
          to 'ObjectLifeCycle'; write 'extension Book: ObjectLifeCycle {}', or give the method \
          another name [model.method.uncalled]
          a.swift:6:8: warning: 'Book.validate' is called by nobody, since 'Book' does not conform \
          to 'ValidatedObject'; write 'extension Book: ValidatedObject {}', or give the method \
          another name [model.method.uncalled]
          a.swift:10:17: warning: 'Novel.willSave' is called by nobody, since 'Novel' does not \
          conform to 'ObjectLifeCycle'; write 'extension Novel: ObjectLifeCycle {}', or give the \
          method another name [model.method.uncalled]

          """)
    }
  }

  @Test func anAnnotationOfAPropertyOnSomethingElseIsReported() throws {
    #expect(
      try report(
        """
        @Entity final class Book: ManagedObject {
          @Ignore func open() {}
          @Transient init(a: Int) {}
        }
        @Attribute struct A {}
        """) == """
          a.swift:4:3: error: '@Ignore' applies to properties, and this is a function; remove the \
          annotation [annotation.not-a-property]
          a.swift:5:3: error: '@Transient' applies to properties, and this is an initializer; remove \
          the annotation [annotation.not-a-property]
          a.swift:7:1: error: '@Attribute' applies to properties, and this is a struct; remove the \
          annotation [annotation.not-a-property]

          """)
  }

  @Test func anArgumentThatAnEntityDoesNotTakeIsReported() throws {
    #expect(
      try report("@Entity(table: \"b\") final class Book: ManagedObject { var a: Int = 0 }")
        == "a.swift:3:9: error: '@Entity' takes no argument 'table:'; it takes '.values', "
        + "'.codable', '.observable', '.abstract', 'originalName:', 'unique:' and 'indexes:' "
        + "[annotation.argument-unknown]\n"
    )
  }

  @Test(arguments: [
    ("var author: Author?", 15), ("var author: Author", 15), ("var authors: Set<Author>", 16),
    ("var authors: [Author]", 16), ("@Attribute var author: Author?", 26),
    ("var author: Writer?", 15),
  ])
  func aForgottenRelationshipIsReportedAtItsLine(_ property: String, _ column: Int) throws {
    let name = property.contains("authors") ? "authors" : "author"
    #expect(
      try report(
        """
        typealias Writer = Author
        @Entity final class Author: ManagedObject { var name: String = "" }
        @Entity final class Book: ManagedObject {
          \(property)
        }
        """)
        == "a.swift:6:\(column): error: 'Book.\(name)' refers to the entity 'Author' and cannot be "
        + "an attribute; mark it '@Relationship(inverse:deleteRule:)' [model.attribute.entity]\n")
  }

  @Test func aSuperclassThatIsNoEntityIsReported() throws {
    #expect(
      try report(
        """
        class Base {}
        @Entity final class Book: Base { var title: String = "" }
        @Entity final class Film: NSObject { var title: String = "" }
        """) == """
          a.swift:4:27: error: 'Book' extends 'Base', which is not an entity of this model \
          [model.entity.superentity-unknown]
          a.swift:5:27: error: 'Film' extends 'NSObject', which is not an entity of this model \
          [model.entity.superentity-unknown]

          """)
  }

  @Test func aRequiredEnumerationWithoutADefaultNamesCaseIterable() throws {
    #expect(
      try report(
        """
        enum Genre: String, Storable { case fiction }
        struct Size: Codable { var width = 0 }
        @Entity final class Book: ManagedObject {
          var genre: Genre
          var size: Size
        }
        """) == """
          a.swift:6:14: error: 'Book.genre' needs a value for where the stored one cannot be read: \
          give it a default value, make it optional, or make 'Genre' CaseIterable \
          [model.attribute.placeholder-missing]
          a.swift:7:13: error: 'Book.size' needs a value for where the stored one cannot be read: \
          give it a default value, make it optional, or make 'Size' PlaceholderProviding \
          [model.attribute.placeholder-missing]

          """)
  }

  @Test func aRequiredLeafWithoutADefaultIsReportedAtItsAttribute() throws {
    #expect(
      try report(
        """
        enum Genre: String, Storable { case fiction }
        struct Size: Codable, Hashable { var width = 0 }
        @Composition struct Inner {
          var size: Size
          var other: Size?
          var more = Size()
        }
        @Composition struct Outer {
          var genre: Genre
          var inner: Inner?
        }
        @Entity final class Book: ManagedObject {
          var outer: Outer?
        }
        """) == """
          a.swift:15:14: error: 'Book.outer.genre' needs a value for where the stored one cannot be \
          read: give it a default value, make it optional, or make 'Genre' CaseIterable \
          [model.attribute.placeholder-missing]
          a.swift:15:14: error: 'Book.outer.inner.size' needs a value for where the stored one cannot \
          be read: give it a default value, make it optional, or make 'Size' PlaceholderProviding \
          [model.attribute.placeholder-missing]

          """)
  }

  @Test func anAttributeThatValuesCannotBeSentWithIsReported() throws {
    #expect(
      try report(
        """
        class Token: Codable {}
        typealias Tokens = [Token]
        @Entity(.values) final class Book: ManagedObject {
          var token: Token?
          @Attribute var tokens: Set<Token> = []
          private var own: Token?
        }
        """) == """
          a.swift:6:14: error: 'Book.token' cannot be part of 'Book.Values', since the class 'Token' \
          is not Sendable; use a struct, make the class Sendable, or remove '.values' \
          [model.attribute.not-sendable]
          a.swift:7:26: error: 'Book.tokens' cannot be part of 'Book.Values', since the class 'Token' \
          is not Sendable; use a struct, make the class Sendable, or remove '.values' \
          [model.attribute.not-sendable]

          """)
  }

  @Test func aTransformThatIsSeenLessFarThanItsAttributeIsReported() throws {
    #expect(
      try report(
        """
        enum Hex: AttributeTransform { static func stored(_ value: Int) -> String { "" } }
        public enum Outer {
          private enum Octal: AttributeTransform { static func stored(_ value: Int) -> String { "" } }
          @Entity public final class Stripe: ManagedObject {
            @Attribute(transform: Octal.self) var width: Int = 0
            @Attribute(transform: Octal.self) private var inner: Int = 0
          }
        }
        @Entity public final class Paint: ManagedObject {
          @Attribute(transform: Hex.self) public var color: Int = 0
          @Attribute(transform: Hex.self) var shade: Int = 0
          @Attribute(transform: Elsewhere.self) public var other: Int = 0
        }
        """) == """
          a.swift:7:27: error: 'Stripe.width' is internal, and so is '$width', whose type names \
          'Octal', which is private; make 'Octal' internal, or the attribute private \
          [model.attribute.transform-access]
          a.swift:12:25: error: 'Paint.color' is public, and so is '$color', whose type names 'Hex', \
          which is internal; make 'Hex' public, or the attribute internal \
          [model.attribute.transform-access]

          """)
  }

  @Test func attributesThatMayBeSendableAreAccepted() throws {
    #expect(
      try report(
        """
        final class Token: Codable, Sendable {}
        class Card: Codable {}
        extension Card: @unchecked Sendable {}
        class Sheet: Base, Codable {}
        @MainActor class Screen: Codable {}
        struct Size: Codable { var width = 0 }
        @Entity(.values) final class Book: ManagedObject {
          var token: Token?
          var card: Card?
          var sheet: Sheet?
          var screen: Screen?
          var size: Size?
        }
        @Entity final class Shelf: ManagedObject { var size: Box? }
        class Box: Codable {}
        """) == "")
  }

  @Test func valuesOfAnEntityWhoseSuperclassHasNoneAreReported() throws {
    #expect(
      try report(
        """
        @Entity class Work: ManagedObject { var title: String }
        @Entity(.values) class Play: Work { var acts: Int }
        @Entity(.values, .observable) final class Opera: Play { var key: String }
        """) == """
          a.swift:4:30: error: entity 'Play' has '.values', which hold what it inherits too; mark \
          'Work', which it extends, '@Entity(.values)' [model.entity.values-not-inherited]

          """)
  }

  @Test func anEntityThatExtendsAFinalOneIsReported() throws {
    #expect(
      try report(
        """
        @Entity final class Work: ManagedObject { var title: String }
        @Entity class Play: Work { var acts: Int }
        @Entity final class Opera: Play { var key: String }
        """) == """
          a.swift:4:21: error: 'Play' cannot extend 'Work', which is final; remove 'final' from \
          'Work' [model.entity.superclass-not-inheritable]

          """)
  }

  @Test(arguments: ["--sibling", "--dependency"])
  func anEntityOfAnotherModuleIsExtendedIfItIsOpen(relation: String) throws {
    func report(_ modifiers: String) throws -> String {
      try TemporaryDirectory.with { directory in
        let work = "@Entity \(modifiers) class Work: ManagedObject { public var title: String }\n"
        try directory.write("import EntityGraph\n\(work)".utf8, to: "Works.swift")
        let play = "import Works\n@Entity final class Play: Work { var acts: Int }\n"
        try directory.write("import EntityGraph\n\(play)".utf8, to: "Plays.swift")
        return try Tool.run(
          "check", "--module", "Plays", "Plays.swift", relation, "Works", "Works.swift",
          in: directory
        ).errors
      }
    }
    #expect(try report("open") == "")
    #expect(
      try report("public") == """
        Plays.swift:3:27: error: 'Play' cannot extend 'Work', which is not open; make 'Work' open, \
        or extend it in its own module [model.entity.superclass-not-inheritable]

        """)
  }

  @Test func attributesWithAValueForWhatCannotBeReadAreAccepted() throws {
    #expect(
      try report(
        """
        enum Genre: String, Storable { case fiction }
        enum Mood: String, Storable, CaseIterable { case calm }
        enum Tone: String, Storable { case warm }
        extension Tone: PlaceholderProviding { static var placeholder: Tone { .warm } }
        @Entity final class Book: ManagedObject {
          var genre: Genre?
          var other: Genre = .fiction
          var mood: Mood
          var tone: Tone
        }
        """) == "")
  }

  @Test func anOrderByAnAttributeStoredAsJSONIsReported() throws {
    let book = "@Entity final class Book: ManagedObject { var tags: [String]; var name: String }\n"
    func shelf(_ order: String) -> String {
      "@Entity final class Shelf: ManagedObject { "
        + "@Fetched(Book.self, sortedBy: \(order)) var books: [Book] }"
    }
    for order in ["\\.tags", "\\Book.tags"] {
      #expect(
        try report(book + shelf(order))
          == "a.swift:4:74: error: 'Book.tags' is stored as JSON, which has no order; sort by "
          + "another attribute, or make its type Storable [model.fetched.sorted-by-json]\n")
    }
    #expect(try report(book + shelf("\\.name")) == "")
  }
}
