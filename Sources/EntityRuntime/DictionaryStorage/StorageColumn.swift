import EntityModel
public import EntityStore

/// A storage, which a result has as a whole, `.select { $0.settings }`, or of which it has
/// properties: `.select { $0.settings.theme }`.
@dynamicMemberLookup
public struct StorageColumn<Root: ManagedObject, Group: DictionaryStorage>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Group? {
    row.decoded(at: column)
  }

  private var path: PropertyPath { __selection.path }

  /// A required property.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> Column<Root, Value> { Column(path.appendingMember(keyPath, of: Group.self)) }

  /// An optional property.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(path.appendingMember(keyPath, of: Group.self)) }

  /// A required storage within.
  public subscript<Inner: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Group, Inner>
  ) -> StorageColumn<Root, Inner> {
    StorageColumn<Root, Inner>(path.appendingMember(keyPath, of: Group.self))
  }

  /// An optional storage within.
  public subscript<Inner: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Group, Inner?>
  ) -> OptionalStorageColumn<Root, Inner> {
    OptionalStorageColumn(path.appendingMember(keyPath, of: Group.self))
  }
}

/// A storage that may be `nil`, which a result has as a whole, or of which it has properties, which
/// are `nil` then.
@dynamicMemberLookup
public struct OptionalStorageColumn<Root: ManagedObject, Group: DictionaryStorage>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Group?? {
    row.optionalDecoded(at: column)
  }

  private var path: PropertyPath { __selection.path }

  /// A required property.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(path.appendingMember(keyPath, of: Group.self)) }

  /// An optional property.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(path.appendingMember(keyPath, of: Group.self)) }

  /// A required storage within.
  public subscript<Inner: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Group, Inner>
  ) -> OptionalStorageColumn<Root, Inner> {
    OptionalStorageColumn<Root, Inner>(path.appendingMember(keyPath, of: Group.self))
  }

  /// An optional storage within.
  public subscript<Inner: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Group, Inner?>
  ) -> OptionalStorageColumn<Root, Inner> {
    OptionalStorageColumn<Root, Inner>(path.appendingMember(keyPath, of: Group.self))
  }
}

// MARK: What leads to storages

extension Columns {
  /// A required storage.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Root, Group>
  ) -> StorageColumn<Root, Group> { StorageColumn(Fields<Root>.path(of: keyPath)) }

  /// An optional storage.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Root, Group?>
  ) -> OptionalStorageColumn<Root, Group> {
    OptionalStorageColumn(Fields<Root>.path(of: keyPath))
  }
}

extension ObjectColumn {
  /// A required storage of the objects.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Object, Group>
  ) -> StorageColumn<Root, Group> {
    StorageColumn(__selection.path.appending(keyPath, of: Object.self))
  }

  /// An optional storage of the objects.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Object, Group?>
  ) -> OptionalStorageColumn<Root, Group> {
    OptionalStorageColumn(__selection.path.appending(keyPath, of: Object.self))
  }
}

extension OptionalObjectColumn {
  /// A storage of the objects.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Object, Group>
  ) -> OptionalStorageColumn<Root, Group> {
    OptionalStorageColumn(__selection.path.appending(keyPath, of: Object.self))
  }

  /// An optional storage of the objects.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: KeyPath<Object, Group?>
  ) -> OptionalStorageColumn<Root, Group> {
    OptionalStorageColumn(__selection.path.appending(keyPath, of: Object.self))
  }
}
