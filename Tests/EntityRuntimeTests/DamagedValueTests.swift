import EntityGraph
import Foundation
import Testing

/// A column that holds what its property cannot is never taken for a plausible value, and is left
/// as it is.
@Suite struct DamagedValueTests {
  /// What a column of a specimen is made to hold.
  struct Damage: Sendable, CustomTestStringConvertible {
    let column: String
    let sql: String

    init(_ column: String, _ sql: String) {
      self.column = column
      self.sql = sql
    }

    var testDescription: String { "\(column) = \(sql)" }

    static let all: [Damage] = [
      Damage("int8", "9223372036854775807"),
      Damage("int8", "128"),
      Damage("maybeInt8", "-129"),
      Damage("int16", "32768"),
      Damage("int32", "2147483648"),
      Damage("uint8", "-1"),
      Damage("uint16", "65536"),
      Damage("maybeUInt32", "4294967296"),
      Damage("bool", "42"),
      Damage("maybeBool", "-1"),
      Damage("int", "'many'"),
      Damage("int", "x'00'"),
      Damage("int64", "1.5"),
      Damage("double", "'half'"),
      Damage("maybeDouble", "x'00'"),
      Damage("float", "'half'"),
      Damage("date", "'yesterday'"),
      Damage("decimal", "'abc'"),
      Damage("maybeDecimal", "''"),
      Damage("decimal", "x'31'"),
      Damage("string", "x'00'"),
      Damage("string", "CAST(x'61FF62' AS TEXT)"),
      Damage("maybeString", "CAST(x'C3' AS TEXT)"),
      Damage("data", "'text'"),
      Damage("uuid", "x'00'"),
      Damage("maybeUUID", "'00000000-0000-0000-0000-000000000000'"),
      Damage("url", "CAST(x'FF' AS TEXT)"),
      Damage("grade", "x'6C6F77'"),
      Damage("level", "'zero'"),
      Damage("address", "'{'"),
      Damage("address", "x'7B7D'"),
      Damage("maybeAddress", "'[]'"),
      Damage("numbers", "'[1,\"a\"]'"),
      Damage("reals", "CAST(x'FF' AS TEXT)"),
    ]
  }

  @Test(arguments: Damage.all)
  func isAnsweredByTheDefaultAndReportedOnce(_ damage: Damage) throws {
    let bench = try specimen(damage)
    let context = bench.container.newContext()
    let specimen = try #require(try context.first(Specimen.all))
    let blank = bench.container.newContext().insert(Specimen.self)
    // The default of a UUID is another one each time.
    if damage.column != "uuid" {
      #expect(
        try "\(specimen.value(forKey: damage.column) ?? "nil")"
          == "\(blank.value(forKey: damage.column) ?? "nil")")
    }
    #expect(specimen.isUnreadable)
    #expect(Set(specimen.unrecognizedValues.keys) == [damage.column])
    #expect(context.pendingErrors.map(\.property) == [damage.column])
    let report =
      "Specimen-1.\(damage.column) could not be read: its column holds what its type cannot"
    #expect(problems { try context.save() } == report)
    #expect(problems { try context.save() } == "")
  }

  @Test(arguments: Damage.all)
  func isLeftAsItIs(_ damage: Damage) throws {
    let bench = try specimen(damage)
    let before = try content(damage.column, in: bench)
    let context = bench.container.newContext()
    let specimen = try #require(try context.first(Specimen.all))
    _ = try specimen.value(forKey: damage.column)
    _ = problems { try context.save() }
    specimen.names = ["changed": 1]
    specimen.nested = ["changed": nil]
    try context.save()
    #expect(try content(damage.column, in: bench) == before)
    #expect(try bench.text("SELECT names FROM Specimen") == #"{"changed":1}"#)
  }

  @Test(arguments: Damage.all)
  func isReplacedByAnAssignment(_ damage: Damage) throws {
    let bench = try specimen(damage)
    let context = bench.container.newContext()
    let specimen = try #require(try context.first(Specimen.all))
    let value = try specimen.value(forKey: damage.column)
    _ = problems { try context.save() }
    try specimen.setValue(value, forKey: damage.column)
    #expect(specimen.hasChanges)
    #expect(specimen.unrecognizedValues == [:])
    try context.save()
    let other = try #require(try bench.container.newContext().first(Specimen.all))
    #expect(!other.isUnreadable)
  }

  @Test func anAssignmentThatIsTakenBackBringsTheDamageBack() throws {
    let bench = try specimen(Damage("int8", "128"))
    let context = bench.container.newContext()
    let specimen = try #require(try context.first(Specimen.all))
    specimen.int8 = 1
    context.rollback()
    #expect(specimen.int8 == 0)
    #expect(specimen.unrecognizedValues == ["int8": .integer(128)])
  }

  // MARK: References

  @Test(arguments: ["'text'", "x'01'", "1.5", "-7", "0"])
  func aReferenceThatIsNoRowIdLeadsToNothing(sql: String) throws {
    let bench = try bookshop()
    _ = Book(title: "A", author: Author(email: "u", in: bench.context), in: bench.context)
    try bench.context.save()
    try bench.run("UPDATE Book SET author = \(sql)")
    let before = try bench.text("SELECT typeof(author) || quote(author) FROM Book")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(book.author == nil)
    #expect(
      problems { try context.save() }
        == "Book-1.author could not be read: its column holds what its type cannot")
    book.title = "B"
    try context.save()
    #expect(try bench.text("SELECT typeof(author) || quote(author) FROM Book") == before)
    expectSound(context)
  }

  @Test func aNegativeReferenceFindsNoUnsavedObject() throws {
    let bench = try bookshop()
    _ = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let author = Author(email: "u", in: context)
    try bench.run("UPDATE Book SET author = \(author.objectID.rowID)")
    let book = try #require(try context.first(Book.all))
    #expect(book.author == nil)
    #expect(author.books == [])
    #expect(context.pendingErrors.map(\.property) == ["author"])
    expectSound(context)
  }

  @Test func aDamagedReferenceIsReplacedByAnAssignment() throws {
    let bench = try bookshop()
    let author = Author(email: "u", in: bench.context)
    _ = Book(title: "A", in: bench.context)
    try bench.context.save()
    try bench.run("UPDATE Book SET author = 'text'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    _ = problems { try context.save() }
    book.author = try context.object(Author.self, with: author.objectID)
    try context.save()
    #expect(try bench.text("SELECT typeof(author) || author FROM Book") == "integer1")
  }

  /// Returns a saved specimen whose row is damaged.
  private func specimen(_ damage: Damage) throws -> Bench {
    let bench = try Bench(Specimen.self)
    _ = bench.context.insert(Specimen.self)
    try bench.context.save()
    try bench.run("UPDATE Specimen SET \(damage.column) = \(damage.sql)")
    return bench
  }

  /// Returns the bytes that `column` of the only specimen holds, and of which storage class.
  private func content(_ column: String, in bench: Bench) throws -> String? {
    try bench.text("SELECT typeof(\(column)) || hex(\(column)) FROM Specimen")
  }
}
