import EntityGraph
import Foundation
import StoreConformance
import TestSupport
import Testing

@testable import EntityRuntime

/// Statements by hand read rows, and nothing that is interpolated becomes SQL.
@Suite struct HandwrittenSQLTests {
  private func refusal<Column: OrderedAttribute>(
    _ sql: HandwrittenSQL, as type: Column.Type, _ context: ManagedObjectContext
  ) -> StoreError? {
    do {
      _ = try context.sql(sql, as: type)
      return nil
    } catch { return error as? StoreError }
  }

  @Test func rowsAreTuplesAndSingleColumnsValues() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let rows = try context.sql(
      "SELECT code, minutes, seats FROM Film WHERE minutes > \(100) ORDER BY code",
      as: (String, Int, Int?).self)
    #expect(rows.map(\.0) == ["A", "B", "C"])
    #expect(rows.map(\.1) == [117, 137, 143])
    #expect(rows.map(\.2) == [100, 50, nil])
    let codes = try context.sql("SELECT code FROM Film ORDER BY _id DESC", as: String.self)
    #expect(codes == ["E", "D", "C", "B", "A"])
    #expect(try context.sql("SELECT count(*) FROM Film", as: Int.self) == [5])
    #expect(try context.sql("VALUES (1), (2)", as: Int.self) == [1, 2])
    let computed = try context.sql(
      """
      WITH long AS (SELECT * FROM Film WHERE minutes > 100)
      SELECT count(*), avg(minutes), 3 FROM long
      """, as: (Int, Double, Double).self)
    #expect(computed.count == 1)
    #expect(computed[0].0 == 3)
    #expect(abs(computed[0].1 - 132.33) < 0.01)
    #expect(computed[0].2 == 3)
  }

  @Test func eachTypeIsReadAsItIsStored() throws {
    let vaults = try Vaults()
    let row = try vaults.context.sql(
      """
      SELECT small, great, ratio, balance, opened, "key", picture, isActive
      FROM Deposit WHERE login = 'a'
      """, as: (Int8, UInt64, Double, Decimal, Date?, UUID?, Data?, Bool).self)[0]
    let first = vaults.accounts[0]
    #expect(row.0 == 5)
    #expect(row.1 == .max)
    #expect(row.2 == 2)
    #expect(row.3 == 10.5)
    #expect(row.4 == first.opened)
    #expect(row.5 == first.key)
    #expect(row.6 == first.picture)
    #expect(row.7)
    let cinema = try Cinema()
    let scores = try cinema.context.sql("SELECT score FROM Film WHERE code = 'E'", as: Double?.self)
    #expect(scores[0]?.isNaN == true)
    #expect(
      try cinema.context.sql("SELECT rating FROM Film WHERE code = 'A'", as: Rating.self)
        == [.adult])
  }

  @Test func namesAreThoseOfClassesAndKeyPaths() throws {
    let cinema = try Cinema()
    var codes: [String] = []
    let sql = try cinema.bench.sql {
      codes = try cinema.context.sql(
        """
        SELECT f.\(\Film.code) FROM \(Film.self) f JOIN \(Director.self) d \
        ON d._id = f.\(\Film.director) WHERE d.\(\Director.name) = \("Ursula") ORDER BY 1
        """, as: String.self)
    }
    #expect(codes == ["A", "B"])
    #expect(
      sql == [
        #"SELECT f."code" FROM "Film" f JOIN "Director" d ON d._id = f."director" "#
          + #"WHERE d."name" = ?1 ORDER BY 1"#
      ])
    #expect(
      refusal("SELECT \(\Film.tags) FROM Film", as: Int.self, cinema.context)?.message
        == "'Film.tags' has no column that a statement could name")
    #expect(
      refusal("SELECT \(\Film.shout) FROM Film", as: Int.self, cinema.context)?.code
        == .invalidRequest)
    #expect(refusal("SELECT 1 FROM \(Book.self)", as: Int.self, cinema.context)?.entity == "Book")
  }

  @Test func everyInterpolationIsBound() throws {
    let cinema = try Cinema()
    let context = cinema.context
    func codes(_ sql: HandwrittenSQL) throws -> String {
      try context.sql("SELECT code FROM Film WHERE \(sql) ORDER BY code", as: String.self).joined()
    }
    let none: Int? = nil
    #expect(try codes("minutes = \(60)") == "DE")
    #expect(try codes("seats IS \(none)") == "CE")
    #expect(try codes("seats = \(none)") == "")
    #expect(try codes("seats = \(Optional(50))") == "B")
    #expect(try codes("isOpen = \(true)") == "AC")
    #expect(try codes("rating = \(Rating.adult)") == "AB")
    #expect(try codes("rating IN \([Rating.adult, .teen])") == "ABC")
    #expect(try codes("minutes IN \([60, 117])") == "ADE")
    #expect(try codes("minutes IN (\([60, 117]))") == "ADE")
    #expect(try codes("minutes IN \(Set([60]))") == "DE")
    #expect(try codes("minutes IN \([] as [Int])") == "")
    #expect(try codes("minutes NOT IN (\([] as [Int]))") == "ABCDE")
    #expect(try codes("minutes IN \(Array(0...1_000))") == "ABCDE")
    #expect(try codes("minutes IN (\(Array(100...1_000)))") == "ABC")
    #expect(try codes("code IN \((0..<40_000).map { "\($0)" } + ["B", "it's"])") == "B")
    #expect(try codes("premiere = \(Date(timeIntervalSinceReferenceDate: 100))") == "A")
    #expect(try codes("director = \(cinema.directors[0])") == "AB")
    #expect(try codes("director = \(cinema.directors[0].objectID)") == "AB")
    #expect(try codes("director IN \(cinema.directors)") == "ABDE")
    #expect(try codes("director IN \(cinema.directors.map(\.objectID))") == "ABDE")
    #expect(try codes("director IS \(cinema.films[2].director)") == "C")
    #expect(try codes("code = \("A") AND \("title = \("Alien")" as HandwrittenSQL)") == "A")
    #expect(try codes("CAST(\(Data([0x41])) AS TEXT) = code") == "A")
  }

  @Test(arguments: [
    "'", "''", "\"", "';--", "' OR 1=1 --", "'; DROP TABLE Film; --", "\\", "?1", ":a", "@a", "$a",
    "%s", "\u{0}", "a\u{0}b", "💥", "\u{202E}", "/*", "*/", "]", "`", "NULL", "1)", "(SELECT 1)", "",
    "\u{FFFD}\u{10FFFF}", "\r\n;",
  ])
  func hostileTextsStayTexts(text: String) throws {
    let cinema = try Cinema()
    let context = cinema.context
    cinema.films[1].subtitle = text
    cinema.films[1].title = text
    try context.save()
    #expect(try context.sql("SELECT \(text)", as: String.self) == [text])
    #expect(try context.sql("SELECT \(Optional(text))", as: String?.self) == [text])
    #expect(
      try context.sql("SELECT code FROM Film WHERE title = \(text)", as: String.self) == ["B"])
    #expect(
      try context.sql("SELECT code FROM Film WHERE title IN \([text])", as: String.self) == ["B"])
    let many = (0..<200).map { "\($0)" } + [text]
    #expect(
      try context.sql("SELECT code FROM Film WHERE title IN (\(many))", as: String.self) == ["B"])
    #expect(try context.sql("SELECT \(Data(text.utf8))", as: Data.self) == [Data(text.utf8)])
    #expect(try context.count(Film.all) == 5)
  }

  private static let refused: [(StaticString, String)] = [
    ("INSERT INTO Film DEFAULT VALUES", "writes"), ("DELETE FROM Film", "writes"),
    ("UPDATE Film SET minutes = 1", "writes"), ("REPLACE INTO Film DEFAULT VALUES", "writes"),
    ("DROP TABLE Film", "schema"), ("CREATE TABLE x (a)", "schema"), ("VACUUM", "schema"),
    ("CREATE TEMP TABLE x AS SELECT * FROM Film", "schema"), ("REINDEX", "schema"),
    ("ANALYZE", "schema"), ("ALTER TABLE Film RENAME TO x", "schema"),
    ("WITH x AS (SELECT 1) DELETE FROM Film", "writes"),
    ("PRAGMA user_version", "pragma"), ("PRAGMA writable_schema = 1", "pragma"),
    ("ATTACH '/tmp/other' AS other", "attach"), ("DETACH main", "attach"),
    ("BEGIN", "transaction"), ("COMMIT", "transaction"), ("ROLLBACK", "transaction"),
    ("SAVEPOINT a", "transaction"), ("RELEASE a", "transaction"),
    ("SELECT * FROM _store", "own"), ("SELECT * FROM main._IDS", "own"),
    ("SELECT value FROM entity_list(x'00')", "own"), ("SELECT count(*) FROM _store", "own"),
    ("SELECT sql FROM sqlite_schema", "own"),
    ("SELECT * FROM sqlite_master", "own"), ("SELECT * FROM pragma_table_info('Film')", "schema"),
    ("SELECT load_extension('x')", "function"), ("SELECT entity_fold('x')", "function"),
    ("SELECT 1; SELECT 2", "several"), ("SELECT 1; DROP TABLE Film", "several"),
    ("SELECT 1;;; DELETE FROM Film --", "several"), ("", "blanks"), ("  -- nothing", "blanks"),
    (";", "blanks"),
  ]

  @Test(arguments: refused)
  func whatDoesNotReadTheTablesOfObjectsIsRefused(sql: StaticString, reason: String) throws {
    let cinema = try Cinema()
    let sentences = [
      "writes": "the statement writes, and rows were asked for; run it by 'context.execute'",
      "schema":
        "a statement by hand reads or changes rows of objects and does nothing else; tables "
        + "and indexes are made from the model",
      "pragma": "a statement by hand cannot set or ask how SQLite works (PRAGMA)",
      "attach": "a statement by hand cannot open other files (ATTACH, DETACH)",
      "transaction": "transactions are the library's; use 'container.write' or 'container.read', "
        + "or 'context.read' for one state",
      "several": "one statement is run, and there are several; call for each",
      "blanks": "there is no statement, only blanks",
    ]
    for _ in 0..<2 {
      let error = refusal(HandwrittenSQL(stringLiteral: sql), as: Int.self, cinema.context)
      #expect(error?.code == .invalidRequest)
      if let sentence = sentences[reason] { #expect(error?.message == sentence) }
      if reason == "own" {
        #expect(error?.message.hasSuffix("a statement by hand reads these alone") == true)
      }
      if reason == "function" {
        #expect(error?.message.hasPrefix("a statement by hand cannot call '") == true)
      }
    }
    #expect(try cinema.context.count(Film.all) == 5)
  }

  @Test func listsInJSONAreRead() throws {
    let context = try Cinema().context
    let list = "[60, 117]"
    let codes = try context.sql(
      """
      SELECT code FROM Film WHERE minutes IN (SELECT value FROM json_each(\(list))) ORDER BY code
      """, as: String.self)
    #expect(codes == ["A", "D", "E"])
  }

  @Test func semicolonsAndCommentsMayFollow() throws {
    let context = try Cinema().context
    #expect(try context.sql("SELECT 1; -- one\n ;; /* end */ ", as: Int.self) == [1])
    #expect(try context.sql("/* a */ SELECT 1", as: Int.self) == [1])
  }

  @Test func whatAColumnHoldsIsChecked() throws {
    let context = try Cinema().context
    let null = #expect(throws: StoreError.self) {
      try context.sql("SELECT code, seats FROM Film", as: (String, Int).self)
    }
    #expect(null?.code == .unreadableValue)
    #expect(
      null?.message == "column 2 of the statement, 'seats', holds NULL; ask for 'Int?'")
    let other = refusal("SELECT title AS name FROM Film", as: Int.self, context)
    #expect(
      other?.message == "column 1 of the statement, 'name', holds a text, which is no 'Int'")
    #expect(
      refusal("SELECT minutes FROM Film", as: Int8?.self, context) == nil
        || refusal("SELECT minutes FROM Film", as: Int8?.self, context)?.message
          == "column 1 of the statement, 'minutes', holds a whole number, which is no "
          + "'Optional<Int8>'"
    )
    #expect(
      refusal("SELECT 1, 2", as: Int.self, context)?.message
        == "the statement has 2 columns, and 1 were asked for")
    let unreadable = refusal("SELECT lacking FROM Film", as: Int.self, context)
    #expect(unreadable?.message == "the statement cannot be read: no such column: lacking")
    #expect(unreadable?.sql == "SELECT lacking FROM Film")
  }

  @Test func parametersWithoutAValueAreRefused() throws {
    let context = try Cinema().context
    let sentence =
      "the statement has parameters of its own, such as '?' or ':name', which no value is bound "
      + "to; interpolate the values instead"
    #expect(refusal("SELECT ?", as: Int.self, context)?.message == sentence)
    #expect(refusal("SELECT :name", as: Int.self, context)?.message == sentence)
    #expect(refusal("SELECT \(1), ?2", as: Int.self, context)?.message == sentence)
    #expect(
      refusal("SELECT 1 WHERE ?1 = 1 OR \(1) = \(2)", as: Int.self, context)?.message == nil)
  }

  @Test func objectsComeInTheOrderOfTheirNumbers() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let found = try context.objects(
      Film.self, sql: "SELECT _id FROM Film WHERE minutes <> \(137) ORDER BY code DESC")
    #expect(found.codes == "EDCA")
    #expect(found[0] === cinema.films[4])
    cinema.films[0].title = "changed"
    context.delete(cinema.films[2])
    let some = try context.objects(Film.self, sql: "SELECT _id, code FROM Film ORDER BY _id")
    #expect(some.codes == "ABDE")
    #expect(some[0].title == "changed")
    #expect(try context.objects(Film.self, sql: "SELECT 99").isEmpty)
    #expect(
      #expect(throws: StoreError.self) {
        try context.objects(Film.self, sql: "SELECT title FROM Film")
      }?.code == .unreadableValue)
  }

  @Test func `numbers of objects that are not the first column are refused`() throws {
    let context = try Cinema().context
    let error = #expect(throws: StoreError.self) {
      try context.objects(Film.self, sql: "SELECT minutes, _id FROM Film")
    }
    #expect(error?.code == .invalidRequest)
    #expect(
      error?.message
        == "the statement has 'minutes' before '_id'; its first column has to be the numbers")
    #expect(
      try context.objects(Film.self, sql: "SELECT max(_id) AS last, code FROM Film").codes == "E")
  }

  @Test func `a property may have a name that SQLite has for numbers of rows`() throws {
    let container = try PersistentContainer(model: ObjectModel(NumberedRow.self), at: .memory)
    let context = container.newContext()
    let row = NumberedRow(rowid: 7, in: context)
    try context.save()
    try context.execute("UPDATE \(NumberedRow.self) SET \(\NumberedRow.rowid) = \(9)")
    #expect(row.rowid == 9)
    #expect(try context.fetch(NumberedRow.where { $0.rowid == 9 }) == [row])
  }

  @Test func whatHasNotBeenSavedIsNotSeen() async throws {
    let cinema = try Cinema()
    cinema.films[0].minutes = 1
    let sql: HandwrittenSQL = "SELECT count(*) FROM Film WHERE minutes = \(1)"
    #expect(try cinema.context.sql(sql, as: Int.self) == [0])
    try cinema.context.save()
    #expect(try cinema.context.sql(sql, as: Int.self) == [1])
    let counts = try await cinema.bench.container.write { context in
      let film = try context.only(Film.where { $0.code == "B" })
      film.minutes = 1
      let before = try context.sql(sql, as: Int.self)
      try context.save()
      return before + (try context.sql(sql, as: Int.self))
    }
    #expect(counts == [1, 2])
    let unsaved = Director(name: "new", in: cinema.context)
    #expect(
      refusal("SELECT 1 WHERE 1 = \(unsaved)", as: Int.self, cinema.context)?.message
        == "a statement by hand names an object that has not been saved, and so has no row; save "
        + "it first")
  }

  @Test func aBudgetCountsRows() throws {
    let cinema = try Cinema()
    cinema.context.budget = FetchBudget(rows: 3)
    #expect(try cinema.context.sql("SELECT 1 FROM Film LIMIT 3", as: Int.self).count == 3)
    #expect(
      refusal("SELECT 1 FROM Film", as: Int.self, cinema.context)?.code == .rowBudgetExceeded)
  }

  @Test func aStoreWithoutSQLSaysSo() throws {
    let container = try StoreKind.dictionaries.container(
      Film.self, Director.self, Studio.self, Theme.self)
    #expect(
      refusal("SELECT 1", as: Int.self, container.newContext())?.message
        == "the store has no SQL; make a request of it")
  }
}

@Entity final class NumberedRow: ManagedObject {
  var rowid: Int
}
