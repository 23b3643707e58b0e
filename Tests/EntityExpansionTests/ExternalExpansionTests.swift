import Testing

/// What becomes of attributes whose values are apart from their rows.
@Suite struct ExternalExpansionTests {
  @Test func anExternalAttributeIsReadWhenItIsNeeded() {
    assertMembers(
      ["cover", "pages", "__Values", "__fill", "__load", "__noteStored", "__describe"],
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.external) var cover: Data?
          var pages: Int = 0
          @Attribute(.external) var tags: [String] = []
        }
        """
    ) {
      #"""
      """#
    }
  }
}
