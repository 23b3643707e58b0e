public import EntityModel
public import EntityStore

// What generated code calls for a fetched property: an overload for each form of '@Fetched', whose
// arguments are passed on as they are written.

extension __EntityBuilder {
  /// Adds a fetched property that holds objects of an entity, whichever there are, in the order of one property.
  public mutating func fetched<Object: ManagedObject, Value: OrderedAttribute>(
    _ name: String,
    _ type: Object.Type,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, nil, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds objects of an entity, whichever there are, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    _ type: Object.Type,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, nil, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds objects, in the order of one property.
  public mutating func fetched<Object: ManagedObject, Value: OrderedAttribute>(
    _ name: String,
    _ type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, { condition($0, FetchSource()) }, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds objects, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    _ type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, { condition($0, FetchSource()) }, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds objects, whose condition names properties of its owner, in the order of one property.
  @_disfavoredOverload
  public mutating func fetched<
    Object: ManagedObject, Source: __FetchedOwner, Value: OrderedAttribute
  >(
    _ name: String,
    _ type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, ownersCondition(condition), terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds objects, whose condition names properties of its owner, in the order of several terms or of their ids.
  @_disfavoredOverload
  public mutating func fetched<Object: ManagedObject, Source: __FetchedOwner>(
    _ name: String,
    _ type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, ownersCondition(condition), order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that counts objects of an entity, whichever there are.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    countOf type: Object.Type,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .count, type, nil, { [] },
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that counts objects.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    countOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .count, type, { condition($0, FetchSource()) }, { [] },
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that counts objects, whose condition names properties of its owner.
  @_disfavoredOverload
  public mutating func fetched<Object: ManagedObject, Source: __FetchedOwner>(
    _ name: String,
    countOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .count, type, ownersCondition(condition), { [] },
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids of an entity, whichever there are, in the order of one property.
  public mutating func fetched<Object: ManagedObject, Value: OrderedAttribute>(
    _ name: String,
    identifiersOf type: Object.Type,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, nil, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids of an entity, whichever there are, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    identifiersOf type: Object.Type,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, nil, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids, in the order of one property.
  public mutating func fetched<Object: ManagedObject, Value: OrderedAttribute>(
    _ name: String,
    identifiersOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, { condition($0, FetchSource()) }, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    identifiersOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, { condition($0, FetchSource()) }, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids, whose condition names properties of its owner, in the order of one property.
  @_disfavoredOverload
  public mutating func fetched<
    Object: ManagedObject, Source: __FetchedOwner, Value: OrderedAttribute
  >(
    _ name: String,
    identifiersOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, ownersCondition(condition), terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids, whose condition names properties of its owner, in the order of several terms or of their ids.
  @_disfavoredOverload
  public mutating func fetched<Object: ManagedObject, Source: __FetchedOwner>(
    _ name: String,
    identifiersOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, ownersCondition(condition), order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds values by name of an entity, whichever there are, in the order of one property.
  public mutating func fetched<Object: ManagedObject, Value: OrderedAttribute>(
    _ name: String,
    dictionariesOf type: Object.Type,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, nil, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }

  /// Adds a fetched property that holds values by name of an entity, whichever there are, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    dictionariesOf type: Object.Type,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, nil, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }

  /// Adds a fetched property that holds values by name, in the order of one property.
  public mutating func fetched<Object: ManagedObject, Value: OrderedAttribute>(
    _ name: String,
    dictionariesOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, { condition($0, FetchSource()) }, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }

  /// Adds a fetched property that holds values by name, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    dictionariesOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, { condition($0, FetchSource()) }, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }

  /// Adds a fetched property that holds values by name, whose condition names properties of its owner, in the order of one property.
  @_disfavoredOverload
  public mutating func fetched<
    Object: ManagedObject, Source: __FetchedOwner, Value: OrderedAttribute
  >(
    _ name: String,
    dictionariesOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, ownersCondition(condition), terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }

  /// Adds a fetched property that holds values by name, whose condition names properties of its owner, in the order of several terms or of their ids.
  @_disfavoredOverload
  public mutating func fetched<Object: ManagedObject, Source: __FetchedOwner>(
    _ name: String,
    dictionariesOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, ownersCondition(condition), order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }

  /// Returns the order by one property.
  private func terms<Object: ManagedObject>(
    _ property: any PartialKeyPath<Object> & Sendable, _ direction: SortDirection
  ) -> @Sendable () -> [FetchOrder<Object>] {
    {
      [FetchOrder(term: SortTerm(Fields<Object>.operand(of: property), order: direction))]
    }
  }

  /// Returns the condition on objects that `condition` is for any owner; one that is refused where
  /// objects of the class being described are none of `Source`.
  private func ownersCondition<Object: ManagedObject, Source: __FetchedOwner>(
    _ condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>
  ) -> @Sendable (Fields<Object>) -> Condition<Object> {
    guard type is Source.Object.Type else {
      let refusal =
        "an owner of the class '\(Source.Object.self)' (name the class that has the property)"
      return { _ in Condition(.refused(refusal)) }
    }
    return { condition($0, Source()) }
  }

  private mutating func add<Object: ManagedObject>(
    _ name: String, _ result: Fetched.Result, _ type: Object.Type,
    _ condition: (@Sendable (Fields<Object>) -> Condition<Object>)?,
    _ order: @escaping @Sendable () -> [FetchOrder<Object>], _ bounds: FetchedBounds,
    _ properties: [any PartialKeyPath<Object> & Sendable] = []
  ) {
    let target = Object.__entityName
    targets.append(type)
    // The condition asks for key paths, which may lead back to the class being described.
    fetches[name] = {
      var fetched = Fetched(
        name: name, target: target, result: result,
        predicate: condition.map { Fields.condition($0) } ?? .constant(true),
        sorting: order().map(\.term))
      fetched.limit = bounds.limit
      fetched.offset = bounds.offset
      fetched.includesSubentities = bounds.includesSubentities
      fetched.includesPendingChanges = bounds.includesPendingChanges
      fetched.properties = properties.map { Fields<Object>.path(of: $0) }
      return fetched
    }
    entity?.properties.append(.fetched(Fetched(name: name, target: target, result: result)))
  }
}

/// How much of what satisfies its condition a fetched property fetches.
private struct FetchedBounds: Sendable {
  let limit: Int?
  let offset: Int
  let includesSubentities: Bool
  let includesPendingChanges: Bool

  init(
    _ limit: Int?, _ offset: Int, _ includesSubentities: Bool, _ includesPendingChanges: Bool
  ) {
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.includesPendingChanges = includesPendingChanges
  }
}
