import EntityGraph

@testable import EntityRuntime

/// What a store holds, as entries of its history make it.
struct HistoryReplay: Equatable {
  /// The columns of each object.
  private(set) var rows: [ObjectID: [String: StoredValue]] = [:]

  /// The members of relationships that are to-many at both ends.
  private(set) var links: [ObjectID: [String: Set<ObjectID>]] = [:]

  /// What did not fit.
  private(set) var problems: [String] = []

  /// Creates the replay of nothing.
  init() {}

  /// Creates the replay that the rows of a workshop are equal to.
  init(of context: ManagedObjectContext) throws {
    let objects: [[ManagedObject]] = [
      try context.fetch(Thing.all), try context.fetch(Box.all), try context.fetch(Tag.all),
      try context.fetch(Maker.all),
    ]
    for object in objects.joined() {
      let entity = object.__entity.layout
      var row: [String: StoredValue] = [:]
      for index in entity.columnIndexes {
        row[entity.properties[index].name] = object.storedValue(at: index)
      }
      rows[object.objectID] = row
      for (index, relationship) in entity.relationships.enumerated() {
        guard case .join? = relationship?.location else { continue }
        let name = entity.properties[index].name
        let members = try object.value(forKey: name) as? Set<ManagedObject> ?? []
        if !members.isEmpty {
          links[object.objectID, default: [:]][name] = Set(members.map(\.objectID))
        }
      }
    }
  }

  /// Does what `entry` says.
  mutating func apply(_ entry: HistoryEntry, _ layout: StoreLayout) {
    for change in entry.changes {
      let id = change.objectID
      switch change.kind {
      case .inserted:
        check(rows[id] == nil, "\(id) is inserted twice")
        rows[id] = change.new.stored
      case .updated:
        check(rows[id] != nil, "\(id) is changed and does not exist")
        for (name, value) in change.old.stored {
          check(rows[id]?[name] == value, "\(id).\(name) was not \(value)")
        }
        rows[id]?.merge(change.new.stored) { $1 }
      case .deleted:
        check(rows[id] == change.old.stored, "\(id) was not \(change.old.stored)")
        rows[id] = nil
      }
      link(change, change.linked, change.unlinked, layout)
    }
  }

  /// Takes back what `entry` says.
  mutating func undo(_ entry: HistoryEntry, _ layout: StoreLayout) {
    for change in entry.changes.reversed() {
      let id = change.objectID
      switch change.kind {
      case .inserted:
        check(rows[id] == change.new.stored, "\(id) is not \(change.new.stored)")
        rows[id] = nil
      case .updated:
        for (name, value) in change.new.stored {
          check(rows[id]?[name] == value, "\(id).\(name) is not \(value)")
        }
        rows[id]?.merge(change.old.stored) { $1 }
      case .deleted:
        check(rows[id] == nil, "\(id) is deleted and exists")
        rows[id] = change.old.stored
      }
      link(change, change.unlinked, change.linked, layout)
    }
  }

  private mutating func link(
    _ change: HistoryChange, _ linked: [String: [ObjectID]], _ unlinked: [String: [ObjectID]],
    _ layout: StoreLayout
  ) {
    // An end that is deleted says so alone; links are in one place here.
    for (name, others) in linked {
      for other in others { set(change, name, other, layout, isLinked: true) }
    }
    for (name, others) in unlinked {
      for other in others { set(change, name, other, layout, isLinked: false) }
    }
  }

  private mutating func set(
    _ change: HistoryChange, _ name: String, _ other: ObjectID, _ layout: StoreLayout,
    isLinked: Bool
  ) {
    guard let entity = layout.entity(change.entity), let index = entity.propertyIndex(name),
      let inverse = entity.relationships[index]?.relationship.inverse
    else { return check(false, "there is no \(name)") }
    for (id, name, other) in [(change.objectID, name, other), (other, inverse, change.objectID)] {
      if isLinked {
        links[id, default: [:]][name, default: []].insert(other)
      } else {
        links[id]?[name]?.remove(other)
        if links[id]?[name]?.isEmpty == true { links[id]?[name] = nil }
        if links[id]?.isEmpty == true { links[id] = nil }
      }
    }
  }

  private mutating func check(_ condition: Bool, _ text: String) {
    if !condition { problems.append(text) }
  }
}
