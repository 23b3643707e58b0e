import EntityModel

/// A relationship of an opened container, its other end resolved.
final class ManagedRelationship: Sendable {
  /// The position in the model of the entity that declares a relationship, and the property index.
  struct Declaration: Hashable {
    let entity: Int
    let index: Int
  }

  /// The relationship's description.
  let description: Relationship

  /// The name of the entity that declares the relationship.
  let owner: String

  /// What the relationship has in common with itself as inherited, and with no other one.
  let declaration: Declaration

  /// The property index of the relationship.
  let index: Int

  /// The position in the model of the entity at the other end.
  let target: Int

  /// The property index, at the other end, of the inverse.
  let inverseIndex: Int

  /// `true` if the inverse is a to-many too.
  let inverseIsToMany: Bool

  /// `true` if the inverse is a to-many that must hold some objects.
  let inverseHasMinimum: Bool

  /// `true` if the relationship is an implicit inverse, which no property is.
  let isHidden: Bool

  /// `true` if the relationship holds its members in an order.
  let isOrdered: Bool

  /// `true` if pairs of this relationship, not of its inverse, are what a save writes.
  let writesLinks: Bool

  /// Makes an empty set of members.
  let maker: ToManyMaker

  /// `true` if the relationship is its own inverse.
  var isOwnInverse: Bool {
    description.target == owner && description.inverse == description.name
  }

  /// `true` if the relationship is a to-many that must hold some objects, or may not hold any
  /// number.
  var hasLimits: Bool {
    isToMany && (description.minimumCount > 0 || description.maximumCount != nil)
  }

  /// `true` if the relationship holds a set of objects.
  var isToMany: Bool { description.isToMany }

  /// Creates a relationship.
  init(
    description: Relationship, owner: String, declaration: Declaration, index: Int, target: Int,
    inverse: Relationship, inverseIndex: Int, isHidden: Bool = false,
    maker: @escaping ToManyMaker
  ) {
    self.description = description
    self.owner = owner
    self.declaration = declaration
    self.index = index
    self.target = target
    self.inverseIndex = inverseIndex
    self.maker = maker
    self.isHidden = isHidden
    isOrdered = description.isOrdered
    inverseIsToMany = inverse.isToMany
    inverseHasMinimum = inverse.isToMany && inverse.minimumCount > 0
    // What no property is is named by nothing that is written.
    writesLinks =
      description.isToMany && inverse.isToMany && !isHidden
      && (description.implicitInverse != nil
        || (owner, description.name) <= (description.target, description.inverse))
  }
}
