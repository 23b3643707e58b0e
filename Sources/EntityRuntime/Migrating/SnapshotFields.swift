import EntityModel

/// The properties of an entity of a snapshot, as a condition names them: `{ $0.pages > 100 }`.
@dynamicMemberLookup
public struct SnapshotFields<Object: SnapshotObject>: Sendable, __StoreOperand {
  /// A property of the entity.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Field<Object, Value> {
    Field(path: PropertyPath([Object.__name(of: keyPath) ?? "\(keyPath)"]))
  }
}

/// The to-one refers to the object with the id `right`.
public func == <Root: SnapshotObject, Object>(
  left: Field<Root, SnapshotID<Object>>, right: SnapshotID<Object>
) -> Condition<Root> { reference(left.path, .equal, right) }

/// The to-one refers to the object with the id `right`, or to none.
public func == <Root: SnapshotObject, Object>(
  left: Field<Root, SnapshotID<Object>?>, right: SnapshotID<Object>?
) -> Condition<Root> { reference(left.path, .equal, right) }

/// The to-one does not refer to the object with the id `right`.
public func != <Root: SnapshotObject, Object>(
  left: Field<Root, SnapshotID<Object>>, right: SnapshotID<Object>
) -> Condition<Root> { reference(left.path, .notEqual, right) }

/// The to-one does not refer to the object with the id `right`, or to any.
public func != <Root: SnapshotObject, Object>(
  left: Field<Root, SnapshotID<Object>?>, right: SnapshotID<Object>?
) -> Condition<Root> { reference(left.path, .notEqual, right) }

private func reference<Root, Object>(
  _ path: PropertyPath, _ comparison: PredicateTree.Comparison, _ id: SnapshotID<Object>?
) -> Condition<Root> {
  Condition(
    .comparison(
      .object(path), comparison,
      .identifier(id.map { ObjectID(entityName: Object.__root, rowID: $0.rowID) })))
}
