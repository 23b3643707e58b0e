extension StoreReader {
  /// Calls `body` with the id of each row that `query` wants, in its order, until it returns false;
  /// `true` iff it never did.
  package func identifiers(_ query: EntityQuery, while body: (Int64) -> Bool) throws -> Bool {
    try withStatement(query, .identifiers) { statement in
      let row = RowReader(statement.handle, nil)
      while try statement.step() {
        guard body(row.id) else { return false }
      }
      return true
    }
  }
}
