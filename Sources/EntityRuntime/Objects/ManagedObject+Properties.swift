public import EntityModel
public import EntityStore

extension ManagedObjectProtocol where Self: ManagedObject {
  /// The object's id: temporary until its first save, permanent from then on.
  public var objectID: ObjectID { __objectID }

  /// The context that the object lives in; `nil` if that has been released, or the object deleted.
  public var managedObjectContext: ManagedObjectContext? {
    __flags.contains(.isDetached) ? nil : __unit.context
  }

  /// `true` if the object's row has not been read yet.
  public var isFault: Bool { __flags.contains(.isFault) }

  /// `true` if the object has no row yet.
  public var isInserted: Bool { __flags.contains(.isInserted) }

  /// `true` if the object is to be deleted at the next save, or has been.
  public var isDeleted: Bool { __flags.contains(.isDeleted) }

  /// `true` if the object has a row and a save would change that, or its links, or the order of its
  /// members.
  public var isUpdated: Bool { !isInserted && !isDeleted && differsFromRow }

  /// `true` if a save would write something of the object: a new row, the removal of its row,
  /// values that differ from those of its row, members of a relationship that is to-many at both
  /// ends, or the order of members.
  public var hasChanges: Bool { isInserted || isDeleted || differsFromRow }

  /// `true` if something of the object's row could not be read and is answered by a placeholder.
  public var isUnreadable: Bool {
    readAll()
    return __flags.contains(.isUnreadable)
  }

  /// The stored values that the properties' types do not know, by property; they stay as they are
  /// until the property is given another value.
  public var unrecognizedValues: [String: StoredValue] {
    readAll()
    let unrecognized = __unrecognized
    return Dictionary(
      unrecognized.map { (__propertyName($0), $1) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The attributes and to-ones that a save would write, by name, with their values now; a nil is
  /// an `Optional` that holds nothing.
  public var changedValues: [String: Any?] {
    var values: [String: Any?] = [:]
    for index in changedIndexes {
      values[__entity.layout.properties[index].name] = .some(__value(index))
    }
    return values
  }

  /// The stored values that the changed attributes and to-ones had when they were read, by name.
  public var originalValues: [String: StoredValue] {
    guard __changes?.original != nil else { return [:] }
    var values: [String: StoredValue] = [:]
    for index in changedIndexes {
      values[__entity.layout.properties[index].name] = originalStoredValue(at: index)
    }
    return values
  }

  /// Returns the value that the attribute had when it was read, or was saved last; `nil` for a new
  /// object, which has been neither, and where the stored value is none of the attribute's type.
  ///
  ///     if book.committedValue(\.title) != book.title { … }
  public func committedValue<Value: Storable>(_ keyPath: KeyPath<Self, Value>) -> Value? {
    if let value = committedTransformedValue(keyPath) { return value as? Value }
    return committedStoredValue(keyPath).flatMap { Value(storedValue: $0) }
  }

  /// Returns the value that the optional attribute had when it was read, or was saved last; `nil`
  /// for none, and for a new object.
  public func committedValue<Value: Storable>(_ keyPath: KeyPath<Self, Value?>) -> Value? {
    if let value = committedTransformedValue(keyPath) { return value as? Value }
    return committedStoredValue(keyPath).flatMap { Value(storedValue: $0) }
  }

  /// Returns the value that the composition, the range or the attribute stored as JSON had when it
  /// was read, or was saved last; `nil` for a new object, and where the stored value is none of the
  /// attribute's type.
  @_disfavoredOverload
  public func committedValue<Value: Codable>(_ keyPath: KeyPath<Self, Value>) -> Value? {
    committedWhole(keyPath) as? Value
  }

  /// Returns the value that the optional composition, range or attribute stored as JSON had when it
  /// was read, or was saved last; `nil` for none, and for a new object.
  @_disfavoredOverload
  public func committedValue<Value: Codable>(_ keyPath: KeyPath<Self, Value?>) -> Value? {
    committedWhole(keyPath) as? Value
  }

  /// Returns the value that the attribute had when it was read; `nil` for none.
  private func committedWhole(_ keyPath: PartialKeyPath<Self>) -> Any? {
    guard !isInserted, let name = KnownKeyPaths.name(of: keyPath, in: __entity.type),
      let index = __entity.layout.propertyIndex(name),
      __entity.layout.properties[index].attribute != nil
    else { return nil }
    if __flags.contains(.isFault) { __fire() }
    return __unit.converted(originalStoredValue(at: index), for: index, of: __entity)?.value
  }

  /// Returns the value that the attribute with a transform had when it was read; `nil` for another
  /// attribute, and for none.
  private func committedTransformedValue(_ keyPath: PartialKeyPath<Self>) -> Any? {
    guard !__entity.transforms.isEmpty,
      let name = ClassDescription.transformedName(of: keyPath, in: __entity.type),
      let index = __entity.layout.propertyIndex(name), let type = __entity.transforms[index]
    else { return nil }
    if isInserted { return nil }
    if __flags.contains(.isFault) { __fire() }
    return type.anyValue(originalStoredValue(at: index))
  }

  private func committedStoredValue(_ keyPath: PartialKeyPath<Self>) -> StoredValue? {
    guard !isInserted, let name = KnownKeyPaths.name(of: keyPath, in: __entity.type),
      let index = __entity.layout.ownerIndex(name), __entity.layout.columns[index] != nil
    else { return nil }
    if __flags.contains(.isFault) { __fire() }
    let value = originalStoredValue(at: index)
    return __entity.layout.leaf(name).map { $0.column.leafValue(in: value) } ?? value
  }

  private var changedIndexes: [Int] {
    if !isInserted { return differingProperties.sorted }
    return __changes?.properties.sorted.filter { __entity.layout.columns[$0] != nil }
      ?? []
  }

  /// The object's entity and id, unless the class has a `description` of its own.
  public var description: String { __text }
}

extension ManagedObject {
  /// The object's entity and id.
  final var __description: String {
    "\(__entity.name)(\(__objectID))\(__flags.contains(.isFault) ? " fault" : "")"
      + (__flags.contains(.isDeleted) ? " deleted" : "")
  }

  /// Returns the value of the property `index`, of the property's own type.
  final func __value(_ index: Int) -> Any? { __entity.accesses[index]?.get(self) }

  /// Gives the property `index` a value; `false` if the value is not of its type.
  final func __setValue(_ index: Int, _ value: Any?) -> Bool {
    __entity.accesses[index]?.set?(self, value) ?? false
  }

  /// `true` if the object's values, links or orders of members differ from those stored.
  final var differsFromRow: Bool {
    if !differingProperties.isEmpty { return true }
    return __toManys.contains { state in
      guard let relationship = __entity.relationships[state.index] else { return false }
      // What else becomes a member, or is one no more, is a change of its own row, and an implicit
      // inverse is nothing of the object's.
      return state.hasOtherOrder
        || state.hasChanges && relationship.inverseIsToMany && !relationship.isHidden
    }
  }

  /// Reads all values, so that everything that cannot be read is known.
  final func readAll() {
    if __flags.contains(.isFault) { __fire() }
    for index in __entity.columnIndexes where __entity.layout.columns[index]?.isDeferrable == true {
      _ = __value(index)
    }
  }

  /// The values of the attributes by name; those that are nil are left out.
  final var attributeValues: [String: Any] {
    var values: [String: Any] = [:]
    for (index, property) in __entity.layout.properties.enumerated()
    where property.attribute != nil {
      if let value = __value(index) { values[property.name] = value }
    }
    return values
  }
}
