import EntityModel
import EntitySQLite
import EntityStore
import StoreConformance
import TestSupport
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

  @Test(arguments: StoreCheck.all) func theOracleConforms(check: StoreCheck) throws {
    try check.run { MemoryStore(model: $0) }
  }
}
