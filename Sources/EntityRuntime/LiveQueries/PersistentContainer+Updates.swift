public import EntityModel
import EntityStore

/// What a live query makes of the objects that a request finds; written `.count`, `.identifiers`.
public struct UpdatedResult<Object: ManagedObject, Value: Sendable>: Sendable {
  /// `true` if the values of the objects matter, not only which they are.
  let dependsOnValues: Bool

  /// Returns the result of a request.
  let find: @Sendable (FetchRequest<Object>, ManagedObjectContext) throws -> Value
}

extension UpdatedResult where Value == Int {
  /// How many objects the request finds, its limit and offset included.
  public static var count: UpdatedResult {
    UpdatedResult(dependsOnValues: false) { try $1.count($0) }
  }
}

extension UpdatedResult where Value == [ObjectID] {
  /// The ids of the objects, in the request's order.
  public static var identifiers: UpdatedResult {
    UpdatedResult(dependsOnValues: false) { try $1.identifiers($0) }
  }
}

extension UpdatedResult {
  /// The values of the objects, in the request's order: `.values(Book.Values.self)`.
  public static func values<Values: EntityValues>(_ type: Values.Type) -> UpdatedResult
  where Values.Object == Object, Value == [Values] {
    UpdatedResult(dependsOnValues: true) { try $1.fetch($0).map { Values($0) } }
  }
}

extension PersistentContainer {
  /// Returns the results of `request`, now and after each commit that may change them: of a
  /// `select`, or of values of groups.
  ///
  /// A commit may change a result if it adds or removes objects of an entity that the request
  /// names, or changes a property that it names. Several commits that come together are followed by
  /// one result. All who ask for the same request share one query.
  public func updates<Object: ManagedObject, Row: Sendable>(
    of request: ResultRequest<Object, Row>
  ) -> UpdateSequence<[Row]> {
    let visibility = visibility
    let query = visibility.applied(to: request.parts.query)
    let dependencies = QueryDependencies(query, store.layout)
    return sequence(.rows(query), dependencies, visibility) { try $0.fetch(request) }
  }

  /// Returns how many objects `request` finds, their ids, or their values, now and after each
  /// commit that may change that.
  ///
  ///     for try await count in container.updates(of: Book.all, as: .count) { … }
  ///
  /// Commits and requests are as in `updates(of:)` of a `select`.
  public func updates<Object: ManagedObject, Value: Sendable>(
    of request: FetchRequest<Object>, as result: UpdatedResult<Object, Value>
  ) -> UpdateSequence<Value> {
    let visibility = visibility
    let query = visibility.applied(to: request.entityQuery(Object.__entityName))
    var dependencies = QueryDependencies(query, store.layout)
    if result.dependsOnValues { dependencies.addValues(of: query.entity) }
    return sequence(.objects(query), dependencies, visibility) { try result.find(request, $0) }
  }

  /// Returns the ids of the objects that `request` finds, now and after each commit that may change
  /// them.
  ///
  /// Objects live in a context: for those, ask one for its `updates`, or ask here for a `select` or
  /// for values.
  public func updates<Object: ManagedObject>(
    of request: FetchRequest<Object>
  ) -> UpdateSequence<[ObjectID]> {
    updates(of: request, as: .identifiers)
  }

  /// Returns what changes in the list of objects that `request` finds, now and after each commit
  /// that changes it: what came, went, moved or has other values.
  ///
  /// The first difference is the one to nothing: all objects are inserted.
  public func differences<Object: ManagedObject>(
    of request: FetchRequest<Object>
  ) -> DifferenceSequence {
    let visibility = visibility
    let query = visibility.applied(to: request.entityQuery(Object.__entityName))
    var dependencies = QueryDependencies(query, store.layout)
    dependencies.addValues(of: query.entity)
    return DifferenceSequence(
      lists: sequence(.objects(query), dependencies, visibility) { context in
        try VersionedList(query, context)
      })
  }

  /// Returns the results of `find`, shared by all who ask the same question for the same type while
  /// the default conditions are those of `visibility`.
  private func sequence<Value: Sendable>(
    _ question: LiveQueries.Key.Question, _ dependencies: QueryDependencies,
    _ visibility: Visibility,
    _ find: @escaping @Sendable (ManagedObjectContext) throws -> Value
  ) -> UpdateSequence<Value> {
    let mailbox = Mailbox<LiveQuery<Value>.Outcome>(capacity: 1)
    let key = LiveQueries.Key(
      question: question, result: ObjectIdentifier(Value.self), conditions: visibility.conditions)
    let end = liveQueries.listen(key, mailbox) {
      LiveQuery(dependencies, in: readLane) { [self] in
        let context = ManagedObjectContext(container: self)
        // Others may have been set since the question was asked.
        context.unit.visibility = visibility
        return try context.read { try find(context) }
      }
    }
    return UpdateSequence(mailbox, end: end)
  }
}
