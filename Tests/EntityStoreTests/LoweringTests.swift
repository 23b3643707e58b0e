import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import StoreConformance
import Testing

@testable import EntitySQL

/// What each kind of predicate becomes in SQL; the columns selected and the ties are left out.
@Suite struct LoweringTests {
  /// Checks the statement that counts the rows of `entity` that satisfy `predicate`.
  private func expect(
    _ predicate: PredicateTree, of entity: String = "Author", source: ObjectID? = nil,
    _ sql: String, _ bindings: [StoredValue] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let query = EntityQuery(entity: entity, predicate: predicate, source: source)
    let lowered = try QueryLowering.lower(query, .count, Self.statements)
    let start = "SELECT count(*) FROM \"\(entity == "Novel" ? "Book" : entity)\" AS t0"
    #expect(lowered.text == start + sql, sourceLocation: sourceLocation)
    #expect(lowered.bindings == bindings, sourceLocation: sourceLocation)
  }

  private static let statements = RowStatements(StoreLayout(Library.model), SQLiteDialect())

  private func attribute(_ path: String) -> PredicateOperand {
    .attribute(PropertyPath(path.split(separator: ".").map { String($0) }))
  }

  private func object(_ path: String) -> PredicateOperand {
    .object(PropertyPath(path.split(separator: ".").map { String($0) }))
  }

  private func int(_ value: Int64) -> PredicateOperand { .value(.integer(value)) }

  @Test func aWholeQueryHasItsColumnsOrderAndRange() throws {
    let query = EntityQuery(
      entity: "Novel",
      predicate: .comparison(attribute("author.email"), .equal, .value(.text("a"))),
      sorting: [
        SortTerm(path: PropertyPath(["author", "born"]), order: .descending),
        SortTerm(path: PropertyPath(["title"]), ignoresCase: true),
      ], limit: 10, offset: 5)
    let lowered = try QueryLowering.lower(query, .rows, Self.statements)
    #expect(
      lowered.text == #"""
        SELECT t0."_id", t0."_version", t0."_entity", t0."title", t0."page ""count""", \#
        t0."price", t0."rating", t0."cover", t0."author", t0."genre" FROM "Book" AS t0 \#
        LEFT JOIN "Author" AS t1 ON t1."_id" = t0."author" \#
        WHERE t0."_entity" = ?1 AND t1."email" = ?2 \#
        ORDER BY t1."born" DESC, entity_fold(t0."title"), t0."_id" LIMIT ?3 OFFSET ?4
        """#)
    #expect(
      lowered.bindings == [.text("Novel"), .text("a"), .integer(10), .integer(5)])
  }

  @Test func whatIsAskedOfNoObjectsLeavesNoValuesBehind() throws {
    let none = PredicateOperand.aggregateOfAll(
      .minimum, ObjectScope(entity: "Novel", includesSubentities: true), .decimal,
      .constant(false), attribute("price"))
    try expect(
      .comparison(attribute("price"), .equal, none), of: "Book", #" WHERE t0."price" IS NULL"#)
  }

  @Test func comparisonsWithConstantsAreBare() throws {
    let pages = attribute("pages")
    let column = #" WHERE t0."page ""count""""#
    try expect(.comparison(pages, .equal, int(5)), of: "Book", column + " = ?1", [.integer(5)])
    try expect(.comparison(pages, .notEqual, int(5)), of: "Book", column + " <> ?1", [.integer(5)])
    try expect(.comparison(pages, .less, int(5)), of: "Book", column + " < ?1", [.integer(5)])
    try expect(
      .not(.comparison(pages, .less, int(5))), of: "Book", column + " >= ?1", [.integer(5)])
    try expect(.comparison(int(5), .less, pages), of: "Book", column + " > ?1", [.integer(5)])
    try expect(.comparison(pages, .equal, .value(.null)), of: "Book", " WHERE FALSE")
    try expect(.comparison(pages, .equal, .value(.text("5"))), of: "Book", " WHERE FALSE")
    try expect(.comparison(pages, .notEqual, .value(.text("5"))), of: "Book", "")
  }

