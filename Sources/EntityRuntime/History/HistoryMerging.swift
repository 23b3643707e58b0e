import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes of what an entry of the history has, in the order in which it was written, the difference
/// that the commit made.
struct HistoryMerging {
  /// What is known of one object.
  private struct Object {
    var existedBefore: Bool
    var exists: Bool
    let entity: String

    /// The names of the properties, in the order in which they were met.
    var properties: [String] = []
    var old: [String: StoredValue] = [:]
    var new: [String: StoredValue] = [:]
    var roots: [String: String] = [:]
    var linked: [String: Set<ObjectID>] = [:]
    var unlinked: [String: Set<ObjectID>] = [:]

    /// What is `unlinked` of implicit inverses.
    var implicitlyUnlinked: [String: Set<ObjectID>] = [:]

    mutating func note(_ shape: HistoryShape) {
      for property in shape.properties {
        note(property.name)
        if case .references(let root) = property.content { roots[property.name] = root }
      }
    }

    mutating func note(_ property: String) {
      if !properties.contains(property) { properties.append(property) }
    }
  }

  private let layout: StoreLayout
  private var objects: [ObjectID: Object] = [:]

  /// The objects in the order in which they were met.
  private var order: [ObjectID] = []

  private init(_ layout: StoreLayout) { self.layout = layout }

  /// Returns the entry that `record` represents, with the changes of the entities that `isWanted`
  /// says.
  static func entry(
    _ record: HistoryRecord, _ layout: StoreLayout, of isWanted: (String) -> Bool
  ) throws -> HistoryEntry {
    var merging = HistoryMerging(layout)
    var isReset = false
    var reader = try HistoryReader(record.changes)
    while let operation = try reader.next() {
      if case .reset = operation {
        isReset = true
        merging = HistoryMerging(layout)
      } else {
        merging.add(operation)
      }
    }
    return HistoryEntry(
      token: CommitToken(record.position), author: record.author,
      date: Date(timeIntervalSince1970: Double(record.position.time) / 1_000_000),
      isReset: isReset, changes: merging.changes(of: isWanted))
  }

  // MARK: Adding

  private mutating func add(_ operation: HistoryOperation) {
    switch operation {
    case .insert(let shape, let id, let values):
      with(shape.root, id, shape.entity, existed: false) { object in
        object.exists = true
        object.note(shape)
        for (property, value) in zip(shape.properties, values) { object.new[property.name] = value }
      }
    case .delete(let shape, let id, let values):
      with(shape.root, id, shape.entity, existed: true) { object in
        object.exists = false
        object.note(shape)
        object.new = [:]
        for (property, value) in zip(shape.properties, values) where object.existedBefore {
          if object.old[property.name] == nil { object.old[property.name] = value }
        }
      }
    case .update(let shape, let id, let old, let new):
      with(shape.root, id, shape.entity, existed: true) { object in
        object.note(shape)
        for (index, property) in shape.properties.enumerated() {
          object.new[property.name] = new[index]
          guard object.existedBefore, object.old[property.name] == nil else { continue }
          object.old[property.name] = old[index]
        }
      }
    case .link(let end, let id, let other, let otherID):
      link(end, id, to: other, otherID, isLinked: true)
      link(other, otherID, to: end, id, isLinked: true)
    case .unlink(let end, let id, let other, let otherID):
      link(end, id, to: other, otherID, isLinked: false)
      link(other, otherID, to: end, id, isLinked: false)
    case .unlinkDeleted(let end, let id, let other, let otherID):
      link(end, id, to: other, otherID, isLinked: false)
      forgetLink(other, otherID, to: end, id)
      if isImplicit(end.relationship) {
        let target = ObjectID(entityName: other.root, rowID: otherID)
        with(end.root, id, end.entity, existed: true) { object in
          object.implicitlyUnlinked[end.relationship, default: []].insert(target)
        }
      }
    case .order(let end, let id, _, _):
      with(end.root, id, end.entity, existed: true) { $0.note(end.relationship) }
    case .reset: break
    }
  }

  private mutating func with(
    _ root: String, _ id: Int64, _ entity: String, existed: Bool, _ body: (inout Object) -> Void
  ) {
    let objectID = ObjectID(entityName: root, rowID: id)
    if objects[objectID] == nil { order.append(objectID) }
    body(
      &objects[objectID, default: Object(existedBefore: existed, exists: existed, entity: entity)])
  }

  private mutating func link(
    _ end: HistoryEnd, _ id: Int64, to other: HistoryEnd, _ otherID: Int64, isLinked: Bool
  ) {
    let name = end.relationship
    // It is nothing of the object's.
    if isImplicit(name) { return }
    let target = ObjectID(entityName: other.root, rowID: otherID)
    with(end.root, id, end.entity, existed: true) { object in
      object.note(name)
      if isLinked {
        if object.unlinked[name]?.remove(target) == nil {
          object.linked[name, default: []].insert(target)
        }
      } else if object.linked[name]?.remove(target) == nil {
        object.unlinked[name, default: []].insert(target)
      }
    }
  }

  /// `true` if `name` is that of an implicit inverse, which no property can have.
  private func isImplicit(_ name: String) -> Bool { name.contains(".") }

  /// Removes a link that was made in the same commit to what is deleted in it.
  private mutating func forgetLink(
    _ end: HistoryEnd, _ id: Int64, to other: HistoryEnd, _ otherID: Int64
  ) {
    let objectID = ObjectID(entityName: end.root, rowID: id)
    let target = ObjectID(entityName: other.root, rowID: otherID)
    objects[objectID]?.linked[end.relationship]?.remove(target)
  }

  // MARK: The difference

  private func changes(of isWanted: (String) -> Bool) -> [HistoryChange] {
    var (inserted, updated, deleted): ([HistoryChange], [HistoryChange], [HistoryChange]) =
      ([], [], [])
    for id in order {
      guard let object = objects[id], isWanted(object.entity) else { continue }
      switch (object.existedBefore, object.exists) {
      case (false, true): inserted.append(change(.inserted, id, object))
      case (true, true): updated.append(change(.updated, id, object))
      case (true, false): deleted.append(change(.deleted, id, object))
      case (false, false): break
      }
    }
    updated.sort { ($0.entity, $0.objectID.rowID) < ($1.entity, $1.objectID.rowID) }
    return inserted + updated + deleted
  }

  private func change(
    _ kind: HistoryChange.Kind, _ id: ObjectID, _ object: Object
  ) -> HistoryChange {
    // What a migration has removed or renamed comes last.
    let entity = layout.entity(object.entity)
    let properties = object.properties.enumerated().sorted { left, right in
      let a = entity?.propertyIndex(left.element) ?? .max
      let b = entity?.propertyIndex(right.element) ?? .max
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
    func ids(_ links: [String: Set<ObjectID>]) -> [String: [ObjectID]] {
      links.filter { !$0.value.isEmpty }.mapValues { $0.sorted { $0.rowID < $1.rowID } }
    }
    return HistoryChange(
      kind: kind, objectID: id, entity: object.entity, properties: properties,
      old: HistoryValues(kind == .inserted ? [:] : object.old, roots: object.roots),
      new: HistoryValues(kind == .deleted ? [:] : object.new, roots: object.roots),
      linked: kind == .deleted ? [:] : ids(object.linked),
      unlinked: kind == .inserted ? [:] : ids(object.unlinked),
      implicitlyUnlinked: kind == .deleted ? ids(object.implicitlyUnlinked) : [:])
  }
}
