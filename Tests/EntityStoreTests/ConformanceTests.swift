import EntityModel
import EntitySQLite
import EntityStore
import StoreConformance
import TestSupport
import Foundation
import Testing

/// Every store does what the contract says.
@Suite struct ConformanceTests {
  @Test(arguments: StoreCheck.all) func aStoreInMemoryConforms(check: StoreCheck) throws {
    try check.run { try SQLiteStore(model: $0, at: .memory) }
  }

  @Test(arguments: StoreCheck.all) func aStoreInAFileConforms(check: StoreCheck) throws {
    try TemporaryDirectory.with { directory in
      var count = 0
      try check.run {
        count += 1
        return try SQLiteStore(model: $0, at: .file(directory.path("store \(count)")))
      }
    }
  }

  @Test(arguments: StoreCheck.all) func aStoreWithAHistoryConforms(check: StoreCheck) throws {
    let options = StoreOptions(history: .commits(3))
    try check.run { try SQLiteStore(model: $0, at: .memory, options: options) }
  }

  @Test(arguments: StoreCheck.all) func theOracleConforms(check: StoreCheck) throws {
    try check.run { MemoryStore(model: $0) }
  }

  @Test func aStoreThatBreaksARuleDoesNotConform() {
    let broken = StoreCheck.all.filter { check in
      do {
        try check.run { StoreThatStaysOpen(store: MemoryStore(model: $0)) }
        return false
      } catch {
        return true
      }
    }
    #expect(broken.map(\.description) == ["a closed store says so"])
  }
}

/// A store that answers after it has been closed.
private struct StoreThatStaysOpen: Store {
  let store: MemoryStore

  var layout: StoreLayout { store.layout }
  var firstVersion: Int64 { store.firstVersion }

  var waitTimeout: Duration { store.waitTimeout }
  var now: @Sendable () -> Date { store.now }
  var readerCount: Int { store.readerCount }

  func read<Result>(
    _ lease: Lease?, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    try store.read(lease, body)
  }

  func write<Result>(
    _ lease: Lease?, _ body: (any WritingSession) throws -> Result, committed: (Result) -> Void
  ) throws -> Result {
    try store.write(lease, body, committed: committed)
  }

  func close(within timeout: Duration) throws(StoreError) {}
}
