import Testing

/// What the compiler says of SQL by hand that could become more than it is.
@Suite struct HandwrittenSQLCompilerTests {
  @Test func textNeverBecomesSQL() throws {
    let report = try Compiler.check(
      #"""
      import EntityGraph
      @Entity final class Book: ManagedObject { var title: String }
      func use(_ text: String, _ context: ManagedObjectContext) throws {
        _ = try context.sql("SELECT \(raw: text)", as: Int.self)
        _ = try context.sql(text, as: Int.self)
        _ = try context.sql("SELECT \(text), \(\Book.title) FROM \(Book.self)", as: Int.self)
      }
      """#)
    #expect(
      report == """
        4:32: error: 'appendInterpolation(raw:)' is unavailable: text never becomes SQL; write it in the literal, name tables and columns by classes and key paths, or interpolate another piece of HandwrittenSQL
        5:23: error: cannot convert value of type 'String' to expected argument type 'HandwrittenSQL'
        """)
  }
}
