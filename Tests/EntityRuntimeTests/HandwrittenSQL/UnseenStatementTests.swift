import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime
@testable import EntitySQLite

/// Statements by hand that nobody sees keep references and numbers right, and nothing else.
@Suite struct UnseenStatementTests {
  @Test func whereRowsAreNotReportedAStatementIsRefusedUnlessItMayBeUnseen() throws {
    var options = StoreOptions(history: .everything)
    options.usesPreUpdateHook = false
    let container = try PersistentContainer(
      model: ObjectModel(Film.self, Director.self, Studio.self, Theme.self), at: .memory,
      options: options)
    let context = container.newContext()
    let theme = Theme(name: "a", in: context)
    try context.save()
    #expect(
      failure { try context.execute("UPDATE Theme SET name = 'b'") } == """
        the SQLite that this program runs with does not report which rows a statement changes, so \
        that versions, the history and objects would not follow it; make the change by objects, or \
        by 'update', 'deleteAll' and 'insertAll', use a libsqlite3 that was built with \
        SQLITE_ENABLE_PREUPDATE_HOOK, or pass 'unseen: true' [invalidRequest]
          in: UPDATE Theme SET name = 'b'
        """)
    let version = theme.__version
    #expect(try context.execute("UPDATE Theme SET name = 'b'", unseen: true) == 1)
    #expect(theme.name == "a")
    #expect(
      try context.sql("SELECT name, _version FROM Theme", as: (String, Int64).self).map(\.0) == [
        "b"
      ])
    try context.refresh(theme)
    #expect(theme.name == "b")
    #expect(theme.__version == version)
    let entries = try container.store.read { try $0.historyExtent() }
    #expect(entries?.end.number == 1)
  }

  @Test func whatIsUnseenLeavesReferencesAndNumbersRight() throws {
    let cinema = try Cinema()
    let context = cinema.context
    #expect(
      failure { try context.execute("DELETE FROM Studio", unseen: true) } == """
        the statement leaves a reference to an object that does not exist; change what refers to \
        an object before that is deleted [foreignKeyViolation]
          in: DELETE FROM Studio
        """)
    #expect(try context.execute("INSERT INTO Theme (name) VALUES ('x'), ('y')", unseen: true) == 2)
    let theme = Theme(name: "z", in: context)
    try context.save()
    #expect(theme.objectID.description == "Theme-6")
    #expect(
      failure {
        try context.execute(
          "INSERT INTO Theme (_id, name) VALUES (9223372036854775807, 'x')", unseen: true)
      } == """
        the numbers of new objects are given by the store; leave '_id' of 'Theme' out \
        [invalidRequest]
        """)
    #expect(try context.count(Theme.all) == 6)
  }
}
