import EntityCSQLite

/// SQLite's plan for a statement.
struct QueryPlan {
  /// A step, as SQLite says it.
  struct Step {
    /// How many steps the step is part of.
    let depth: Int

    /// What it does, such as `SEARCH t0 USING INDEX …`.
    let detail: String
  }

  /// The steps; none if the statement has no plan or cannot be explained.
  private(set) var steps: [Step] = []

  /// Explains `sql` on SQLite's connection `handle`.
  init(of sql: String, on handle: OpaquePointer) {
    var explained: OpaquePointer?
    defer { sqlite3_finalize(explained) }
    guard
      sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN " + sql, -1, &explained, nil) == SQLITE_OK
    else { return }
    var depths = [Int32(0): 0]
    while sqlite3_step(explained) == SQLITE_ROW {
      let depth = depths[sqlite3_column_int(explained, 1)] ?? 0
      depths[sqlite3_column_int(explained, 0)] = depth + 1
      let detail = String(sqliteText: sqlite3_column_value(explained, 3))
      steps.append(Step(depth: depth, detail: detail))
    }
  }
}
