import EntityModel

/// A column of a required attribute that is stored as JSON: `.select { ($0.title, $0.tags) }`.
///
/// It can be selected and no more: it is not sorted or grouped by, nor is anything computed of it.
public struct CodableColumn<Root: ManagedObject, Value: Codable>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value? {
    row.decoded(at: column)
  }
}

/// A column of an attribute that is stored as JSON and may be `nil`, or is reached through a to-one
/// that may be.
public struct OptionalCodableColumn<Root: ManagedObject, Value: Codable>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value?? {
    row.optionalDecoded(at: column)
  }
}

// MARK: What leads to them

// What has a column of a kind of its own, a number or a composition, is Codable as well.

extension Columns {
  /// A required attribute that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Root, Value>
  ) -> CodableColumn<Root, Value> { CodableColumn(Fields<Root>.path(of: keyPath)) }

  /// An optional attribute that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Root, Value?>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(Fields<Root>.path(of: keyPath))
  }
}

extension ObjectColumn {
  /// A required attribute of the objects that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Object, Value>
  ) -> CodableColumn<Root, Value> {
    CodableColumn(__selection.path.appending(keyPath, of: Object.self))
  }

  /// An optional attribute of the objects that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Object, Value?>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(__selection.path.appending(keyPath, of: Object.self))
  }
}

extension OptionalObjectColumn {
  /// A required attribute of the objects that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Object, Value>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(__selection.path.appending(keyPath, of: Object.self))
  }

  /// An optional attribute of the objects that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Object, Value?>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(__selection.path.appending(keyPath, of: Object.self))
  }
}

extension CompositionColumn {
  /// A required leaf that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> CodableColumn<Root, Value> {
    CodableColumn(__selection.path.appendingLeaf(keyPath, of: Group.self))
  }

  /// An optional leaf that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Group, Value?>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(__selection.path.appendingLeaf(keyPath, of: Group.self))
  }
}

extension OptionalCompositionColumn {
  /// A required leaf that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(__selection.path.appendingLeaf(keyPath, of: Group.self))
  }

  /// An optional leaf that is stored as JSON.
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Group, Value?>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(__selection.path.appendingLeaf(keyPath, of: Group.self))
  }
}

extension StorageColumn {
  /// Refuses what is no value of one column.
  @available(
    *, unavailable,
    message: """
      a list, a set, a dictionary and other JSON within a storage is no column; select the storage \
      as a whole
      """
  )
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> CodableColumn<Root, Value> {
    CodableColumn(__selection.path.appendingMember(keyPath, of: Group.self))
  }
}

extension OptionalStorageColumn {
  /// Refuses what is no value of one column.
  @available(
    *, unavailable,
    message: """
      a list, a set, a dictionary and other JSON within a storage is no column; select the storage \
      as a whole
      """
  )
  @_disfavoredOverload
  public subscript<Value: Codable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> OptionalCodableColumn<Root, Value> {
    OptionalCodableColumn(__selection.path.appendingMember(keyPath, of: Group.self))
  }
}
