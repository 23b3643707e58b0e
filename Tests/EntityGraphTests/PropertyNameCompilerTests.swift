import Testing

/// Payloads have members that are called like what Swift and objects have themselves.
@Suite struct PropertyNameCompilerTests {
  @Test func `properties may be called like members of objects`() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity final class Row: ManagedObject {
        var description: String = ""
        var hash: String = ""
        var hashValue: String = ""
        var objectID: String = ""
        var entity: String = ""
        var properties: String = ""
        var context: String = ""
        var isDeleted: Bool = false
        var isFault: Bool = false
        var hasChanges: Bool = false
        var `default`: String = ""
        var type: String = ""
      }
      func text(_ row: Row) -> String {
        row.description + row.hash + row.objectID + row.entity + row.properties + row.context
      }
      """, upTo: .code)
    #expect(report == "")
  }
}
