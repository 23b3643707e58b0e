import EntityModel
public import EntityStore

extension PersistentContainer {
  /// The version of the model, sixteen hexadecimal digits that differ where rows do not fit.
  public var modelVersion: String { model.versionHash }

  /// Returns what has been stored for `key` beside the objects, or `nil` if nothing has been.
  ///
  ///     let date = try container.metadata(for: "importedAt", as: Date.self)
  ///
  /// - Throws: a `StoreError`: `unreadableValue` if what is stored is not a `Value`.
  public func metadata<Value: Storable>(
    for key: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    try Self.value(for: key) { storageClass in
      try store.read { try $0.metadata(key, as: storageClass) }
    }
  }

  /// Returns what `read` finds for `key` as a value of the type that it is asked for as.
  static func value<Value: Storable>(
    for key: String, _ read: (StorageClass) throws -> StoredValue?
  ) throws -> Value? {
    guard let stored = try read(Value.storageType.storageClass) else { return nil }
    guard let value = Value(storedValue: stored) else {
      throw StoreError(
        .unreadableValue,
        "the metadata for '\(key)' is not a value of '\(Value.self)'; read it as the type that it "
          + "was stored as, or store it again")
    }
    return value
  }

  /// Stores `value` for `key` beside the objects, in a transaction of its own; within `write`, ask
  /// its context to.
  ///
  /// It stays when the store is migrated, and goes when everything is removed from it.
  ///
  /// - Throws: a `StoreError`: `readOnly` if the store was opened as that.
  public func setMetadata<Value: Storable>(_ value: Value, for key: String) throws {
    try store.write { try $0.setMetadata(value.storedValue, for: key) }
  }

  /// Removes what has been stored for `key`, if anything has been.
  ///
  /// - Throws: a `StoreError`: `readOnly` if the store was opened as that.
  public func removeMetadata(for key: String) throws {
    try store.write { try $0.setMetadata(nil, for: key) }
  }

  /// Returns the keys for which something has been stored, in order.
  public func metadataKeys() throws -> [String] { try store.read { try $0.metadataKeys() } }

  /// Removes all objects and all metadata from the store, in one transaction.
  ///
  /// The store stays open. Objects that contexts hold do not exist any more: a save that changes
  /// them throws a `ConflictError`, and no new object ever has the id of one of them.
  ///
  /// - Throws: a `StoreError`: `readOnly` if the store was opened as that, `busy` if somebody else
  ///   uses it for too long. Nothing has been removed then.
  public func reset() throws {
    _ = try store.write(nil) {
      try $0.removeEverything()
      return try $0.recordCommit(by: nil)
    } committed: {
      feed.publish(nil, author: nil, at: $0)
    }
  }
}
