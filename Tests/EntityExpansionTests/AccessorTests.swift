import EntityExpansion
import SwiftReader
import Testing

/// The accessors of a property where something is wrong with it or near it.
@Suite struct AccessorTests {
  @Test func annotationBeginsAtItsFirstByteOrTheSpaceBeforeIt() {
    let declaration = "\n  @Attribute @Attribute(.unique) var title: String"
    let context = ["@Entity final class Book: ManagedObject {}"]
    func expansion(at offset: Int) -> Expansion {
      EntityExpander().expand(
        role: .property(.attribute), attributeOffset: offset, declaration: declaration,
        lexicalContext: context)
    }
    #expect(expansion(at: 0).diagnostics == [])
    #expect(expansion(at: 13).diagnostics.map(\.id) == ["property.two-annotations"])
    #expect(expansion(at: 14).diagnostics.map(\.id) == ["property.two-annotations"])
    #expect(expansion(at: 14).source == "")
  }

  @Test func standInsFollowAnError() {
    assertExpansion(
      of: """
        @Entity struct Book {
          @Attribute var title: String
        }
        """,
      diagnostics: """
        @Entity struct Book {
                ^^^^^^
        error: '@Entity' applies to classes, and 'Book' is a struct [entity.not-a-class]
        fix: replace 'struct' by 'class'
        """
    ) {
      """
      @Entity struct Book {
        @Attribute var title: String {
          get { Swift.fatalError() }
          set {}
        }
      }
      """
    }
  }

  @Test func standInsFollowAnErrorOfTheAnnotation() {
    assertExpansion(
      of: """
        final class Book: ManagedObject {
          @Transient @Attribute var pages: Int = 0
          @Attribute(column: "") var title: String
        }
        """,
      diagnostics: """
          @Transient @Attribute var pages: Int = 0
          ^^^^^^^^^^
        error: '@Transient' applies to properties of a class marked '@Entity' [property.outside-entity]
          @Transient @Attribute var pages: Int = 0
                     ^^^^^^^^^^
        error: 'pages' cannot be both '@Transient' and '@Attribute'; remove one [property.two-annotations]
          @Transient @Attribute var pages: Int = 0
          ^^^^^^^^^^
        note: the other annotation
        fix: remove '@Attribute'
          @Attribute(column: "") var title: String
          ^^^^^^^^^^^^^^^^^^^^^^
        error: '@Attribute' applies to properties of a class marked '@Entity' [property.outside-entity]
        """
    ) {
      """
      final class Book: ManagedObject {
        @Transient @Attribute var pages: Int {
          get { Swift.fatalError() }
          set {}
        }
        @Attribute(column: "") var title: String {
          get { Swift.fatalError() }
          set {}
        }
      }
      """
    }
  }

  @Test func nothingFollowsWhereTheCompilerWantsNoAccessors() {
    assertExpansion(
      of: """
        @Entity final class Book {
          @Attribute let constant: Int = 0
          @Attribute var computed: Int { 3 }
          @Ignore var note: String?
        }
        """,
      diagnostics: """
        @Entity final class Book {
                            ^^^^
        error: entity 'Book' needs a superclass: 'ManagedObject' or another entity [entity.superclass-missing]
        fix: inherit from 'ManagedObject'
        """
    ) {
      """
      @Entity final class Book {
        @Attribute let constant: Int {
          get { Swift.fatalError() }
        }
        @Attribute var computed: Int { 3 }
        @Ignore var note: String?
      }
      """
    }
  }
}
