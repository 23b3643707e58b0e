public import EntityModel
public import EntityStore

// What generated code calls for a fetched property: an overload for each form of '@Fetched', whose
// arguments are passed on as they are written; the form of a condition is that of its closure.

extension __EntityBuilder {
  /// Adds a fetched property that holds objects of an entity, whichever there are, in the order of
  /// one property.
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

  /// Adds a fetched property that holds objects of an entity, whichever there are, in the order of
  /// several terms or of their ids.
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
    where condition: __FetchedCondition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, condition, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds objects, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    _ type: Object.Type,
    where condition: __FetchedCondition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .objects, type, condition, order,
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
    where condition: __FetchedCondition<Object>,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .count, type, condition, { [] },
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids of an entity, whichever there are, in the order of one
  /// property.
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

  /// Adds a fetched property that holds ids of an entity, whichever there are, in the order of
  /// several terms or of their ids.
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
    where condition: __FetchedCondition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, condition, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds ids, in the order of several terms or of their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    identifiersOf type: Object.Type,
    where condition: __FetchedCondition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .identifiers, type, condition, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges))
  }

  /// Adds a fetched property that holds values by name of an entity, whichever there are, in the
  /// order of one property.
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

  /// Adds a fetched property that holds values by name of an entity, whichever there are, in the
  /// order of several terms or of their ids.
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
    where condition: __FetchedCondition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable,
    _ direction: SortDirection = .ascending,
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, condition, terms(order, direction),
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }

  /// Adds a fetched property that holds values by name, in the order of several terms or of their
  /// ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String,
    dictionariesOf type: Object.Type,
    where condition: __FetchedCondition<Object>,
    sortedBy order: @autoclosure @escaping @Sendable () -> [FetchOrder<Object>] = [],
    limit: Int? = nil,
    offset: Int = 0,
    properties: [any PartialKeyPath<Object> & Sendable] = [],
    includesSubentities: Bool = true,
    includesPendingChanges: Bool = true
  ) {
    add(
      name, .dictionaries, type, condition, order,
      FetchedBounds(limit, offset, includesSubentities, includesPendingChanges), properties)
  }
}
