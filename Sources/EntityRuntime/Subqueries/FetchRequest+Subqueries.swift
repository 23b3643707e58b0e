public import EntityModel
public import EntityStore

// What is computed of the objects of another request, within a condition, an order or a column. The
// request may name the object of the condition that it stands in: `Book.where { book in book.pages
// > Book.where { $0.genre == book.genre }.average(\.pages) }`. Its order counts where it has a
// limit or an offset.

extension FetchRequest {
  /// The least of the values of `keyPath` of the objects that the request asks for; `nil` for none.
  public func min<Root, Value: OrderedAttribute>(
    _ keyPath: KeyPath<Object, Value>
  ) -> Field<Root, Value.Present?> { Field(aggregate(.minimum, keyPath)) }

  /// The greatest of the values of `keyPath` of the objects that the request asks for; `nil` for
  /// none.
  public func max<Root, Value: OrderedAttribute>(
    _ keyPath: KeyPath<Object, Value>
  ) -> Field<Root, Value.Present?> { Field(aggregate(.maximum, keyPath)) }

  /// The sum of the values of `keyPath` of the objects that the request asks for; zero for none.
  public func sum<Root, Value: OrderedAttribute>(
    _ keyPath: KeyPath<Object, Value>
  ) -> Field<Root, Value.Present.Sum> where Value.Present: SummableAttribute {
    Field(aggregate(.sum, keyPath))
  }

  /// The average of the values of `keyPath` of the objects that the request asks for:
  /// `Book.where { $0.pages > Book.all.average(\.pages) }`; `nil` for none.
  public func average<Root, Value: OrderedAttribute>(
    _ keyPath: KeyPath<Object, Value>
  ) -> Field<Root, Value.Present.Average?> where Value.Present: SummableAttribute {
    Field(aggregate(.average, keyPath))
  }

  /// How many objects the request asks for.
  public func count<Root>() -> Field<Root, Int> { Field(countOfAll) }

  /// The condition, of any object, that the request asks for an object:
  /// `Book.where { $0.pages > 100 && Setting.where { $0.isOn }.exists() }`.
  public func exists<Root>() -> Condition<Root> {
    Condition(.comparison(countOfAll, .greater, .value(.integer(0))))
  }

  private var countOfAll: PredicateOperand { aggregate(.count, .int64, .rowNumber()) }

  private func aggregate<Value: OrderedAttribute>(
    _ function: AggregateFunction, _ keyPath: KeyPath<Object, Value>
  ) -> PredicateOperand {
    aggregate(function, Value.Present.storageType, Fields<Object>.operand(of: keyPath))
  }

  private func aggregate(
    _ function: AggregateFunction, _ type: StorageType, _ operand: PredicateOperand
  ) -> PredicateOperand { .aggregateOfAll(function, scope, type, membership.tree, operand) }

  /// Returns the condition that the object at `path`, which is of `type` or what a to-one of that
  /// type refers to, is one of those that the request asks for.
  fileprivate func contains<Root>(_ path: PropertyPath, _ type: Any.Type) -> Condition<Root> {
    among(path, type, Object.self, allIDs)
  }

  /// The ids of the objects that the request asks for.
  private var allIDs: PredicateOperand {
    guard hasRange else { return .allValues(scope, tree, .rowNumber()) }
    return .allValues(
      scope, tree, .rowNumber(), sorting: sorting, limit: limit, offset: offset)
  }

  /// The objects that the condition is about.
  private var scope: ObjectScope {
    ObjectScope(
      entity: Object.__entityName, includesSubentities: includesSubentities, visibility: visibility)
  }

  /// The condition that the request asks for an object, its range included.
  var membership: Condition<Object> {
    hasRange ? Condition(.amongAll(.rowNumber(), allIDs)) : condition
  }

  /// `true` if the request leaves out objects at the beginning or at the end.
  private var hasRange: Bool { limit != nil || offset > 0 }
}

/// Returns the condition that the object at `path`, which is of `type` or what a to-one of that
/// type refers to, is one of those of the class `other` whose numbers `numbers` are.
private func among<Root>(
  _ path: PropertyPath, _ type: Any.Type, _ other: ManagedObject.Type, _ numbers: PredicateOperand
) -> Condition<Root> {
  let target = (type as? any OptionalToOneValue.Type)?.objectType ?? type as? ManagedObject.Type
  // Rows of different tables may have one number.
  guard let target, ClassDescription.rootName(of: target) == ClassDescription.rootName(of: other)
  else {
    let names = (target?.__entityName ?? "\(type)", other.__entityName)
    return Condition(
      .refused(
        "'in' of objects of '\(names.1)', since one of '\(names.0)' is never among them; write "
          + "'in' of a request for '\(names.0)', or for a class that extends it or that it extends")
    )
  }
  return Condition(.amongAll(.rowNumber(path), numbers))
}

