import EntityCSQLite
package import EntityModel

extension StoreReader {
  /// The fewest owners whose rows are counted before they are read.
  private static let manyOwners = 16

  /// Calls `body` with each row that `relationship`, a to-many, holds of the objects `owners` of
  /// the entity `owner`, after the position of its owner among them; in no order.
  ///
  /// - Requires: `owners` ascend.
  package func rows(
    _ relationship: Relationship, of owner: String, owners: [Int64],
    _ body: (Int, borrowing RowReader) throws -> Void
  ) throws {
    let place = try place(of: relationship, in: entity(owner))
    let target = try entity(relationship.target)
    var lists = [texts.dialect.list(owners.map { .integer($0) })]
    var text = texts.related(place, target.table)
    if owners.count >= Self.manyOwners, let other = texts.relatedToMany(place, target.table) {
      text = other
      lists.append(texts.dialect.list([]))
    }
    guard let text else { throw notToMany(relationship, owner) }
    let last = Int32(target.table.headerCount + target.table.columns.count)
    try connection.withStatement(text, lists) { statement in
      var current = target
      while try statement.step() {
        let number = sqlite3_column_int64(statement.handle, last)
        guard let position = owners.position(ofAscending: number) else { continue }
        current = try entity(of: statement, like: current)
        try body(position, RowReader(statement.handle, current))
      }
    }
  }
}

extension [Int64] {
  /// Returns the position of `number` among these, which ascend, or nil.
  fileprivate func position(ofAscending number: Int64) -> Int? {
    guard let first, let last, first <= number, number <= last else { return nil }
    // Rows are numbered one after the other, so that most sets of them have no gaps.
    if let guess = Int(exactly: number - first), guess < count, self[guess] == number {
      return guess
    }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return self[low] == number ? low : nil
  }
}
