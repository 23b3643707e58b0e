import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime
@testable import EntitySQLite

/// Statements by hand that write leave everything as the model says, or change nothing.
@Suite struct ExecuteRefusalTests {
  private static let refused: [(StaticString, String)] = [
    ("SELECT * FROM Film", "the statement reads; ask for its rows by 'context.sql'"),
    (
      "EXPLAIN DELETE FROM Film", "the statement reads; ask for its rows by 'context.sql'"
    ),
    ("DROP TABLE Film", "schema"), ("CREATE TABLE x (a)", "schema"), ("VACUUM", "schema"),
    ("CREATE TEMP TABLE x AS SELECT * FROM Film", "schema"), ("REINDEX", "schema"),
    ("ANALYZE", "schema"), ("ALTER TABLE Film RENAME TO x", "schema"),
    ("CREATE TRIGGER t AFTER INSERT ON Film BEGIN DELETE FROM _store; END", "schema"),
    ("CREATE VIEW v AS SELECT * FROM Film", "schema"),
    ("DELETE FROM sqlite_master", "the statement cannot be read"),
    ("PRAGMA user_version = 1", "a statement by hand cannot set or ask how SQLite works (PRAGMA)"),
    ("PRAGMA foreign_keys = 0", "a statement by hand cannot set or ask how SQLite works (PRAGMA)"),
    (
      "ATTACH '/tmp/other' AS other", "a statement by hand cannot open other files (ATTACH, DETACH)"
    ),
    ("BEGIN", "transaction"), ("COMMIT", "transaction"), ("ROLLBACK", "transaction"),
    ("SAVEPOINT a", "transaction"), ("RELEASE save", "transaction"),
    ("DELETE FROM _store", "_store"), ("UPDATE _ids SET next = 1", "_ids"),
    ("INSERT INTO _metadata VALUES ('a', 1)", "the statement cannot be read"),
    (
      "UPDATE Film SET _version = 1", "the version of a row, '_version', is raised with each change"
    ),
    ("UPDATE Film SET _id = 9", "the number of an object, '_id', stays what it is"),
    ("UPDATE Film SET rowid = 9", "the number of an object, '_id', stays what it is"),
    ("UPDATE Film SET oid = 9", "the number of an object, '_id', stays what it is"),
    (
      "UPDATE Film SET title = (SELECT value FROM _store)",
      "'_store' is not a table of objects; a statement by hand reads these alone"
    ),
    (
      "UPDATE Film SET title = load_extension('x')",
      "a statement by hand cannot call 'load_extension'"
    ),
    ("UPDATE Film SET title = 'x'; DELETE FROM Film", "several"),
    ("DELETE FROM Film;;; DROP TABLE Film --", "several"),
    ("", "there is no statement, only blanks"),
    (" -- DELETE", "there is no statement, only blanks"),
    (
      "UPDATE Film SET title = ?",
      "the statement has parameters of its own, such as '?' or "
        + "':name', which no value is bound to; interpolate the values instead"
    ),
    ("DELETE FROM Film RETURNING _id", "returning"),
    ("INSERT INTO Theme (name) VALUES ('x') RETURNING _id, _version", "returning"),
    ("INSERT OR ROLLBACK INTO Theme (name) VALUES ('x')", "rollback"),
    ("UPDATE OR ROLLBACK Film SET title = NULL", "rollback"),
    ("DELETE FROM lacking", "the statement cannot be read"),
    ("DELETE FROM", "the statement cannot be read"),
  ]