  @Test func comparisonsOfWhatMayBeNilTellFalseFromNothing() throws {
    let price = attribute("price")
    let one = StoredValue.text("1")
    try expect(
      .comparison(price, .equal, .value(one)), of: "Book", #" WHERE t0."price" = ?1"#, [one])
    try expect(
      .comparison(price, .notEqual, .value(one)), of: "Book", #" WHERE t0."price" IS NOT ?1"#,
      [one])
    try expect(
      .not(.comparison(price, .less, .value(one))), of: "Book",
      #" WHERE (t0."price" < ?1) IS NOT TRUE"#, [one])
    try expect(
      .comparison(price, .equal, .value(.null)), of: "Book", #" WHERE t0."price" IS NULL"#)
    try expect(
      .comparison(price, .notEqual, .value(.null)), of: "Book", #" WHERE t0."price" IS NOT NULL"#)
    try expect(
      .comparison(price, .equal, attribute("author.email")), of: "Book",
      #" LEFT JOIN "Author" AS t1 ON t1."_id" = t0."author" WHERE t0."price" IS t1."email""#)
  }

  @Test func comparisonsOfRealsLeaveOutNaN() throws {
    let rating = attribute("rating")
    try expect(
      .comparison(rating, .greater, .value(.real(2))), of: "Book",
      #" WHERE t0."rating" > ?1 AND +t0."rating" < x''"#, [.real(2)])
    try expect(
      .comparison(rating, .less, .value(.real(2))), of: "Book", #" WHERE t0."rating" < ?1"#,
      [.real(2)])
    try expect(
      .all([
        .comparison(rating, .greater, .value(.real(2))),
        .comparison(rating, .lessOrEqual, .value(.real(3))),
      ]), of: "Book", #" WHERE t0."rating" > ?1 AND t0."rating" <= ?2"#, [.real(2), .real(3)])
    try expect(
      .any([
        .comparison(rating, .greater, .value(.real(2))),
        .comparison(rating, .less, .value(.real(1))),
      ]), of: "Book",
      #" WHERE (t0."rating" > ?1 AND +t0."rating" < x'') OR t0."rating" < ?2"#,
      [.real(2), .real(1)])
    try expect(.comparison(rating, .equal, .value(.real(.nan))), of: "Book", " WHERE FALSE")
    try expect(.comparison(rating, .notEqual, .value(.real(.nan))), of: "Book", "")
    try expect(
      .comparison(rating, .less, attribute("author.born")), of: "Book",
      #" LEFT JOIN "Author" AS t1 ON t1."_id" = t0."author""#
        + #" WHERE t0."rating" < t1."born" AND +t1."born" < x''"#)
    try expect(
      .comparison(rating, .equal, rating), of: "Book",
      #" WHERE t0."rating" = t0."rating" AND (+t0."rating" >= x'') IS NOT TRUE"#)
  }

  @Test func operatorsNestAndNegationsSinkIn() throws {
    let a = PredicateTree.comparison(attribute("email"), .equal, .value(.text("a")))
    let b = PredicateTree.comparison(attribute("born"), .less, .value(.real(1)))
    try expect(
      .all([a, .any([b, .all([a, b])])]),
      #" WHERE t0."email" = ?1 AND (t0."born" < ?2 OR (t0."email" = ?3 AND t0."born" < ?4))"#,
      [.text("a"), .real(1), .text("a"), .real(1)])
    try expect(
      .not(.all([a, b])), #" WHERE t0."email" <> ?1 OR (t0."born" < ?2) IS NOT TRUE"#,
      [.text("a"), .real(1)])
    try expect(.all([a, .constant(false)]), " WHERE FALSE")
    try expect(.all([]), "")
    try expect(.any([]), " WHERE FALSE")
  }

  @Test func aLongConjunctionIsNotADeepOne() throws {
    let store = try Library.store()
    try store.save { changes, _ in try changes.addBook(1, "x", pages: 5000) }
    let parts = (0..<5000).map {
      PredicateTree.comparison(attribute("pages"), .notEqual, int(Int64($0)))
    }
    let query = EntityQuery(entity: "Book", predicate: .all(parts))
    #expect(try store.read { try $0.count(query) } == 1)
    #expect(
      try store.read { try $0.count(EntityQuery(entity: "Book", predicate: .not(.all(parts)))) }
        == 0)
  }

  @Test func textIsFoundByRangeOrFunction() throws {
    let email = attribute("email")
    try expect(
      .text(email, .prefix, "ab", ignoringCase: false),
      #" WHERE t0."email" >= ?1 AND t0."email" < ?2"#, [.text("ab"), .text("ac")])
    try expect(
      .text(email, .prefix, "a\u{D7FF}", ignoringCase: false),
      #" WHERE t0."email" >= ?1 AND t0."email" < ?2"#, [.text("a\u{D7FF}"), .text("a\u{E000}")])
    try expect(
      .text(email, .prefix, "a\u{10FFFF}", ignoringCase: false),
      #" WHERE t0."email" >= ?1 AND t0."email" < ?2"#, [.text("a\u{10FFFF}"), .text("b")])
    try expect(
      .text(email, .prefix, "\u{10FFFF}", ignoringCase: false), #" WHERE t0."email" >= ?1"#,
      [.text("\u{10FFFF}")])
    try expect(.text(email, .prefix, "", ignoringCase: false), "")
    try expect(
      .text(email, .suffix, "ab", ignoringCase: false),
      #" WHERE entity_has_suffix(t0."email", ?1)"#, [.text("ab")])
    try expect(
      .not(.text(email, .contains, "AB", ignoringCase: true)),
      #" WHERE (entity_contains(entity_fold(t0."email"), ?1)) IS NOT TRUE"#, [.text("ab")])
    try expect(
      .text(email, .equal, "AB", ignoringCase: true), #" WHERE entity_fold(t0."email") = ?1"#,
      [.text("ab")])
    try expect(
      .text(attribute("price"), .equal, "1", ignoringCase: false), of: "Book",
      #" WHERE t0."price" COLLATE BINARY = ?1"#, [.text("1")])
    try expect(
      .text(attribute("pages"), .prefix, "1", ignoringCase: false), of: "Book", " WHERE FALSE")
  }

  @Test func membershipKnowsNilAndLongLists() throws {
    let email = attribute("email")
    let born = attribute("born")
    try expect(
      .membership(email, [.text("a"), .text("b"), .null, .integer(1)]),
      #" WHERE t0."email" IN (?1, ?2)"#, [.text("a"), .text("b")])
    try expect(
      .membership(born, [.real(1), .null, .real(.nan)]),
      #" WHERE t0."born" = ?1 OR t0."born" IS NULL"#, [.real(1)])
    try expect(
      .not(.membership(born, [.real(1), .real(2)])),
      #" WHERE NOT t0."born" IN (?1, ?2) OR t0."born" IS NULL"#, [.real(1), .real(2)])
    try expect(.membership(email, []), " WHERE FALSE")
    try expect(.not(.membership(email, [])), "")
    try expect(.membership(email, [.null]), " WHERE FALSE")
    try expect(
      .membership(attribute("pages"), (0..<101).map { .integer($0) }), of: "Book",
      #" WHERE t0."page ""count""" IN (SELECT "value" FROM entity_list(?1))"#,
      [.blob(ValueList.encode((0..<101).map { .integer($0) }))])
    let texts = (0..<101).map { StoredValue.text("\($0)") }
    try expect(
      .not(.membership(email, texts)),
      #" WHERE NOT t0."email" IN (SELECT "value" FROM entity_list(?1))"#,
      [.blob(ValueList.encode(texts))])
  }

  @Test func objectsAreComparedByTheirIds() throws {
    let id = ObjectID(entityName: "Author", rowID: 7)
    try expect(
      .comparison(object("author"), .equal, .identifier(id)), of: "Book",
      #" WHERE t0."author" = ?1"#, [.integer(7)])
    try expect(
      .comparison(.identifier(id), .notEqual, object("author")), of: "Book",
      #" WHERE t0."author" IS NOT ?1"#, [.integer(7)])
    try expect(
      .comparison(object("author"), .equal, .source), of: "Book", source: id,
      #" WHERE t0."author" = ?1"#, [.integer(7)])
    try expect(
      .comparison(object("author"), .equal, .identifier(nil)), of: "Book",
      #" WHERE t0."author" IS NULL"#)
    let unsaved = ObjectID(entityName: "Author", rowID: -1)
    try expect(
      .comparison(object("author"), .equal, .identifier(unsaved)), of: "Book", " WHERE FALSE")
    try expect(.comparison(object("author"), .notEqual, .identifier(unsaved)), of: "Book", "")
    let other = ObjectID(entityName: "Book", rowID: 7)
    try expect(
      .comparison(object("author"), .equal, .identifier(other)), of: "Book", " WHERE FALSE")
    try expect(
      .objects(PropertyPath(), [id, unsaved, other]), #" WHERE t0."_id" = ?1"#, [.integer(7)])
  }

  @Test func quantifiersAskWhetherRowsExist() throws {
    let long = PredicateTree.comparison(attribute("pages"), .greater, int(500))
    let books = PropertyPath(["books"])
    let related = #"(SELECT 1 FROM "Book" AS t1 WHERE t1."author" = t0."_id""#
    try expect(
      .quantified(.any, books, long), #" WHERE EXISTS \#(related) AND t1."page ""count""" > ?1)"#,
      [.integer(500)])
    try expect(
      .quantified(.none, books, long),
      #" WHERE NOT EXISTS \#(related) AND t1."page ""count""" > ?1)"#, [.integer(500)])
    try expect(
      .quantified(.all, books, long),
      #" WHERE NOT EXISTS \#(related) AND t1."page ""count""" <= ?1)"#, [.integer(500)])
    try expect(.quantified(.any, books, .constant(true)), #" WHERE EXISTS \#(related))"#)
    try expect(.quantified(.all, books, .constant(true)), "")
    try expect(
      .comparison(.count(books, .constant(true)), .equal, int(0)),
      #" WHERE NOT EXISTS \#(related))"#)
    try expect(
      .comparison(.count(books, .constant(true)), .greater, int(2)),
      #" WHERE (SELECT count(*) FROM "Book" AS t1 WHERE t1."author" = t0."_id") > ?1"#,
      [.integer(2)])
  }

  @Test func quantifiersReadJoinTablesFromEitherEnd() throws {
    let named = PredicateTree.comparison(attribute("name"), .equal, .value(.text("x")))
    try expect(
      .quantified(.any, PropertyPath(["subjects"]), named), of: "Book",
      #" WHERE EXISTS (SELECT 1 FROM "_Book.subjects" AS t1 JOIN "Subject" AS t2 "#
        + #"ON t2."_id" = t1."_second" WHERE t1."_first" = t0."_id" AND t2."name" = ?1)"#,
      [.text("x")])
    try expect(
      .quantified(.any, PropertyPath(["books"]), .constant(true)), of: "Subject",
      #" WHERE EXISTS (SELECT 1 FROM "_Book.subjects" AS t1 WHERE t1."_second" = t0."_id")"#)
    try expect(
      .quantified(.any, PropertyPath(["author", "friends"]), .constant(true)), of: "Book",
      #" WHERE EXISTS (SELECT 1 FROM "_Author.friends" AS t1 WHERE t1."_first" = t0."author")"#)
  }

  @Test func `owners are found by the members that a condition names`() throws {
    let friends = PropertyPath(["friends"])
    let ada = PredicateTree.comparison(attribute("email"), .equal, .value(.text("ada")))
    let isAda =
      #"t0."_id" IN (SELECT t1."_first" FROM "_Author.friends" AS t1 JOIN "Author" AS t2 "#
      + #"ON t2."_id" = t1."_second" WHERE t2."email" = ?1)"#
    try expect(.quantified(.any, friends, ada), " WHERE \(isAda)", [.text("ada")])
    try expect(
      .quantified(.none, friends, ada), " WHERE (\(isAda)) IS NOT TRUE", [.text("ada")])

    let id = ObjectID(entityName: "Author", rowID: 9)
    let isFriend = PredicateTree.quantified(
      .any, friends, .comparison(.object(PropertyPath()), .equal, .identifier(id)))
    try expect(
      .quantified(.any, friends, isFriend),
      #" WHERE t0."_id" IN (SELECT t1."_first" FROM "_Author.friends" AS t1 "#
        + #"WHERE t1."_second" IN (SELECT t2."_first" FROM "_Author.friends" AS t2 "#
        + #"WHERE t2."_second" = ?1))"#, [.integer(9)])
    try expect(
      .quantified(
        .any, PropertyPath(["books"]),
        .comparison(object("author"), .equal, .identifier(id))), of: "Subject",
      #" WHERE t0."_id" IN (SELECT t1."_second" FROM "_Book.subjects" AS t1 JOIN "Book" AS t2 "#
        + #"ON t2."_id" = t1."_first" WHERE t2."author" = ?1)"#, [.integer(9)])
  }

  @Test func `members are asked of each row where few rows are looked at`() throws {
    let ada = PredicateTree.comparison(attribute("email"), .equal, .value(.text("ada")))
    let bob = PredicateTree.comparison(attribute("email"), .equal, .value(.text("bob")))
    try expect(
      .joined(bob, isConjunction: true, .quantified(.any, PropertyPath(["friends"]), ada)),
      #" WHERE t0."email" = ?1 AND EXISTS (SELECT 1 FROM "_Author.friends" AS t1 JOIN "Author" "#
        + #"AS t2 ON t2."_id" = t1."_second" WHERE t1."_first" = t0."_id" AND t2."email" = ?2)"#,
      [.text("bob"), .text("ada")])
  }

  @Test func theMembersOfOneObjectAreFoundByTheirLinks() throws {
    let subject = ObjectID(entityName: "Subject", rowID: 7)
    let isMember = PredicateTree.quantified(
      .any, PropertyPath(["subjects"]),
      .comparison(.object(PropertyPath()), .equal, .identifier(subject)))
    let long = PredicateTree.comparison(attribute("pages"), .greater, int(5))
    let both = PredicateTree.joined(long, isConjunction: true, isMember)
    let links = #" JOIN "_Book.subjects" AS t1 ON t1."_first" = t0."_id""#
    try expect(
      both, of: "Book",
      links + #" WHERE t0."page ""count""" > ?1 AND t1."_second" = ?2"#,
      [.integer(5), .integer(7)])
    // What need not hold is asked of all rows at once.
    try expect(
      .joined(long, isConjunction: false, isMember), of: "Book",
      #" WHERE t0."page ""count""" > ?1 OR t0."_id" IN (SELECT t1."_first" "#
        + #"FROM "_Book.subjects" AS t1 WHERE t1."_second" = ?2)"#,
      [.integer(5), .integer(7)])
    let page = EntityQuery(entity: "Book", predicate: isMember, limit: 2)
    #expect(
      try QueryLowering.lower(page, .identifiers, Self.statements).text
        == #"SELECT t1."_first" FROM "Book" AS t0"# + links
        + #" WHERE t1."_second" = ?1 ORDER BY t1."_first" LIMIT ?2"#)
    let count = EntityQuery(entity: "Book", predicate: isMember)
    #expect(
      try QueryLowering.lower(count, .count, Self.statements).text
        == #"SELECT count(*) FROM "_Book.subjects" AS t1 WHERE t1."_second" = ?1"#)
    let novels = EntityQuery(entity: "Novel", predicate: isMember)
    #expect(
      try QueryLowering.lower(novels, .count, Self.statements).text
        == #"SELECT count(*) FROM "Book" AS t0"# + links
        + #" WHERE t0."_entity" = ?1 AND t1."_second" = ?2"#)
  }

  @Test func `a membership that a to-one leads to is found by its links`() throws {
    let friend = ObjectID(entityName: "Author", rowID: 9)
    let isFriend = PredicateTree.quantified(
      .any, PropertyPath(["author", "friends"]),
      .comparison(.object(PropertyPath()), .equal, .identifier(friend)))
    let links =
      #" JOIN "_Author.friends" AS t1 ON t1."_first" = t0."author" WHERE t1."_second" = ?1"#
    try expect(isFriend, of: "Book", links, [.integer(9)])
    let books = EntityQuery(entity: "Book", predicate: isFriend)
    #expect(
      try QueryLowering.lower(books, .identifiers, Self.statements).text
        == #"SELECT t0."_id" FROM "Book" AS t0\#(links) ORDER BY t0."_id""#)
    #expect(
      try QueryLowering.lower(books, .count, Self.statements).text
        == #"SELECT count(*) FROM "Book" AS t0\#(links)"#)
    let friends = PredicateTree.quantified(
      .any, PropertyPath(["friends"]),
      .comparison(.object(PropertyPath()), .equal, .identifier(friend)))
    try expect(
      .amongAll(
        .object(PropertyPath(["author"])),
        .allValues(
          ObjectScope(entity: "Author", includesSubentities: true), friends, .object(PropertyPath())
        )), of: "Book",
      #" WHERE t0."author" IN (SELECT t2."_first" FROM "_Author.friends" AS t2 "#
        + #"WHERE t2."_second" = ?1 ORDER BY t2."_first")"#,
      [.integer(9)])
  }

  @Test(arguments: [
    (["publisher"], "'Book' has no property 'publisher'"),
    (["author"], "'Book.author' is used as an attribute, which it is not"),
    (["title", "x"], "'Book.title' is used as a to-one relationship, which it is not"),
    (["subjects", "name"], "'Book.subjects' is used as a to-one relationship, which it is not"),
    ([], "the empty path leads to an object, not to an attribute"),
  ])
  func aPathThatLeadsNowhereIsRefused(path: [String], message: String) throws {
    let query = EntityQuery(
      entity: "Book",
      predicate: .comparison(.attribute(PropertyPath(path)), .equal, .value(.null)))
    let error = #expect(throws: StoreError.self) {
      try QueryLowering.lower(query, .count, Self.statements)
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message == message)
  }

  @Test func aQuantifierNeedsAToMany() throws {
    let query = EntityQuery(
      entity: "Book", predicate: .quantified(.any, PropertyPath(["author"]), .constant(true)))
    let error = #expect(throws: StoreError.self) {
      try QueryLowering.lower(query, .count, Self.statements)
    }
    #expect(error?.message == "'Book.author' is used as a to-many relationship, which it is not")
  }

  @Test func moreOrdersThanAStatementMayHaveAreRefused() throws {
    func lower(_ count: Int) throws -> SQLQuery {
      let term = SortTerm(path: PropertyPath(["title"]))
      let sorting = Array(repeating: term, count: count)
      return try QueryLowering.lower(
        EntityQuery(entity: "Book", sorting: sorting), .rows, Self.statements)
    }
    // The id comes last.
    #expect(try lower(1_999).text.hasSuffix(#", t0."title", t0."_id""#))
    let error = #expect(throws: StoreError.self) { try lower(5_000) }
    #expect(error?.code == .invalidRequest)
    #expect(
      error?.message == "the request has too many orders: 5001, and the store takes 2000")
  }
}
