import EntityModel
import EntityStore

// Objects in conditions, which are of one store.

extension ManagedObject {
  /// The tag of the store that the object's context is of.
  final var __storeTag: StoreTag { __unit.container.storeTag }
}

extension StoreTag {
  /// Returns the tag of what names all of `objects`.
  static func joined(of objects: some Sequence<ManagedObject>) -> StoreTag {
    objects.reduce(.unknown) { $0.joined(with: $1.__storeTag) }
  }
}

extension PredicateOperand {
  /// Returns `object`, or none.
  static func object(_ object: ManagedObject?) -> PredicateOperand {
    .identifier(object?.__objectID, in: object?.__storeTag ?? .unknown)
  }
}

extension PredicateTree {
  /// Returns the condition that the object that the to-one path leads to is one of `objects`.
  static func objects(_ path: PropertyPath, _ objects: [ManagedObject]) -> PredicateTree {
    .objects(path, objects.map(\.__objectID), in: .joined(of: objects))
  }
}

extension EntityQuery {
  /// Refuses the query if it names objects that are not of the store with the tag `store`.
  @inline(__always) func requireObjects(of store: StoreTag) throws(StoreError) {
    guard predicate.isOf(store), sorting.allSatisfy({ $0.operand.isOf(store) }) else {
      throw .foreignObject(in: entity)
    }
  }
}

extension ResultQuery {
  /// Refuses the query if it names objects that are not of the store with the tag `store`.
  func requireObjects(of store: StoreTag) throws(StoreError) {
    try base.requireObjects(of: store)
    func isOf(_ column: ResultExpression) -> Bool { column.operand?.isOf(store) ?? true }
    guard columns.allSatisfy(isOf), grouping.allSatisfy({ $0.isOf(store) }),
      condition.isOf(store), named.allSatisfy(isOf), order.allSatisfy({ isOf($0.column) })
    else { throw .foreignObject(in: base.entity) }
  }
}

extension HandwrittenStatement {
  /// Refuses the statement if it names objects that are not of the store with the tag `store`.
  func requireObjects(of store: StoreTag) throws(StoreError) {
    guard self.store.isOf(store) else {
      throw StoreError(
        .invalidRequest,
        "a statement by hand names an object of another container, whose rows have numbers of "
          + "their own; fetch the object from this container")
    }
  }
}

extension StoreError {
  /// Refuses a request for objects of `entity` that names an object of another store.
  static func foreignObject(in entity: String) -> StoreError {
    StoreError(
      .invalidRequest,
      "a request for '\(entity)' names an object of another container, whose rows have numbers of "
        + "their own; fetch the object from this container",
      entity: entity)
  }
}
