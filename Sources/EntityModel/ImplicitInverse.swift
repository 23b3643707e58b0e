/// The other end of a relationship, where the entity at that end has no property for it.
///
/// It is a to-many that nobody can name, whether the relationship is a to-one, a set or an array:
/// requests, key paths and values do not have it. Its delete rule and its counts hold all the same;
/// a `maximumCount` of 1 makes it what a to-one would be.
public struct ImplicitInverse: Hashable, Sendable {
  /// What happens to the objects that refer to an object when that is deleted; where nothing is
  /// said, `nullify`, or `deny` if they cannot be without it, by a required to-one.
  public var deleteRule: DeleteRule?

  /// The fewest objects that may refer to one.
  public var minimumCount: Int

  /// The most objects that may refer to one; `nil` for any number.
  public var maximumCount: Int?

  /// Any number of objects may refer to one, and its deletion clears their references; if these are
  /// required, it is refused.
  public static let implicit = ImplicitInverse(
    deleteRule: nil, minimumCount: 0, maximumCount: nil)

  /// The other end with a delete rule and counts of its own.
  ///
  /// - Parameters:
  ///   - deleteRule: What happens to the objects that refer to an object when that is deleted.
  ///   - minimumCount: The fewest objects that may refer to one that is saved.
  ///   - maximumCount: The most objects that may refer to one that is saved.
  public static func implicit(
    deleteRule: DeleteRule? = nil, minimumCount: Int = 0, maximumCount: Int? = nil
  ) -> ImplicitInverse {
    ImplicitInverse(
      deleteRule: deleteRule, minimumCount: minimumCount, maximumCount: maximumCount)
  }
}

extension Relationship {
  /// Creates a description of a to-one relationship of the entity `owner`, whose inverse is
  /// implicit.
  public static func toOne(
    _ name: String, _ target: String, isOptional: Bool, inverse: ImplicitInverse,
    of owner: String, deleteRule: DeleteRule, column: String? = nil, originalName: String? = nil
  ) -> Relationship {
    var relationship = toOne(
      name, target, isOptional: isOptional, inverse: "\(owner).\(name)", deleteRule: deleteRule,
      column: column, originalName: originalName)
    relationship.implicitInverse = inverse
    relationship.implicitInverse?.deleteRule =
      inverse.deleteRule ?? (isOptional ? .nullify : .deny)
    return relationship
  }

  /// Creates a description of a to-many relationship of the entity `owner`, of a set or, where it
  /// `isOrdered`, of an array, whose inverse is implicit.
  public static func toMany(
    _ name: String, _ target: String, inverse: ImplicitInverse, of owner: String,
    deleteRule: DeleteRule, minimumCount: Int = 0, maximumCount: Int? = nil,
    originalName: String? = nil, isOrdered: Bool = false
  ) -> Relationship {
    var relationship = toMany(
      name, target, inverse: "\(owner).\(name)", deleteRule: deleteRule,
      minimumCount: minimumCount, maximumCount: maximumCount, originalName: originalName,
      isOrdered: isOrdered)
    relationship.implicitInverse = inverse
    relationship.implicitInverse?.deleteRule = inverse.deleteRule ?? .nullify
    return relationship
  }

  /// The to-many at the other end, where the inverse is implicit.
  package var hiddenInverse: Relationship? {
    guard let implicitInverse else { return nil }
    return .toMany(
      inverse, String(inverse.dropLast(name.count + 1)), inverse: name,
      deleteRule: implicitInverse.deleteRule ?? (isToMany || isOptional ? .nullify : .deny),
      minimumCount: implicitInverse.minimumCount, maximumCount: implicitInverse.maximumCount)
  }
}

extension ObjectModel {
  /// An end of a relationship that no property is.
  package struct HiddenEnd: Sendable {
    /// The name of the entity whose objects have it.
    package let entity: String

    /// Its index, which no property of the inheritance tree has.
    package let index: Int

    /// The to-many.
    package let relationship: Relationship
  }

  /// Returns the implicit inverses at the entities of each inheritance tree that has any, by the
  /// name of the tree's root, in the order of the relationships that declare them.
  ///
  /// Their indexes come after those of all the properties that an entity of the tree has, so that
  /// an entity and those that extend it have them in common.
  package func hiddenEnds() -> [String: [HiddenEnd]] {
    var found: [String: [Relationship]] = [:]
    for entity in entities {
      for case .relationship(let relationship) in entity.properties
      where relationship.implicitInverse != nil {
        found[root(of: relationship.target), default: []].append(relationship)
      }
    }
    return Dictionary(
      uniqueKeysWithValues: found.map { root, relationships in
        let start = tree(rootedAt: root).map { properties(of: $0.name).count }.max() ?? 0
        let ends = relationships.enumerated().compactMap { offset, relationship in
          relationship.hiddenInverse.map {
            HiddenEnd(entity: relationship.target, index: start + offset, relationship: $0)
          }
        }
        return (root, ends)
      })
  }

  /// The relationship at the other end of `relationship`, one of the model's; `nil` where there is
  /// none.
  package func inverse(of relationship: Relationship) -> Relationship? {
    relationship.hiddenInverse
      ?? property(relationship.inverse, of: relationship.target)?.relationship
  }

  /// Returns the index of the inverse of `relationship` among all that the entity at the other end
  /// has; `nil` where there is none.
  package func inverseIndex(of relationship: Relationship) -> Int? {
    guard relationship.implicitInverse != nil else {
      return properties(of: relationship.target).firstIndex { $0.name == relationship.inverse }
    }
    return hiddenEnds()[root(of: relationship.target)]?
      .first { $0.relationship.name == relationship.inverse }?.index
  }
}