  @Test(arguments: refused)
  func whatDoesNotChangeRowsOfObjectsIsRefused(sql: StaticString, reason: String) async throws {
    let cinema = try Cinema()
    let sentences = [
      "schema":
        "a statement by hand reads or changes rows of objects and does nothing else; tables "
        + "and indexes are made from the model",
      "transaction": "transactions are the library's; use 'container.write' or 'container.read', "
        + "or 'context.read' for one state",
      "several": "one statement is run, and there are several; call for each",
      "_store": "'_store' is not a table of objects; a statement by hand changes these alone",
      "_ids": "'_ids' is not a table of objects; a statement by hand changes these alone",
      "returning": "RETURNING would return numbers and versions that are not yet given; leave it "
        + "out and read the rows by 'context.sql' afterwards",
      "rollback": "'OR ROLLBACK' would end the transaction, which is the library's; leave it out, "
        + "since a statement that fails changes nothing",
    ]
    for unseen in [false, true, false] {
      let error = #expect(throws: StoreError.self) {
        try cinema.context.execute(HandwrittenSQL(stringLiteral: sql), unseen: unseen)
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message.hasPrefix(sentences[reason] ?? reason) == true)
    }
    let state = try await cinema.bench.container.write { context in
      _ = Theme(name: "kept", in: context)
      #expect(throws: StoreError.self) {
        try context.execute(HandwrittenSQL(stringLiteral: sql))
      }
      return try context.count(Film.all)
    }
    #expect(state == 5)
    #expect(try cinema.context.count(Theme.all) == 4)
    expectSound(cinema.context)
  }

  @Test func aValueThatItsPropertyCannotHoldIsRefused() throws {
    let vaults = try Vaults()
    let context = vaults.context
    let refused: [(HandwrittenSQL, String)] = [
      (
        "small = 'x'",
        "'Deposit.small' holds a whole number, and the statement makes it a text; interpolate a "
          + "value, which is stored as the property is [unreadableValue]"
      ),
      (
        "small = 500",
        "'Deposit.small' cannot hold what it was to be made: its type has the values from -128 to "
          + "127 [overflow]"
      ),
      (
        "isActive = 2",
        "'Deposit.isActive' holds 0 or 1, and the statement makes it a whole number of another "
          + "form; interpolate a value, which is stored as the property is [unreadableValue]"
      ),
      (
        "\"key\" = '123E4567-E89B-12D3-A456-426614174000'",
        "'Deposit.key' holds the sixteen bytes of a UUID, and the statement makes it a text; "
          + "interpolate a value, which is stored as the property is [unreadableValue]"
      ),
      (
        "balance = 'much'",
        "'Deposit.balance' holds the digits of a number, a text, and the statement makes it a text "
          + "of another form; interpolate a value, which is stored as the property is "
          + "[unreadableValue]"
      ),
      (
        "labels = '[1,'",
        "'Deposit.labels' holds JSON, a text, and the statement makes it a text of another form; "
          + "interpolate a value, which is stored as the property is [unreadableValue]"
      ),
      (
        "opened = 'yesterday'",
        "'Deposit.opened' holds the seconds since 2001, a real, and the statement makes it a text; "
          + "interpolate a value, which is stored as the property is [unreadableValue]"
      ),
      (
        "great = -1",
        "'Deposit.great' cannot hold what it was to be made: its type has the values from 0 to "
          + "9223372036854775807 [overflow]"
      ),
      (
        "vault = 99",
        "'Deposit.vault' cannot refer to Vault-99, since there is no such object of 'Vault'"
      ),
      (
        "vault = 'x'",
        "'Deposit.vault' holds the number of an object, and the statement makes it a text; "
          + "interpolate a value, which is stored as the property is [unreadableValue]"
      ),
    ]
    for (assignment, message) in refused {
      #expect(
        failure { try context.execute("UPDATE Deposit SET \(assignment) WHERE login = 'a'") }
          == message)
      expectSound(context)
    }
    #expect(
      failure { try context.execute("UPDATE Deposit SET login = NULL") }?
        .hasPrefix("'Deposit.login' is required and has no value [notNullViolation") == true)
    let repeated = #expect(throws: StoreError.self) {
      try context.execute("UPDATE Deposit SET login = 'same'")
    }
    #expect(repeated?.code == .uniqueViolation)
    #expect(
      repeated?.message == """
        other objects already have values of unique attributes:
          'Deposit.login': Deposit-1 has the value that Deposit-2 is to have
          'Deposit.login': Deposit-1 has the value that Deposit-3 is to have
        """)
    #expect(
      failure { try context.execute("INSERT INTO Deposit (login) VALUES ('z')") }?
        .contains("' is required and has no value [notNullViolation") == true)
    #expect(
      try context.execute(
        """
        UPDATE Deposit SET "key" = \(UUID()), opened = 5, balance = 12, great = \(UInt64.max),
        home = \(URL(string: "https://example.org")), picture = \(Data([1])), share = 1, ratio = 2
        """) == 3)
    #expect(vaults.accounts[0].opened == Date(timeIntervalSinceReferenceDate: 5))
    #expect(vaults.accounts[0].balance == 12)
    expectSound(context)
  }

  @Test func deleteRulesAndLimitsHold() throws {
    let bench = try warehouse()
    let context = bench.context
    let customer = Customer(name: "c", in: context)
    let order = Order(number: 1, customer: customer, in: context)
    let line = OrderLine(text: "l", order: order, in: context)
    let note = Note(text: "n", in: context)
    note.customer = customer
    try context.save()
    #expect(
      failure { try context.execute("DELETE FROM Customer") } == """
        the save has been refused for 2 reasons:
          Customer-1: 'Customer.orders' forbids deleting the object while it holds one; delete or \
        move what it holds first [validation.denied]
          Note-1: 'Note.customer' refers to an object that has been deleted; let it refer to \
        another or to nothing [validation.deleted]
        """)
    // Rows that go by a rule do not count.
    #expect(try context.execute("DELETE FROM \"Order\"") == 1)
    #expect(order.isDeleted && line.isDeleted)
    #expect(
      failure { try context.execute("INSERT INTO OrderLine (text, \"order\") VALUES ('x', 77)") }
        == "'OrderLine.order' cannot refer to Order-77, since there is no such object of 'Order'")
    expectSound(context)
  }

  @Test func rowsOfATreeAreOfTheirClasses() throws {
    let bench = try Bench(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self)
    let context = bench.context
    let maker = Maker(name: "m", in: context)
    let thing = Thing(code: 1, in: context)
    try context.save()
    #expect(
      try context.execute(
        """
        INSERT INTO Thing (_entity, code, name, mood, power, maker)
        VALUES ('Gadget', 2, 'g', 'calm', 3, \(maker)), ('Thing', 3, 't', 'calm', NULL, NULL)
        """) == 2)
    #expect(try context.fetch(Gadget.all).map(\.power) == [3])
    #expect(maker.gadgets.count == 1)
    let insert: HandwrittenSQL = "INSERT INTO Thing (_entity, code, name, mood, power) VALUES "
    let unknown = """
      '_entity' of a row of 'Thing' names one of its classes, 'Thing', 'Gadget' [invalidRequest]
      """
    #expect(failure { try context.execute("\(insert)('Box', 4, 'g', 'calm', 3)") } == unknown)
    #expect(failure { try context.execute("\(insert)(7, 4, 'g', 'calm', 3)") } == unknown)
    #expect(
      failure { try context.execute("\(insert)('Thing', 4, 'g', 'calm', 3)") } == """
        an object of 'Thing' has no 'power', which is a property of 'Gadget' [invalidRequest]
        """)
    #expect(
      failure { try context.execute("\(insert)('Gadget', 4, 'g', 'calm', NULL)") } == """
        'Gadget.power' is required and cannot be nil [notNullViolation]
        """)
    #expect(
      failure {
        try context.execute("INSERT INTO Thing (code, name, mood) VALUES (5, 'g', 'calm')")
      }?.hasPrefix(
        "rows of 'Thing' are of several classes, 'Thing', 'Gadget'; name one of them in '_entity' "
          + "[notNullViolation") == true)
    #expect(
      failure { try context.execute("UPDATE Thing SET power = 1 WHERE _id = \(thing)") } == """
        an object of 'Thing' has no 'power', which is a property of 'Gadget' [invalidRequest]
        """)
    #expect(
      failure { try context.execute("UPDATE Thing SET _entity = 'Gadget'") }?.hasPrefix(
        "an object stays of the class that it is of, '_entity' [invalidRequest]") == true)
    // What a relationship refers to is of its class.
    #expect(
      failure { try context.execute("UPDATE Thing SET whole = \(thing)") } == """
        'Thing.whole' cannot refer to Thing-1, since there is no such object of 'Gadget'
        """)
    #expect(
      failure {
        try context.execute(
          "INSERT INTO Thing (_entity, code, name, mood, next) VALUES ('Thing', 9, '', 'calm', 1)")
      }?.contains("is to-one at both ends") == true)
    expectSound(context)
  }

  @Test func unsavedChangesAreRefusedInAContextOfOnesOwn() throws {
    let cinema = try Cinema()
    cinema.films[0].title = "z"
    #expect(
      failure { try cinema.context.execute("UPDATE Film SET minutes = 1") } == """
        'execute' writes to the store, which does not know the unsaved changes of the context; \
        save them or roll them back first, or use 'container.write', which saves them \
        [invalidRequest]
        """)
    #expect(cinema.films[0].title == "z")
    #expect(cinema.films[1].minutes == 137)
  }

  @Test func nothingIsWrittenWhereSavingIsRefused() async throws {
    let cinema = try Cinema()
    let error = try await cinema.bench.container.read { context in
      failure { try context.execute("UPDATE Film SET minutes = 1") }
    }
    let saving = try await cinema.bench.container.read { context in failure { try context.save() } }
    #expect(error == saving)
    #expect(error != nil)
  }
}
