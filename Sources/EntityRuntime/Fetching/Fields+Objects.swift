import EntityModel

extension Fields {
  /// The object is one of `objects`, of which there may be many thousands.
  public func `in`(_ objects: some Sequence<Root>) -> Condition<Root> {
    Condition(.objects(path, Array(objects)))
  }
}

extension Collection where Element: ManagedObject {
  /// The object is one of the collection's.
  public func contains(_ object: Fields<Element>) -> Condition<Element> { object.in(self) }
}

/// A to-many relationship compared with a collection of objects, as a set of its members.
extension Field where Value: ToManyValue {
  /// No member is one of `objects`; so it is of an empty relationship.
  public func isDisjoint(with objects: some Sequence<Value.Member>) -> Condition<Root> {
    none { $0.in(objects) }
  }

  /// Every member is one of `objects`; so it is of an empty relationship.
  public func isSubset(of objects: some Sequence<Value.Member>) -> Condition<Root> {
    all { $0.in(objects) }
  }

  /// Every one of `objects` is a member; so it is where there are none.
  public func isSuperset(of objects: some Sequence<Value.Member>) -> Condition<Root> {
    objects.reduce(.true) { $0 && contains($1) }
  }
}
