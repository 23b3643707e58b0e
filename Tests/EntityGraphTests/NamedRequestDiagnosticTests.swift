import TestSupport
import Testing

/// What the compiler says of requests that are made of names, and of what clients are shown.
@Suite struct NamedRequestDiagnosticTests {
  private static let model = """
    import EntityGraph
    @Entity final class Book: ManagedObject {
      var title: String
      var pages: Int
    }

    """

  private func report(_ forms: String) throws -> String {
    try Compiler.check(forms, behind: Self.model)
  }

  @Test func aPolicyNamesAtLeastOneProperty() throws {
    let report = try report(
      #"""
      let a = FilterPolicy(Book.self) { _ in }
      let b = FilterPolicy(Book.self) { $0.title }
      let c = FilterPolicy(Book.self) { ($0.title, $0.pages) }
      let d = FilterPolicy(Book.self) {
        $0.objectID
        $0.title
      }
      let e = JSONShape<Book> { _ in }
      let f = JSONShape<Book> { $0.title }
      """#)
    #expect(
      report == #"""
        1:33: error: 'buildBlock()' is unavailable: name the properties: '{ ($0.title, $0.author.name) }'
        8:25: error: 'buildBlock()' is unavailable: name the members: '{ $0.title; $0.author { $0.name } }'
        """#)
  }

  @Test func conditionsByNamesHaveOneFormEach() throws {
    let report = try report(
      #"""
      let a = DynamicRequest("Book").where(.in("pages", [1, 2]))
      let b = DynamicRequest("Book").where(.contains("title", "x"))
      let c = DynamicRequest("Book").where(.hasPrefix("title", "x"))
      let d = DynamicRequest("Book").where(.hasSuffix("title", "x"))
      let e = DynamicRequest("Book").where(.isIn("pages", [1, nil]) && .true || .false)
      """#)
    #expect(
      report == """
        1:39: error: 'in' has been renamed to 'isIn(_:_:)'
        2:39: error: 'contains' is unavailable: write '.compare(path, .contains, text)'
        3:39: error: 'hasPrefix' is unavailable: write '.compare(path, .hasPrefix, text)'
        4:39: error: 'hasSuffix' is unavailable: write '.compare(path, .hasSuffix, text)'
        """)
  }
}
