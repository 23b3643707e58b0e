import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// What SQLite refuses is said in words of ours, without what has been bound.
@Suite struct StatementFailureTests {
  @Test func whatAStatementThatWritesCannotDoIsSaidInOurWords() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let (film, tag) = (cinema.films[0], cinema.tags[0])
    let links: HandwrittenSQL = """
      INTO \(links: \Film.tags) (\(owner: \Film.tags), \(member: \Film.tags)) VALUES
      """
    func message(_ sql: HandwrittenSQL) -> String? {
      let error = #expect(throws: StoreError.self) { try context.execute(sql) }
      return error.map { "\($0.message) [\($0.code)]" }
    }
    #expect(
      message("INSERT \(links) (\(film), \(tag))") == """
        a link that the statement adds to 'Film.tags' exists already; write 'INSERT OR IGNORE', or \
        leave out those that exist [uniqueViolation]
        """)
    #expect(
      message("INSERT \(links) (\(film), NULL)") == """
        'Film.tags' links objects by their numbers, and the statement has NULL in place of one \
        [invalidRequest]
        """)
    #expect(
      message("INSERT \(links) (\(film), 'x')") == """
        'Film.tags' links objects by their numbers [invalidRequest]
        """)
    #expect(
      message("DELETE FROM Film WHERE title MATCH \("secret")") == """
        MATCH asks an index of words, which statements by hand do not have; find the objects by \
        'search', and interpolate them [invalidRequest]
        """)
    let noJSON = """
      a function of JSON was given a text that is no JSON, or a path that is none; ask \
      'json_valid' first [invalidRequest]
      """
    #expect(message("UPDATE Film SET subtitle = json_extract(\("{secret"), '$.a')") == noJSON)
    #expect(message("UPDATE Film SET subtitle = json_extract('{}', \("secret"))") == noJSON)
    #expect(
      message("UPDATE Film SET minutes = 1 WHERE _id IN (SELECT _id FROM Film LIMIT \("secret"))")
        == """
        what follows LIMIT or OFFSET, and '_id', is a whole number, and the statement has another \
        value there [invalidRequest]
        """)
    #expect(
      message("UPDATE Film SET minutes = abs(\(Int64.min))") == """
        a number that the statement computes, by 'sum' or 'abs', is more than an Int can hold; \
        compute it of reals, or in parts [overflow]
        """)
    #expect(
      message("DELETE FROM Film WHERE title LIKE 'a' ESCAPE \("secret")") == """
        what follows ESCAPE is one character [invalidRequest]
        """)
    #expect(
      message("INSERT INTO Theme (_id, name) VALUES (\(tag), 'x')") == """
        an object of 'Theme' has the number that the statement gives to a new one; leave '_id' out \
        [uniqueViolation]
        """)
    #expect(try context.count(Film.all) == 5)
    #expect(try context.execute("INSERT OR IGNORE \(links) (\(film), \(tag))") == 0)
    expectSound(context)
  }

  @Test func whatAStatementThatReadsCannotDoIsSaidInOurWords() throws {
    let context = try Cinema().context
    func message(_ sql: HandwrittenSQL) -> String? {
      let error = #expect(throws: StoreError.self) { try context.sql(sql, as: Int.self) }
      #expect(error?.sql != nil)
      return error.map { "\($0.message) [\($0.code)]" }
    }
    #expect(
      message("SELECT minutes FROM Film LIMIT 'abc'") == """
        what follows LIMIT or OFFSET, and '_id', is a whole number, and the statement has another \
        value there [invalidRequest]
        """)
    #expect(message("SELECT 1 FROM Film WHERE title MATCH 'a'")?.hasPrefix("MATCH asks") == true)
    #expect(
      message("SELECT json_extract(\("{"), '$')")?.hasPrefix("a function of JSON was") == true)
    #expect(
      message("SELECT value FROM json_each(\("["))")?.hasPrefix("a function of JSON was") == true)
    #expect(
      message("SELECT sum(i) FROM (SELECT \(Int64.max) AS i UNION ALL SELECT 1)") == """
        a number that the statement computes, by 'sum' or 'abs', is more than an Int can hold; \
        compute it of reals, or in parts [overflow]
        """)
    #expect(
      message("SELECT ntile(0) OVER () FROM Film") == """
        SQLite does not carry the statement out: argument of ntile must be a positive integer \
        [invalidRequest]
        """)
  }
}
