package import EntityModel

/// Where a relationship is stored, as seen from one of its ends.
package struct RelationshipLayout: Hashable, Sendable {
  /// The table or column that stores a relationship.
  package enum Location: Hashable, Sendable {
    /// A column of the owner's table that holds the id of the other row.
    case column(String)

    /// A column of the target's table that holds the id of the owner.
    case inverseColumn(String)

    /// A join table whose first column is the owner's, or its second one when reversed.
    case join(JoinTable, isReversed: Bool)

    /// The same as seen from the other end.
    package var inverted: Location {
      switch self {
      case .column(let column): .inverseColumn(column)
      case .inverseColumn(let column): .column(column)
      case .join(let join, let isReversed):
        // Both ends of what is its own inverse are the same one.
        .join(join, isReversed: join.isSymmetric ? isReversed : !isReversed)
      }
    }
  }

  /// The relationship as described.
  package let relationship: Relationship

  /// Where it is stored.
  package let location: Location
}
