// The forms of '@Fetched' that make a property the values of objects by name: of `properties`, by
// their paths, or of all attributes.

/// Makes a property the values, by name, of the objects that satisfy a condition, in the order of
/// one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition, in the order of
/// several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition which may name the
/// owner, in the order of one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition which may name the
/// owner, in the order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition which names
/// properties of the owner, in the order of one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner, V: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition which names
/// properties of the owner, in the order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects whose value is true, in the order of one
/// property.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute, V: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Field<T, Flag>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the values, by name, of the objects whose value is true, in the order of
/// several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Field<T, Flag>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the values, by name, of the objects whose value is true, by a closure that is
/// given the owner, in the order of one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute, V: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Field<T, Flag>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the values, by name, of the objects whose value is true, by a closure that is
/// given the owner, in the order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Field<T, Flag>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the values, by name, of the objects whose value is true, by a closure that is
/// given the owner with its properties, in the order of one property.
@attached(accessor)
public macro Fetched<
  T: ManagedObject, Source: __FetchedOwner, Flag: OrderedAttribute, V: OrderedAttribute
>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Field<T, Flag>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the values, by name, of the objects whose value is true, by a closure that is
/// given the owner with its properties, in the order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner, Flag: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Field<T, Flag>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the values, by name, of the objects of an entity, in the order of one property.
///
///     @Fetched(
///       dictionariesOf: Book.self, sortedBy: \.title, properties: [\.title, \.author?.name])
///     var rows: [[String: Any]]
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  dictionariesOf entity: T.Type,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects of an entity, in the order of several terms
/// or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  dictionariesOf entity: T.Type,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  properties: [any PartialKeyPath<T> & Sendable] = [],
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")