extension ResultRequest {
  /// Returns the condition that the object at `path`, as in a request for objects, is one of those
  /// that the column refers to.
  fileprivate func contains<Root>(_ path: PropertyPath, _ type: Any.Type) -> Condition<Root> {
    let parts = self.parts
    guard let first = (parts.objects.first ?? nil) ?? (parts.identified.first ?? nil) else {
      return Condition(
        .refused(
          "'in' of a column that refers to no objects; select a to-one or ids: "
            + "'Book.select { $0.author }', 'Book.select { $0.objectID }'"))
    }
    return among(path, type, first, allNumbers)
  }

  /// The numbers of the objects that the column refers to; `nil` for none counts for nothing.
  private var allNumbers: PredicateOperand {
    let values = allValues.root
    guard case .allValues(let scope) = values.kind else { return allValues }
    switch values.second.kind {
    case .attribute(let path), .object(let path):
      return .allValues(scope, PredicateTree(values.first), .rowNumber(path))
    default: return allValues
    }
  }

  /// The present values of the column; ones that a store refuses where the request is for more.
  fileprivate var allValues: PredicateOperand {
    let query = parts.query
    let scope = ObjectScope(
      entity: query.base.entity, includesSubentities: query.base.includesSubentities,
      visibility: query.base.visibility)
    let operands = query.columns.compactMap(\.operand)
    guard operands.count == 1, query.columns.count == 1, !query.columns[0].isAggregate,
      query.grouping.isEmpty || query.grouping == operands, query.named.isEmpty,
      query.limit == nil, query.offset == 0
    else {
      return .allValues(
        scope,
        .refused(
          "a request within it that has groups, several columns, or a limit or an offset of distinct "
            + "rows (fetch its rows first, and write 'in' of what has been found)"),
        .value(.null))
    }
    let base = query.base
    guard base.limit != nil || base.offset > 0 else {
      return .allValues(scope, base.predicate, operands[0])
    }
    let ids = PredicateOperand.allValues(
      scope, base.predicate, .rowNumber(), sorting: base.sorting, limit: base.limit,
      offset: base.offset)
    return .allValues(scope, .amongAll(.rowNumber(), ids), operands[0])
  }
}

extension Field where Value: OrderedAttribute {
  /// The value is present and one of those of the column that `request` asks for:
  /// `{ $0.title.in(Film.select { $0.title }) }`.
  public func `in`<Other, Row: OrderedAttribute>(
    _ request: ResultRequest<Other, Row>
  ) -> Condition<Root> where Row.Present == Value.Present {
    Condition(.amongAll(operand, request.allValues))
  }
}

extension Field {
  /// The object that the to-one refers to is one of those that `request` asks for.
  public func `in`<Other: ManagedObject>(
    _ request: FetchRequest<Other>
  ) -> Condition<Root> where Value: ManagedObject { request.contains(path, Value.self) }

  /// The object that the to-one refers to is one of those that `request` asks for:
  /// `{ $0.author.in(Author.where { $0.born == nil }) }`.
  public func `in`<Object: ManagedObject, Other: ManagedObject>(
    _ request: FetchRequest<Other>
  ) -> Condition<Root> where Value == Object? { request.contains(path, Object.self) }
}

extension ObjectIDField where Root: ManagedObject {
  /// The object is one of those that `request` asks for, which may be of a class that extends its
  /// own: `{ $0.objectID.in(Novel.all) }`.
  public func `in`<Other: ManagedObject>(_ request: FetchRequest<Other>) -> Condition<Root> {
    request.contains(path, type)
  }
}

extension ObjectIDField {
  /// The object is one of those that the column of `request` refers to:
  /// `{ $0.objectID.in(Book.select { $0.author }) }`; a reference that is `nil` counts for nothing.
  public func `in`<Other, Row: ToOneValue>(_ request: ResultRequest<Other, Row>) -> Condition<Root>
  { request.contains(path, type) }

  /// The id is one of those of the column that `request` asks for:
  /// `{ $0.objectID.in(Book.select { $0.author.objectID }) }`.
  public func `in`<Other>(_ request: ResultRequest<Other, ObjectID>) -> Condition<Root> {
    request.contains(path, type)
  }

  /// The id is one of those of the column that `request` asks for; `nil` counts for nothing.
  public func `in`<Other>(_ request: ResultRequest<Other, ObjectID?>) -> Condition<Root> {
    request.contains(path, type)
  }
}

extension Field where Value: ToOneValue {
  /// The object that the to-one refers to is one of those that the column of `request` refers to.
  public func `in`<Other, Row: ToOneValue>(_ request: ResultRequest<Other, Row>) -> Condition<Root>
  { objectID.in(request) }

  /// The object that the to-one refers to has one of the ids that `request` asks for.
  public func `in`<Other>(_ request: ResultRequest<Other, ObjectID>) -> Condition<Root> {
    objectID.in(request)
  }

  /// The object that the to-one refers to has one of the ids that `request` asks for.
  public func `in`<Other>(_ request: ResultRequest<Other, ObjectID?>) -> Condition<Root> {
    objectID.in(request)
  }
}
