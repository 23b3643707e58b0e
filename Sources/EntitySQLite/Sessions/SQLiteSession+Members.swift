import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  /// The fewest owners whose rows are counted before they are read.
  private static let manyOwners = 16

  func members(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, inout __Row) throws -> Void
  ) throws {
    guard entity.properties.indices.contains(property) else {
      throw StoreError(
        .invalidRequest, "'\(entity.name)' has no property \(property)", entity: entity.name)
    }
    let name = entity.properties[property].name
    let (location, target) = try layout.toMany(name, of: entity)
    let table = target.table
    var lists = [statements.dialect.list(owners.map { .integer($0) })]
    let statement: Statement
    if owners.count >= Self.manyOwners, case .inverseColumn(let column) = location {
      let key = StatementKey.membersOfMany(entity: entity.index, property: property)
      statement = try connection.statement(key) { () throws(StoreError) in
        statements.membersOfMany(column, table)
      }
      lists.append(statements.dialect.list([]))
    } else {
      let key = StatementKey.members(entity: entity.index, property: property)
      statement = try connection.statement(key) { () throws(StoreError) in
        guard let sql = statements.members(location, table) else {
          throw entity.wrongUse(of: name, as: "a to-many relationship")
        }
        return sql
      }
    }
    let format = format(target)
    let last = format.headerCount + Int32(truncatingIfNeeded: format.count)
    let fallback = target.columnStarts
    try run(statement, lists) { statement in
      var guess = 0
      while try statement.step() {
        let id = sqlite3_column_int64(statement.handle, last)
        guard let owner = owners.position(ofAscending: id) else { continue }
        try format.withRow(of: statement, fallback, &guess) { try body(owner, &$0) }
      }
    }
  }
}

extension [Int64] {
  /// Returns the position of `id` among these, which ascend, or `nil`.
  fileprivate func position(ofAscending id: Int64) -> Int? {
    guard let first, let last, first <= id, id <= last else { return nil }
    // Ids are given out one after the other, so that most sets of them have no gaps.
    if let guess = Int(exactly: id - first), guess < count, self[guess] == id { return guess }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return self[low] == id ? low : nil
  }
}
