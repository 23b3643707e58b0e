/// Makes a property refer to objects of an entity, whose own property refers back.
///
/// A property of type `T` always refers to an object, one of type `T?` to one or none, and one of
/// type `Set<T>` or `[T]` to any number. An array has an order, which the store keeps, and each
/// member once. Setting one side sets the other.
///
///     @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
///     @Relationship(inverse: "album", deleteRule: .cascade) var tracks: [Track]
///
/// Beside a set stands its handle, `$books`, a `ToMany`, and beside an array `$tracks`, an
/// `OrderedToMany`, which ask for members and change them without loading all.
///
/// The first two arguments are required; a fix-it adds one that is missing. A property may do
/// without one at the other end: its inverse is `.implicit`.
///
/// - Parameters:
///   - inverse: The name of the property at the other end that refers back, which must be visible
///     from this class; the compiler checks that it is there and refers back.
///   - deleteRule: What happens to the objects at the other end when this object is deleted.
///   - originalName: The name that the property had before, for a migration to find its values.
///   - column: The name of the column of a property that refers to one object; the property's name
///     where none is given.
///   - minimumCount: The fewest objects that a set or an array may hold when it is saved.
///   - maximumCount: The most objects that a set or an array may hold when it is saved.
///   - json: Which member of JSON the objects at the other end are, or `.notExported`; the one of
///   the
///     property's name where nothing is said.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro Relationship(
  inverse: String = "", deleteRule: DeleteRule = .noAction, originalName: String? = nil,
  column: String? = nil,
  minimumCount: Int = 0, maximumCount: Int? = nil, json: JSONName? = nil
) = #externalMacro(module: "EntityMacros", type: "RelationshipMacro")

/// Makes a property refer to objects of an entity that has no property for what refers to it.
///
///     @Relationship(inverse: .implicit) var country: Country?
///     @Relationship(inverse: .implicit(deleteRule: .cascade, maximumCount: 9)) var order: Order
///     @Relationship(inverse: .implicit) var tags: Set<Tag>
///
/// What happens when an object at the other end is deleted, and how many objects may refer to one,
/// is said here and holds as if the other entity said it, and has other defaults: any number of
/// objects may refer to one, so that a set and an array are many-to-many; references to what is
/// deleted are cleared, and where they are required the deletion is refused while there are any.
///
/// - Parameters:
///   - inverse: The delete rule and the counts of the other end. With a `maximumCount` of 1 each
///     object belongs to one at most.
///   - deleteRule: What happens to the objects that this one refers to when this one is deleted.
///   - originalName: The name that the property had before, for a migration to find its values.
///   - column: The name of the column of a property that refers to one object; the property's name
///     where none is given.
///   - minimumCount: The fewest objects that a set or an array may hold when it is saved.
///   - maximumCount: The most objects that a set or an array may hold when it is saved.
///   - json: Which member of JSON the objects at the other end are, or `.notExported`; the one of
///   the
///     property's name where nothing is said.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro Relationship(
  inverse: ImplicitInverse, deleteRule: DeleteRule = .nullify, originalName: String? = nil,
  column: String? = nil,
  minimumCount: Int = 0, maximumCount: Int? = nil, json: JSONName? = nil
) = #externalMacro(module: "EntityMacros", type: "RelationshipMacro")
