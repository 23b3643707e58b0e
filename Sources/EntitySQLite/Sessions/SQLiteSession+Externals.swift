import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  func externalValue(
    of property: Int, _ entity: EntityLayout, id: Int64
  ) throws -> StoredValue? {
    let column = try entity.requiredColumn(property)
    var found: StoredValue?
    try connection.withStatement(
      statements.externalLookup(column, entity.table), [.integer(id)]
    ) { statement in
      while try statement.step() {
        found = __Cell(sqlite3_column_value(statement.handle, 0), isReal: false).storedValue
      }
    }
    return found
  }
}
