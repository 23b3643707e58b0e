import EntityModel

/// The table that stores the pairs of a relationship that is to-many at both ends.
///
/// A relationship that is its own inverse stores each pair in both directions, so that it is read
/// as any other.
package struct JoinTable: Hashable, Sendable {
  /// The table's name.
  package let name: String

  /// The table that the first column refers to: that of the end whose name comes first.
  package let firstTable: String

  /// The table that the second column refers to.
  package let secondTable: String

  /// `true` if the relationship is its own inverse.
  package let isSymmetric: Bool

  /// The entity of the end whose name comes first.
  package let entity: String

  /// The relationship at that end.
  package let property: String

  /// The name of the column that refers to the first table.
  package static let firstColumn = "_first"

  /// The name of the column that refers to the second table.
  package static let secondColumn = "_second"

  /// The columns of an owner and of the object that it holds; the second one is the owner's when
  /// `isReversed`.
  package func columns(isReversed: Bool) -> (own: String, other: String) {
    isReversed ? (Self.secondColumn, Self.firstColumn) : (Self.firstColumn, Self.secondColumn)
  }
}

/// One end of a relationship between entities: its entity and its name.
struct RelationshipEnd: Hashable, Comparable {
  let entity: String
  let name: String

  static func < (left: RelationshipEnd, right: RelationshipEnd) -> Bool {
    (left.entity, left.name) < (right.entity, right.name)
  }
}
