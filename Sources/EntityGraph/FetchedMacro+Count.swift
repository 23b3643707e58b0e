// The forms of '@Fetched' that make a property the number of objects.

/// Makes a property the number of objects that satisfy a condition.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  countOf entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Condition<T>,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the number of objects that satisfy a condition which may name the owner.
///
///     @Fetched(countOf: Book.self, where: { book, author in book.author == author })
///     var bookCount: Int
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  countOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the number of objects that satisfy a condition which names properties of the
/// owner.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner>(
  countOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Condition<T>,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the number of objects whose value is true.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute>(
  countOf entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Field<T, Flag>,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the number of objects whose value is true, by a closure that is given the
/// owner.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute>(
  countOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Field<T, Flag>,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the number of objects whose value is true, by a closure that is given the owner
/// with its properties.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner, Flag: OrderedAttribute>(
  countOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Field<T, Flag>,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the number of objects of an entity.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  countOf entity: T.Type,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")
