// The forms of '@Fetched' that make a property objects. A macro of Swift is one form of arguments;
// the type checker takes the one that fits what is written.

/// Makes a property the objects that satisfy a condition, in the order of one property.
///
/// The result includes unsaved changes unless `includesPendingChanges` says otherwise. If the store
/// fails, the result is empty, and the next throwing call of the context throws why. The condition
/// is evaluated with each access, so that it may compare with `Date()`.
///
///     @Fetched(Book.self, where: { $0.pages > 500 }, sortedBy: \.pages, .descending, limit: 3)
///     var longest: [Book]
@attached(accessor)
public macro Fetched<T: ManagedObject, V: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Condition<T>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the objects that satisfy a condition, in the order of several terms or of
/// insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Condition<T>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Makes a property the objects that satisfy a condition which may name the owner, in the order of
/// one property.
///
/// The second parameter of the condition is the object that owns the property.
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

/// Makes a property the objects that satisfy a condition which may name the owner, in the order of
/// several terms or of insertion.
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

/// Makes a property the objects that satisfy a condition which names properties of the owner, in
/// the order of one property.
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
/// the order of several terms or of insertion.
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

/// Makes a property the objects whose value is true, in the order of one property.
///
///     @Fetched(Book.self, where: { $0.isRead }, sortedBy: \.title)
///     var read: [Book]
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute, V: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Field<T, Flag>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the objects whose value is true, in the order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>) -> Field<T, Flag>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the objects whose value is true, by a closure that is given the owner, in the
/// order of one property.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute, V: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Field<T, Flag>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the objects whose value is true, by a closure that is given the owner, in the
/// order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Flag: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, FetchSource) -> Field<T, Flag>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the objects whose value is true, by a closure that is given the owner with its
/// properties, in the order of one property.
@attached(accessor)
public macro Fetched<
  T: ManagedObject, Source: __FetchedOwner, Flag: OrderedAttribute, V: OrderedAttribute
>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Field<T, Flag>,
  sortedBy order: any KeyPath<T, V> & Sendable,
  _ direction: SortDirection = .ascending,
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

/// Makes a property the objects whose value is true, by a closure that is given the owner with its
/// properties, in the order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject, Source: __FetchedOwner, Flag: OrderedAttribute>(
  _ entity: T.Type,
  where condition: @Sendable (Fields<T>, Source) -> Field<T, Flag>,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro") where Flag.Present == Bool

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

/// Makes a property the objects of an entity, in the order of several terms or of insertion.
@attached(accessor)
public macro Fetched<T: ManagedObject>(
  _ entity: T.Type,
  sortedBy order: [FetchOrder<T>] = [],
  limit: Int? = nil,
  offset: Int = 0,
  includesSubentities: Bool = true,
  includesPendingChanges: Bool = true
) = #externalMacro(module: "EntityMacros", type: "FetchedMacro")

/// Reports a property that does not name the entity to fetch.
@attached(accessor)
public macro Fetched() = #externalMacro(module: "EntityMacros", type: "FetchedMacro")
