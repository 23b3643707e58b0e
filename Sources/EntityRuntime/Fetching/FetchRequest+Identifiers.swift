public import EntityModel

// The order of ids is that in which the objects were created, those that have not been saved last.

extension FetchRequest {
  /// Returns the request that orders by their ids the objects that are equal in its order so far:
  /// `.sorted(by: \.objectID, .descending)` has the newest first.
  public func sorted(
    by keyPath: KeyPath<Object, ObjectID>, _ order: SortDirection = .ascending
  ) -> FetchRequest {
    // Any other key path to an id leads to no property, which the fetch reports.
    let isOwn = keyPath == \Object.objectID
    return adding(
      SortTerm(isOwn ? .rowNumber() : Fields<Object>.operand(of: keyPath), order: order))
  }

  /// Returns the request that orders by the ids of objects, its own or those of what its to-ones
  /// refer to, the objects that are equal in its order so far: `.sorted { $0.author.objectID }`.
  public func sorted(
    _ order: SortDirection = .ascending, nils: AbsentValues? = nil,
    by field: (Fields<Object>) -> ObjectIDField<Object>
  ) -> FetchRequest {
    adding(SortTerm(.rowNumber(field(Fields()).path), order: order, absent: nils))
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for all objects in the order of their ids.
  public static func sorted(
    by keyPath: KeyPath<Self, ObjectID>, _ order: SortDirection = .ascending
  ) -> FetchRequest<Self> { FetchRequest().sorted(by: keyPath, order) }

  /// Returns the request for all objects in the order of ids, their own or those of what their
  /// to-ones refer to.
  public static func sorted(
    _ order: SortDirection = .ascending, nils: AbsentValues? = nil,
    by field: (Fields<Self>) -> ObjectIDField<Self>
  ) -> FetchRequest<Self> { FetchRequest().sorted(order, nils: nils, by: field) }
}
