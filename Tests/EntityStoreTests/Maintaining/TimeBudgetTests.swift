import EntityModel
import EntityStore
import StoreConformance
import TestSupport
import Testing

@testable import EntitySQLite

/// A statement that takes longer than its budget is ended, and its connection goes on.
@Suite struct TimeBudgetTests {
  /// Runs a statement that does not end for a long time.
  private func runForLong(_ session: any StoreSession) throws {
    let connection = try #require(session as? SQLiteSession).connection
    try connection.run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)"
        + " SELECT count(*) FROM n")
  }

  @Test func aStatementEndsWhenItsTimeIsOver() throws {
    let store = try Library.store()
    try store.save { changes, _ in try changes.addAuthor(1, "a") }
    try store.read { (session) throws in
      let error = #expect(throws: StoreError.self) {
        try session.limitingTime(to: .milliseconds(1)) { try runForLong(session) }
      }
      #expect(error?.code == .timeBudgetExceeded)
      #expect(
        error?.message
          == "the store has read for 0.001 seconds, which is all that the budget of the context "
          + "allows; ask for less, have an index made, or raise the budget")
      #expect(error?.sql?.hasPrefix("WITH RECURSIVE") == true)
      #expect(
        try session.count(EntityQuery(entity: "Author")) == 1, "what follows has its own time")
    }
  }

  @Test func timeWithinTimeIsNotMore() throws {
    let store = try Library.store()
    try store.read { (session) throws in
      let error = #expect(throws: StoreError.self) {
        try session.limitingTime(to: .milliseconds(1)) {
          try session.limitingTime(to: .seconds(1000)) { try runForLong(session) }
        }
      }
      #expect(error?.code == .timeBudgetExceeded)
    }
  }

  @Test(arguments: [Duration.seconds(Int64.max), .zero, .seconds(-1)])
  func anyDurationIsABudget(time: Duration) throws {
    let store = try Library.store()
    try store.read { (session) throws in
      if time > .zero {
        #expect(
          try session.limitingTime(to: time) { try session.count(EntityQuery(entity: "Author")) }
            == 0)
      } else {
        let error = #expect(throws: StoreError.self) {
          try session.limitingTime(to: time) { try runForLong(session) }
        }
        #expect(error?.code == .timeBudgetExceeded)
      }
    }
  }

  @Test func aLeaseThatIsOverIsReportedAsThat() throws {
    let store = try Library.store()
    let lease = Lease()
    let error = #expect(throws: StoreError.self) {
      try store.read(lease) { (session) throws in
        try session.limitingTime(to: .seconds(1000)) {
          lease.cancel()
          try runForLong(session)
        }
      }
    }
    #expect(error?.code == .interrupted)
    #expect(try store.read { try $0.count(EntityQuery(entity: "Author")) } == 0)
  }
}
