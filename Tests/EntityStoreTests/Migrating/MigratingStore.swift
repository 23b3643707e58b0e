import EntityCSQLite
import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import Testing
import TestSupport

/// A store in a file that is made for one model, filled by SQL, and opened for others.
final class MigratingStore {
  let path: String

  /// Creates a store for `model` in `directory` and runs the statements of `sql` in it.
  init(_ model: ObjectModel, in directory: TemporaryDirectory, filledBy sql: String) throws {
    path = directory.path("store.sqlite")
    try model.validate()
    try SQLiteStore(model: model, at: .file(path)).close()
    try run(sql)
  }

  /// Names the store that is at `path`.
  init(at path: String) { self.path = path }

  /// Opens the store for `model` and closes it.
  func migrate(to model: ObjectModel, _ policy: MigrationPolicy = .automatic) throws {
    try model.validate()
    try SQLiteStore(
      model: model, at: .file(path), options: StoreOptions(migration: policy)
    ).close()
  }

  /// Opens the store for the last of `models` along `stages`, and closes it; the models are
  /// snapshots 1 and on.
  func migrate(
    along models: [ObjectModel], _ stages: [ModelHistory.Stage],
    _ policy: MigrationPolicy = .automatic
  ) throws {
    for model in models { try model.validate() }
    let history = ModelHistory(
      versions: models.enumerated().map { .init(number: $0 + 1, model: $1) }, stages: stages)
    let model = try #require(models.last)
    try SQLiteStore(
      model: model, at: .file(path), options: StoreOptions(migration: policy),
      history: { history }
    ).close()
  }

  /// Returns the error that opening the store for `model` ends in, and checks that nothing has
  /// changed.
  func refusal(
    of model: ObjectModel, _ policy: MigrationPolicy = .automatic
  ) throws -> StoreError {
    let before = try dump()
    let error = #expect(throws: StoreError.self) { try migrate(to: model, policy) }
    #expect(try dump() == before, "nothing may change")
    return try #require(error)
  }

  /// Returns the rows of all tables but those of the metadata and of indexes of words, one on a
  /// line, then the indexes and what makes indexes of words.
  ///
  /// - Parameter isWhole: `true` for the statements of indexes in place of their names, and without
  ///   the positions of members, which depend on the orders that there have been.
  func dump(isWhole: Bool = false) throws -> [String] {
    var lines: [String] = []
    let tables = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table'"
        + " AND name NOT IN ('_store', '_ids') AND name NOT LIKE '_search.%' ORDER BY name")
    for table in tables {
      let columns = try rows("SELECT name FROM pragma_table_info('\(table)') ORDER BY name")
      let values = columns.map { name in
        isWhole && name.hasPrefix("_") && name.contains("osition")
          ? "'\(name)'" : "'\(name)=' || quote(\"\(name)\")"
      }.joined(separator: " || ' ' || ")
      lines += try rows("SELECT \(values) FROM \"\(table)\" ORDER BY 1").map { "\(table): \($0)" }
    }
    return lines
      + (try rows(
        "SELECT \(isWhole ? "sql" : "name") FROM sqlite_schema WHERE type = 'index' AND sql <> ''"
          + " ORDER BY name"))
      + (try rows(
        "SELECT sql FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL%'"
          + " ORDER BY name"))
  }

  /// Returns the lines of what this store and `other` hold that the other one lacks.
  func differences(from other: MigratingStore) throws -> [String] {
    try dump(isWhole: true).difference(from: other.dump(isWhole: true)).map { change in
      switch change {
      case .insert(_, let line, _): "here alone: \(line)"
      case .remove(_, let line, _): "there alone: \(line)"
      }
    }
  }

  /// Expects that the indexes of words agree with their rows, and that there are no others.
  func expectSoundSearch(
    _ model: ObjectModel, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = StoreLayout(model).tables.filter { !$0.searchColumns.isEmpty }.map(\.searchTable)
    for name in names {
      try run("INSERT INTO \"\(name)\" (\"\(name)\", rank) VALUES ('integrity-check', 1)")
    }
    #expect(
      try rows("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY name")
        == names.sorted(), sourceLocation: sourceLocation)
  }

  /// Returns the first column of each row of `sql`.
  func rows(_ sql: String) throws -> [String] {
    var rows: [String] = []
    try withDatabase { handle in
      var statement: OpaquePointer?
      try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
      defer { sqlite3_finalize(statement) }
      while sqlite3_step(statement) == SQLITE_ROW {
        rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
      }
    }
    return rows
  }

  /// Runs the statements of `sql`.
  func run(_ sql: String) throws {
    try withDatabase { handle in
      let result = sqlite3_exec(handle, sql, nil, nil, nil)
      try #require(result == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    }
  }

  private func withDatabase(_ body: (OpaquePointer?) throws -> Void) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    // Triggers fold texts.
    sqlite3_create_function_v2(
      handle, "entity_fold", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
      { context, _, arguments in
        guard let text = sqlite3_value_text(arguments?[0]) else { return }
        let folded = StoredValue.folded(String(cString: text))
        sqlite3_result_text(
          context, folded, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }, nil, nil, nil)
    try body(handle)
  }

  /// Migrates a store for `old` that `sql` fills to `new` and expects `lines` in it.
  static func expect(
    _ old: [Entity], filledBy sql: String, migratedTo new: [Entity],
    _ lines: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(ObjectModel(entities: old), in: directory, filledBy: sql)
      try store.migrate(to: ObjectModel(entities: new))
      #expect(
        try store.dump().joined(separator: "\n") == lines, sourceLocation: sourceLocation)
      #expect(try store.rows("PRAGMA foreign_key_check") == [], sourceLocation: sourceLocation)
      #expect(try store.rows("PRAGMA integrity_check") == ["ok"], sourceLocation: sourceLocation)
      // It fits from now on.
      try store.migrate(to: ObjectModel(entities: new), .refuse)
      let again = ObjectModel(entities: new)
      #expect(
        try SQLiteStore.migrationPlan(
          for: again, at: .file(store.path), options: StoreOptions()) == nil,
        sourceLocation: sourceLocation)
    }
  }
}
