import EntityModel
public import EntityStore

/// What a program has a store hold beside its objects, within what a context reads and writes.
extension ManagedObjectContext {
  /// Returns what has been stored for `key` beside the objects, or `nil` if nothing has been: in
  /// the state of the store that is read, or as `container.write` has it by now.
  ///
  /// - Throws: a `StoreError`: `unreadableValue` if what is stored is not a `Value`.
  public func metadata<Value: Storable>(
    for key: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    try PersistentContainer.value(for: key) { storageClass in
      try unit.session.read { try $0.metadata(key, as: storageClass) }
    }
  }

  /// Stores `value` for `key` beside the objects: within `container.write` in its transaction, so
  /// that both are stored or neither is, and elsewhere at once, in one of its own.
  ///
  ///     try await container.write { context in
  ///       try context.sync(Book.self, from: json)
  ///       try context.setMetadata(Date(), for: "importedAt")
  ///     }
  ///
  /// - Throws: a `StoreError`: `readOnly` if the store was opened as that, `busy` within `read`,
  ///   `invalidRequest` in a nested context.
  public func setMetadata<Value: Storable>(_ value: Value, for key: String) throws {
    try writeMetadata("setMetadata") { try $0.setMetadata(value.storedValue, for: key) }
  }

  /// Removes what has been stored for `key`, if anything has been, as `setMetadata(_:for:)` stores
  /// it.
  ///
  /// - Throws: as `setMetadata(_:for:)` does.
  public func removeMetadata(for key: String) throws {
    try writeMetadata("removeMetadata") { try $0.setMetadata(nil, for: key) }
  }

  private func writeMetadata(
    _ name: String, _ body: (any WritingSession) throws -> Void
  ) throws {
    try requireOwnStore(name)
    guard unit.session.isWriting else {
      try unit.session.requireUnshared()
      return try container.store.write { try body($0) }
    }
    try unit.session.write(endsWithTask: false, body) {}
  }
}
