import EntityModel
import EntityStore

/// What a store in memory holds.
struct MemoryState: Sendable {
  /// A row.
  struct Row: Sendable {
    /// The name of the row's entity.
    let entity: String
    var version: Int64

    /// The values by the position of the column in the table.
    var values: [StoredValue]
  }

  /// A pair of a join table.
  struct Pair: Hashable, Sendable {
    let first: Int64
    let second: Int64
  }

  /// An ordered to-many of one row.
  struct List: Hashable, Sendable {
    let entity: String
    let property: String
    let owner: Int64

    /// Names the to-many `property` of the row `owner`, which is declared by one of its lineage.
    init(_ entity: EntityLayout, _ property: Int, _ owner: Int64) {
      self.entity = entity.rootName
      self.property = entity.properties[property].name
      self.owner = owner
    }
  }

  /// The members of ordered to-manys in their order, those that have gone since among them.
  var orders: [List: [Int64]] = [:]

  /// The rows by table and id.
  var tables: [String: [Int64: Row]] = [:]

  /// The pairs by join table.
  var joins: [String: Set<Pair>] = [:]

  /// The next id of each table that has given out any.
  var nextIDs: [String: Int64] = [:]

  /// The metadata by the UTF-8 of its key.
  var metadata: [[UInt8]: StoredValue] = [:]
}
