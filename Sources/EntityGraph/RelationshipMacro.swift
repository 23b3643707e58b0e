/// Makes a property refer to objects of an entity, whose own property refers back.
///
/// A property of type `T` always refers to an object, one of type `T?` to one or none, and one of
/// type `Set<T>` to any number. Setting one side sets the other.
///
///     @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
///
/// Beside a set stands its handle, `$books`, a `ToMany`, which asks for members and changes them
/// without loading the set.
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
///   - minimumCount: The fewest objects that a set may hold when it is saved.
///   - maximumCount: The most objects that a set may hold when it is saved.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro Relationship(
  inverse: String = "", deleteRule: DeleteRule = .noAction, originalName: String? = nil,
  column: String? = nil,
  minimumCount: Int = 0, maximumCount: Int? = nil
) = #externalMacro(module: "EntityMacros", type: "RelationshipMacro")
