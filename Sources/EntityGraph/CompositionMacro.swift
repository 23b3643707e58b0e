public import EntityModel

/// Makes a struct a composition: an attribute of entities whose values, the leaves, requests can
/// name.
///
///     @Composition struct Address {
///       var street: String
///       @Leaf(.indexed) var city: String
///       var country = "NO"
///     }
///
///     @Entity final class Person: ManagedObject {
///       var home: Address
///       var work: Address?
///     }
///
///     Person.where { $0.home.city == "Oslo" }.sorted { $0.work.street }
///
/// Every stored property is a leaf; it is of a type that an attribute can have, or a composition
/// itself. The struct conforms to `Codable`, `Hashable` and `Sendable`, as its leaves do.
@attached(
  extension, conformances: Composition, Codable,
  names: named(__leafTable), named(init), named(__encode))
public macro Composition() = #externalMacro(module: "EntityMacros", type: "CompositionMacro")

/// Says more of a leaf of a composition.
///
/// - Parameters:
///   - options: `.indexed`.
///   - originalName: The name that the property had before, for a migration to find its values.
@attached(peer)
public macro Leaf(_ options: LeafOption..., originalName: String? = nil) =
  #externalMacro(module: "EntityMacros", type: "LeafMacro")

/// A trait of a leaf, written in its annotation.
///
/// The compiler reads options when the struct is built: write them as literals, `.indexed`.
public struct LeafOption: Sendable {
  private init() {}

  /// The store has an index of the leaf, for each attribute that is of the composition.
  public static var indexed: LeafOption { LeafOption() }
}

// MARK: What attributes have and leaves do not

extension LeafOption {
  /// Refuses to make a leaf unique.
  @available(
    *, unavailable,
    message: """
      a leaf is unique in an entity and not in its type; list it there: \
      '@Entity(unique: [["home.city"]])'
      """
  )
  public static var unique: LeafOption { LeafOption() }

  /// Refuses to search a leaf.
  @available(
    *, unavailable, message: "a leaf is not searched; make it an attribute of the entity"
  )
  public static var searchable: LeafOption { LeafOption() }

  /// Refuses to leave a leaf out of the history.
  @available(
    *, unavailable,
    message: "the history has a composition whole; mark the attribute '@Attribute(.secret)'"
  )
  public static var secret: LeafOption { LeafOption() }

  /// Refuses an index of a leaf's texts without case.
  @available(
    *, unavailable,
    message: "texts of leaves are not stored without case; make the leaf an attribute of the entity"
  )
  public static func indexed(_ comparison: TextComparison) -> LeafOption { LeafOption() }

  /// Refuses to make a leaf unique.
  @available(
    *, unavailable,
    message: "texts of leaves are not stored without case; make the leaf an attribute of the entity"
  )
  public static func unique(_ comparison: TextComparison) -> LeafOption { LeafOption() }

  /// Refuses a rule of a leaf.
  @available(
    *, unavailable,
    message: "a leaf has no rules of its own; write 'validate' in the class of the objects"
  )
  public static func range<Values: RangeExpression>(_ values: Values) -> LeafOption {
    LeafOption()
  }

  /// Refuses a rule of a leaf.
  @available(
    *, unavailable,
    message: "a leaf has no rules of its own; write 'validate' in the class of the objects"
  )
  public static func length<Counts: RangeExpression<Int>>(_ counts: Counts) -> LeafOption {
    LeafOption()
  }

  /// Refuses a rule of a leaf.
  @available(
    *, unavailable,
    message: "a leaf has no rules of its own; write 'validate' in the class of the objects"
  )
  public static func pattern(_ pattern: String) -> LeafOption { LeafOption() }
}
