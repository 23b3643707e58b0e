import Testing

/// What the option `.observable` adds to an entity, and what it leaves out.
@Suite struct ObservationExpansionTests {
  @Test func accessorsReportThatAPropertyIsReadAndChanged() {
    assertMembers(
      ["title", "pages", "author", "readers", "mark", "copies"],
      of: """
        @Entity(.observable) final class Book: ManagedObject {
          var title: String
          var pages: Int = 0
          @Transient var mark: Int = 0
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
          @Relationship(inverse: "books", deleteRule: .nullify) var readers: Set<Reader>
          @Fetched(countOf: Copy.self) var copies: Int
        }
        """
    ) {
      """
      """
    }
  }

  @Test func theLibraryReportsChangesThatItMakesItself() {
    assertMembers(
      ["__observation", "__isObservable", "__willChange", "__didChange", "objectID"],
      of: """
        @Entity(.values, .observable) public class Book: ManagedObject {
          public var title: String
        }
        @Entity(EntityOption.observable, originalName: "Tale") class Novel: Book {}
        """
    ) {
      """
      """
    }
  }

  @Test func anEntityWithoutTheOptionHasNothingOfIt() {
    assertMembers(
      ["title", "__observation", "__isObservable", "__willChange", "__didChange", "objectID"],
      of: """
        @Entity final class Book: ManagedObject {
          var pages: Int
        }
        """
    ) {
      ""
    }
  }

  @Test func theMacroObservableIsNoOption() {
    assertExpansion(
      of: """
        @Observable @Entity final class Book: ManagedObject {}
        """,
      diagnostics: """
        """,
      fixed: """
        """)
  }

  @Test func aConformanceAloneObservesNothing() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject, Observable {}
        @Entity(.observable) final class Author: ManagedObject, Observable {}
        @Entity final class Shelf: Observable {}
        """,
      diagnostics: """
        """)
  }
}
