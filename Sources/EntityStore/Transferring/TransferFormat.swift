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

extension EntityLayout {
  /// The keys that objects can be named by in a file: of attributes alone, in all rows.
  var namingKeys: [KeyLayout] {
    keys.filter { key in
      key.index.conditions.isEmpty
        && key.index.columns.allSatisfy { column in
          guard case .value = column.kind else { return false }
          return column.leafPath == nil && !column.isExternal
        }
    }
  }

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
  /// Returns the property indexes of the properties that `entity` declares itself.
  func ownIndexes(of entity: EntityLayout) -> Range<Int> {
    let ancestor = entity.lineage.dropLast().last.flatMap { self.entity($0) }
    return (ancestor?.properties.count ?? 0)..<entity.properties.count
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
