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
/// The first two arguments are required; a fix-it adds one that is missing.
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
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro Relationship(
  inverse: String = "", deleteRule: DeleteRule = .noAction, originalName: String? = nil,
  column: String? = nil,
  minimumCount: Int = 0, maximumCount: Int? = nil
) = #externalMacro(module: "EntityMacros", type: "RelationshipMacro")
