import EntityModel
import EntitySQL

/// What a prepared statement is found by: entities and properties are named by their indexes.
enum StatementKey: Hashable {
  /// The statement itself.
  case sql(StatementText)

  /// Queries of one shape.
  case shape(ShapeKey)

  /// What is computed of the row of an id.
  case value(entity: Int, PredicateOperand)

  /// The row of an id, and the rows of several.
  case row(entity: Int)
  case rows(entity: Int)

  /// The rows that a to-many holds of few owners, and of many.
  case members(entity: Int, property: Int, RowPart)
  case membersOfMany(entity: Int, property: Int, RowPart)

  /// The rows that a many-to-many holds of owners, as far as they need be read.
  case linkedMembers(entity: Int, property: Int)

  /// Whether two rows are linked by a many-to-many.
  case isLinked(entity: Int, property: Int)

  /// Changes of rows.
  case insert(entity: Int)
  case delete(entity: Int)
  case update(entity: Int, properties: [Int])
  case updateTogether(entity: Int, properties: [Int])

  /// Changes of values that are apart from their rows.
  case storeValue(entity: Int, property: Int)
  case removeValue(entity: Int, property: Int)

  /// Changes of links.
  case link(entity: Int, property: Int)
  case unlink(entity: Int, property: Int)

  /// An entry of the history, and a part of one.
  case historyEntry, historyPart
}

/// The text of a statement, which is another one where its characters are written by other bytes:
/// of the two ways to write an `é`, each finds its own texts and names its own members.
struct StatementText: Hashable {
  // Of values, other than of strings, the bytes count.
  private let value: StoredValue

  init(_ text: String) { value = .text(text) }
}
