import EntityModel

/// What the files are that exports write and imports read; Docs/ExportFormat.md describes them.
enum TransferFormat {
  /// The format that is written, and the latest one that is read.
  static let version = 1

  /// What the first member of the first line says.
  static let mark = "export"

  /// How many rows are read or written at a time.
  static let batch = 500

  /// How many bytes of lines an import holds before it writes them, however few they are.
  static let heldBytes = 16 << 20

  /// The greatest id that a row may be given, which leaves room for those of later rows.
  static let greatestID: Int64 = 1 << 62
}

/// How a file names objects.
public enum ReferenceStyle: String, Hashable, Sendable, CaseIterable {
  /// By their ids, which an import keeps: objects are those that they were.
  case ids

  /// By the values of attributes that are unique, without ids: an import finds the objects that a
  /// store has, whatever their ids are there, and gives new ones to others.
  case keys
}

extension KeyLayout {
  /// `true` if objects can be named by the key in a file: it is of attributes alone, in all rows.
  var namesObjects: Bool {
    index.conditions.isEmpty
      && index.columns.allSatisfy { column in
        guard case .value = column.kind else { return false }
        return column.leafPath == nil && !column.isExternal
      }
  }
}

extension EntityLayout {
  /// The key that an export of all attributes names objects by.
  var exportKey: KeyLayout? { exportKey(omitting: { _ in false }) }

  /// Returns the key that an export names objects by which omits properties, by their indexes: of
  /// those keys without such a property, the first that every object has values of, or else the
  /// first; `nil` if there is none.
  func exportKey(omitting isOmitted: (Int) -> Bool) -> KeyLayout? {
    let keys = namingKeys.filter { key in !key.properties.contains { isOmitted($0) } }
    let isRequired = { (key: KeyLayout) in
      key.properties.allSatisfy { self.properties[$0].attribute?.isOptional == false }
    }
    return keys.first(where: isRequired) ?? keys.first
  }
}

extension StoreLayout {
  /// Returns the entity that `entity` extends, if there is one.
  func superentity(of entity: EntityLayout) -> EntityLayout? {
    entity.lineage.dropLast().last.flatMap { self.entity($0) }
  }

  /// Returns the property indexes of the properties that `entity` declares itself.
  func ownIndexes(of entity: EntityLayout) -> Range<Int> {
    (superentity(of: entity)?.properties.count ?? 0)..<entity.properties.count
  }

  /// Returns the entity at the root of the tree of `entity`.
  func root(of entity: EntityLayout) -> EntityLayout { self.entity(entity.rootName) ?? entity }
}

extension __Row {
  /// Returns the values that the row, which is of `entity`, has of `key`.
  func values(of key: KeyLayout, _ entity: EntityLayout) -> [StoredValue] {
    key.properties.map { index in
      entity.columns[index].map { self[$0.position].storedValue } ?? .null
    }
  }
}

extension StoreSession {
  /// Returns the members that each of `owners`, which ascend, has by the to-many `property` of
  /// `entity`, in their order.
  func memberIDs(
    of entity: EntityLayout, property: Int, owners: [Int64]
  ) throws -> [[Int64]] {
    var found: [[MemberPlace]] = Array(repeating: [], count: owners.count)
    if entity.isOrdered(property) {
      try members(of: entity, property: property, owners: owners) { owner, place, row in
        found[owner].append(MemberPlace(place: place, id: row.id))
      }
    } else {
      try memberHeaders(of: entity, property: property, owners: owners) { owner, row in
        found[owner].append(MemberPlace(place: 0, id: row.id))
      }
    }
    return found.map { $0.sorted().map(\.id) }
  }
}
