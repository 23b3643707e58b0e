import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of an editing session as its JSON has it: everything by name.
///
/// `version` is 2. `store` is the id of the store that the ids of rows are of. `entities` has the
/// properties of the entities concerned that have columns, with what these hold, so that a state is
/// refused that another model has written. `inserts`, in the order of their creation, `updates` and
/// `deletions` are objects; `links` and `unlinks` are pairs of those of a relationship that is
/// to-many at both ends, `orders` the members of ordered to-manys, `softDeletions` the objects that
/// have been deleted softly. An id that is negative is that of one of the `inserts`. Values are as
/// in a store, each with its kind.
struct EditingState: Codable {
  static let currentVersion = 2

  struct Row: Codable {
    let version: Int64
    let values: [String: StoredValue]
  }

  struct Object: Codable {
    let id: Int64
    let entity: String
    var row: Row?
    var values: [String: StoredValue]?

    /// The properties that have been given values, of a new object.
    var assigned: [String]?
  }

  struct Link: Codable {
    let entity: String
    let property: String
    let owner: Int64
    let other: Int64
  }

  struct Order: Codable {
    let entity: String
    let property: String
    let owner: Int64
    let members: [Int64]

    /// The members from before; nil where that is not known.
    var former: [Int64]?
  }

  /// What is asked first of a state, which may have another form.
  struct Version: Codable { let version: Int }

  let version: Int
  let store: String
  var entities: [String: [String: String]] = [:]
  var inserts: [Object] = []
  var updates: [Object] = []
  var deletions: [Object] = []
  var links: [Link] = []
  var unlinks: [Link] = []
  var orders: [Order] = []
  var softDeletions: [Object] = []

  // MARK: Writing

  /// Creates the state that is `changes` of `unit`.
  init(_ changes: UnsavedChanges, _ unit: UnitOfWork) throws(EditingStateError) {
    version = Self.currentVersion
    store = unit.container.store.id
    let entities = unit.entities
    func row(_ row: UnsavedChanges.StoredRow?, _ entity: ManagedEntity) -> Row? {
      row.map { Row(version: $0.version, values: $0.values.named(in: entity)) }
    }
    var concerned: Set<Int> = []
    for insert in changes.inserts {
      let entity = entities[insert.entity]
      concerned.insert(insert.entity)
      try Self.check(insert.values.filter(insert.assigned.contains), entity)
      inserts.append(
        Object(
          id: insert.id.rowID, entity: entity.name,
          row: insert.version > 0 ? Row(version: insert.version, values: [:]) : nil,
          values: insert.values.filter { insert.values[$0]?.isNull == false }.named(in: entity),
          assigned: insert.assigned.sorted.map { entity.layout.properties[$0].name }))
    }
    for update in changes.updates.sorted(by: { ($0.entity, $0.id.rowID) < ($1.entity, $1.id.rowID) }
    ) {
      let entity = entities[update.entity]
      concerned.insert(update.entity)
      try Self.check(update.values, entity)
      updates.append(
        Object(
          id: update.id.rowID, entity: entity.name, row: row(update.row, entity),
          values: update.values.named(in: entity)))
    }
    for deletion in changes.deletions.sorted(by: {
      ($0.entity, $0.id.rowID) < ($1.entity, $1.id.rowID)
    }) {
      let entity = entities[deletion.entity]
      concerned.insert(deletion.entity)
      deletions.append(
        Object(id: deletion.id.rowID, entity: entity.name, row: row(deletion.row, entity)))
    }
    func pair(_ link: UnsavedChanges.Link) -> Link {
      let entity = entities[link.entity]
      return Link(
        entity: entity.name, property: entity.layout.properties[link.property].name,
        owner: link.owner.rowID, other: link.other.rowID)
    }
    links = changes.links.map(pair)
    unlinks = changes.unlinks.map(pair)
    for (toMany, members) in changes.orders.sorted(by: { $0.key < $1.key }) {
      guard let entity = unit.liveObject(toMany.owner)?.__entity else { continue }
      orders.append(
        Order(
          entity: entity.name, property: entity.layout.properties[toMany.property].name,
          owner: toMany.owner.rowID, members: members.map(\.rowID),
          former: changes.formerOrders[toMany]?.map(\.rowID)))
    }
    for id in changes.softDeletions.sorted(by: { $0.rowID < $1.rowID }) {
      guard let entity = unit.liveObject(id)?.__entity else { continue }
      softDeletions.append(Object(id: id.rowID, entity: entity.name))
    }
    for index in concerned { self.entities[entities[index].name] = entities[index].form }
  }

  /// Refuses values that have been given and cannot be written, which are null where none may be.
  private static func check(
    _ values: PropertyValues, _ entity: ManagedEntity
  ) throws(EditingStateError) {
    for (index, value) in values where value.isNull {
      guard let column = entity.layout.columns[index], case .value = column.kind,
        !column.isNullable
      else { continue }
      throw EditingStateError(
        message: "'\(entity.name).\(column.property)' holds a value that cannot be written as JSON")
    }
  }

  /// Returns the JSON, whose members are in order.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(self)
  }
}

extension ManagedEntity {
  /// What the columns of the entity hold, by property.
  var form: [String: String] {
    var form: [String: String] = [:]
    for index in columnIndexes {
      guard let column = layout.columns[index] else { continue }
      switch column.kind {
      case .value(let type): form[column.property] = type.rawValue
      case .reference(let table): form[column.property] = "reference to \(table)"
      }
    }
    return form
  }
}

extension UnitOfWork {
  /// Returns the live object with `id`, to be deleted or not; `nil` if it is not in the context.
  func liveObject(_ id: ObjectID) -> ManagedObject? {
    entity(named: id.entityName).flatMap { tracker.liveObject(id.rowID, tree: $0.tree) }
  }

  /// Returns a temporary id of a new object in the tree of `entity`.
  func newTemporaryID(of entity: ManagedEntity) -> ObjectID {
    ObjectID(entityName: entity.rootName, rowID: Self.nextTemporaryID())
  }
}
