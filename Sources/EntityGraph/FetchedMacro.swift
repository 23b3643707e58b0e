/// Makes a property the result of a fetch, which runs with each access.
///
/// The result includes unsaved changes. If the fetch fails, the result is empty, and the next
/// throwing call of the context throws why.
///
/// The second parameter of the condition is the object that owns the property.
///
///     @Fetched(Book.self, where: { book, author in book.author == author }, sortedBy: \.title)
///     var ownBooks: [Book]
@attached(accessor)
public macro Fetched<T: ManagedObject, V>(
  _ entity: T.Type, where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the objects that satisfy a condition, in the order of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  _ entity: T.Type, where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property all objects of an entity in order.
@attached(accessor)
public macro Fetched<T: ManagedObject, V>(
  _ entity: T.Type, sortedBy order: any KeyPath<T, V> & Sendable
) =
  #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property all objects of an entity, in the order of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(_ entity: T.Type) =
  #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the number of objects that satisfy a condition.
///
///     @Fetched(countOf: Book.self, where: { book, author in book.author == author })
///     var bookCount: Int
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  countOf entity: T.Type, where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the number of objects of an entity.
@attached(accessor)
public macro Fetched<T: ManagedObject>(countOf entity: T.Type) =
  #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects that satisfy a condition, in order.
///
///     @Fetched(identifiersOf: Book.self, where: { book, author in book.author == author })
///     var bookIDs: [ObjectID]
@attached(accessor)
public macro Fetched<T: ManagedObject, V>(
  identifiersOf entity: T.Type, where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects that satisfy a condition, in the order of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  identifiersOf entity: T.Type, where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of all objects of an entity in order.
@attached(accessor)
public macro Fetched<T: ManagedObject, V>(
  identifiersOf entity: T.Type, sortedBy order: any KeyPath<T, V> & Sendable
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of all objects of an entity, in the order of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(identifiersOf entity: T.Type) =
  #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition, in order.
///
///     @Fetched(dictionariesOf: Book.self, sortedBy: \.title) var rows: [[String: Any]]
@attached(accessor)
public macro Fetched<T: ManagedObject, V>(
  dictionariesOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition, in the order of
/// insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  dictionariesOf entity: T.Type, where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of all objects of an entity in order.
@attached(accessor)
public macro Fetched<T: ManagedObject, V>(
  dictionariesOf entity: T.Type, sortedBy order: any KeyPath<T, V> & Sendable
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of all objects of an entity, in the order of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(dictionariesOf entity: T.Type) =
  #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Reports a property that does not name the entity to fetch.
@attached(accessor)
public macro Fetched() = #externalMacro(module: "EntityMacros", type: "FetchedMacro")
