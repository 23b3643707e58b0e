/// Describes a reference from one entity to another.
public struct Relationship: Hashable, Sendable {
  /// The property's name in the class.
  public var name: String

  /// The name of the column that holds the other row's number; not used by a to-many.
  public var column: String

  /// The name that the relationship had before, for a migration to find its values.
  public var originalName: String?

  /// The name of the entity at the other end.
  public var target: String

  /// The name of the relationship at the other end that refers back; of an implicit one, that of
  /// the entity that declares this relationship, a dot and the relationship's name.
  public var inverse: String

  /// The other end, where the entity there has no property for it; `nil` where it has.
  public var implicitInverse: ImplicitInverse?

  /// What happens to the objects at the other end when an object is deleted.
  public var deleteRule: DeleteRule

  /// The fewest objects that the relationship may hold in the store.
  public var minimumCount: Int

  /// The most objects that the relationship may hold: 1 for a to-one, `nil` for any number.
  public var maximumCount: Int?

  /// `true` if the relationship holds any number of objects.
  public var isToMany: Bool

  /// `true` if the relationship is a to-many whose members have an order, which the store keeps.
  public var isOrdered: Bool

  /// `true` if the relationship is a to-one that may hold `nil`.
  public var isOptional: Bool { !isToMany && minimumCount == 0 }

  /// Creates a description of a to-one relationship.
  public static func toOne(
    _ name: String, _ target: String, isOptional: Bool, inverse: String, deleteRule: DeleteRule,
    column: String? = nil, originalName: String? = nil
  ) -> Relationship {
    Relationship(
      name: name, column: column ?? name, originalName: originalName, target: target,
      inverse: inverse, deleteRule: deleteRule, minimumCount: isOptional ? 0 : 1, maximumCount: 1,
      isToMany: false, isOrdered: false)
  }

  /// Creates a description of a to-many relationship, of a set or, where it `isOrdered`, of an
  /// array.
  public static func toMany(
    _ name: String, _ target: String, inverse: String, deleteRule: DeleteRule,
    minimumCount: Int = 0, maximumCount: Int? = nil, originalName: String? = nil,
    isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, column: name, originalName: originalName, target: target, inverse: inverse,
      deleteRule: deleteRule, minimumCount: minimumCount, maximumCount: maximumCount,
      isToMany: true, isOrdered: isOrdered)
  }
}
