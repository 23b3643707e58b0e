import EntityModel
public import EntityStore

/// A storage, of which a result has properties: `.select { $0.settings.theme }`.
@dynamicMemberLookup
public struct StorageColumn<Root: ManagedObject, Group: DictionaryStorage>: Sendable, __StoreOperand
{
  private let path: PropertyPath

  init(_ path: PropertyPath) { self.path = path }

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

/// A storage that may be `nil`, of which a result has properties, which are `nil` then.
@dynamicMemberLookup
public struct OptionalStorageColumn<Root: ManagedObject, Group: DictionaryStorage>: Sendable,
  __StoreOperand
{
  private let path: PropertyPath

  init(_ path: PropertyPath) { self.path = path }

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
