// The forms of '@Fetched': what is fetched, with a condition or without, and in which order. A
// macro of Swift is one form of arguments; the type checker takes the one that fits what is
// written.

/// Makes a property the result of a fetch, which runs with each access.
///
/// The result includes unsaved changes unless `includesPendingChanges` says otherwise. If the store
/// fails, the result is empty, and the next throwing call of the context throws why. The condition
/// is evaluated with each access, so that it may compare with `Date()`.
///
/// The second parameter of the condition is the object that owns the property. It may ask for that
/// object's own properties where the types are written.
///
///     @Fetched(
///       Book.self, where: { book, author in book.author == author },
///       sortedBy: \.pages, .descending, limit: 3)
///     var longest: [Book]
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the objects that satisfy a condition, in the order of several terms, or of
/// insertion.
///
///     @Fetched(
///       Book.self, where: { book, author in book.author == author },
///       sortedBy: [.by(\.pages, .descending), .by { $0.publisher.name }])
///     var longest: [Book]
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the result of a fetch, whose condition names properties of the object that owns
/// the property.
///
///     @Fetched(
///       Book.self,
///       where: { (book: Fields<Book>, owner: Owner<Author>) in book.pages > owner.minimum },
///       sortedBy: \.title)
///     var longBooks: [Book]
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner, V: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the objects that satisfy a condition which names properties of the owner, in
/// the order of several terms, or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the objects of an entity, in the order of one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  _ entity: T.Type,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the objects of an entity, in the order of several terms, or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  _ entity: T.Type,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the number of objects that satisfy a condition.
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

/// Makes a property the number of objects of an entity.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  countOf entity: T.Type,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects that satisfy a condition, in order.
///
///     @Fetched(identifiersOf: Book.self, where: { book, author in book.author == author })
///     var bookIDs: [ObjectID]
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  identifiersOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects that satisfy a condition, in the order of several
/// terms, or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  identifiersOf entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects that satisfy a condition which names properties of the
/// owner, in the order of one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner, V: OrderedAttribute>(
  identifiersOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects that satisfy a condition which names properties of the
/// owner, in the order of several terms, or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner>(
  identifiersOf entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects of an entity, in the order of one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  identifiersOf entity: T.Type,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the ids of the objects of an entity, in the order of several terms, or of
/// insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  identifiersOf entity: T.Type,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the values, by name, of the objects that satisfy a condition, in order: of
/// `properties`, by their paths, or of all attributes.
///
///     @Fetched(dictionariesOf: Book.self, sortedBy: \.title, properties: [\.title,
/// \.author?.name])
///     var rows: [[String: Any]]
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

/// Makes a property the values, by name, of the objects that satisfy a condition, in the order of
/// several terms, or of insertion.
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
/// properties of the owner, in the order of several terms, or of insertion.
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

/// Makes a property the values, by name, of the objects of an entity, in the order of one
/// property.
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

/// Makes a property the values, by name, of the objects of an entity, in the order of several
/// terms, or of insertion.
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

/// Reports a property that does not name the entity to fetch.
@attached(accessor)
public macro Fetched() = #externalMacro(module: "EntityMacros", type: "FetchedMacro")
