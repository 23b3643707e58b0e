import EntityModel
import EntityStore

/// What a fetched property of an opened container fetches, its target resolved.
struct FetchedQuery: Sendable {
  /// The index in the model of the entity whose objects are fetched.
  let target: Int

  /// Describes the fetch; the condition is made each time, since it may name what changes.
  private let make: @Sendable () -> Fetched

  /// Creates the query of the property that `make` describes, whose target is the entity at index
  /// `target`.
  init(target: Int, _ make: @escaping @Sendable () -> Fetched) {
    self.target = target
    self.make = make
  }

  /// Returns what the property of `owner` fetches now.
  ///
  /// - Throws: a `StoreError` if the condition asks of the owner what cannot be asked.
  func request(for owner: ManagedObject) throws(StoreError) -> FetchedRequest {
    var fetched = make()
    fetched.predicate = fetched.predicate.replacingOwner { $0.value(ofOwner: owner) }
    return try FetchedRequest(fetched, owner: owner.__objectID, of: owner.__entity.layout)
  }

  /// Accepts what the property of objects of `owner` fetches, or throws what of it `layout` does
  /// not have.
  func check(_ layout: StoreLayout, owner: EntityLayout) throws(StoreError) {
    var fetched = make()
    fetched.predicate = try fetched.predicate.replacingOwner { part throws(StoreError) in
      try layout.check(EntityQuery(entity: owner.name, predicate: part.asCondition))
      return part.kind.isCondition ? .constant(true) : part.absentValue
    }
    let request = try FetchedRequest(fetched, owner: nil, of: owner)
    try layout.check(request.query)
    let target = try layout.requiredEntity(fetched.target)
    for path in request.properties { try layout.checkFetched(path, of: target) }
  }
}

/// What a fetched property of one object fetches.
struct FetchedRequest {
  /// Which objects.
  let query: EntityQuery

  /// `true` if unsaved changes count.
  let includesPendingChanges: Bool

  /// The paths to the properties of dictionaries; all attributes if there are none.
  let properties: [PropertyPath]

  /// Creates the request that `fetched` describes for the owner with an id, of which the condition
  /// asks nothing any more.
  fileprivate init(
    _ fetched: Fetched, owner: ObjectID?, of entity: EntityLayout
  ) throws(StoreError) {
    guard !fetched.predicate.namesOwner else {
      throw StoreError(
        .invalidRequest,
        "the condition of '\(entity.name).\(fetched.name)' asks objects of its owner and of what "
          + "is fetched at once; ask what is fetched, as in 'book.author == owner'",
        entity: entity.name, properties: [fetched.name])
    }
    query = EntityQuery(
      entity: fetched.target, predicate: fetched.predicate, sorting: fetched.sorting,
      limit: fetched.limit, offset: fetched.offset,
      includesSubentities: fetched.includesSubentities, source: owner,
      visibility: RequestVisibility())
    includesPendingChanges = fetched.includesPendingChanges
    properties = fetched.properties
  }
}

extension PredicatePart {
  /// Returns what is in the place of the part, which is about `owner` alone; what it asks of others
  /// is asked of those that requests find.
  fileprivate func value(ofOwner owner: ManagedObject) -> PredicateNode.Kind {
    let subject = ManagedSubject(object: owner)
    let visibility = owner.__unit.visibility
    if kind.isCondition {
      let condition = visibility.restricted(
        PredicateTree(self), of: owner.__entity, RequestVisibility())
      return .constant(condition.isSatisfied(by: subject, source: subject.subjectID))
    }
    guard case .object(let path) = kind else {
      let operand = visibility.restricted(
        PredicateOperand(self), of: owner.__entity, RequestVisibility())
      return .value(operand.value(for: subject, source: subject.subjectID))
    }
    var object: ManagedSubject? = subject
    for name in path.names { object = object?.relatedObject(name) }
    return .identifier(object?.subjectID)
  }

  /// The part as a condition that names the same.
  fileprivate var asCondition: PredicateTree {
    if kind.isCondition { return PredicateTree(self) }
    let isObject = if case .object = kind { true } else { false }
    return .comparison(
      PredicateOperand(self), .equal, isObject ? .identifier(nil) : .value(.null))
  }

  /// What an operand is that has no value.
  fileprivate var absentValue: PredicateNode.Kind {
    if case .object = kind { .identifier(nil) } else { .value(.null) }
  }
}

extension StoreLayout {
  /// Accepts `path` as that to a property that dictionaries of objects of `entity` have.
  fileprivate func checkFetched(
    _ path: PropertyPath, of entity: EntityLayout
  ) throws(StoreError) {
    var owner = entity
    for name in path.names.dropLast() { owner = try toOneTarget(name, of: owner) }
    guard let name = path.names.last else { throw owner.emptyPath(usedAs: "a property") }
    if owner.leaf(name) != nil { return }
    let property = owner.properties[try owner.requiredPropertyIndex(name)]
    guard property.attribute != nil || property.relationship?.isToMany == false else {
      throw owner.wrongUse(of: name, as: "a property of a dictionary")
    }
  }
}
