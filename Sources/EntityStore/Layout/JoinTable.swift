import EntityModel

/// The table that stores the pairs of a relationship that is to-many at both ends.
///
/// A relationship that is its own inverse stores each pair in both directions, so that it is read
/// as any other.
package struct JoinTable: Hashable, Sendable {
  /// The table's name.
  package let name: String

  /// The table that the first column refers to: that of the end whose name comes first, or that a
  /// property is where the other one is implicit.
  package let firstTable: String

  /// The table that the second column refers to.
  package let secondTable: String

  /// `true` if the relationship is its own inverse.
  package let isSymmetric: Bool

  /// `true` if what is linked to a row of the first table has an order.
  package let isFirstOrdered: Bool

  /// `true` if what is linked to a row of the second table has an order; where the relationship is
  /// its own inverse, the first one says so.
  package let isSecondOrdered: Bool

  /// The entity of that first end.
  package let entity: String

  /// The relationship at that end.
  package let property: String

  /// The name of the column that refers to the first table.
  package static let firstColumn = "_first"

  /// The name of the column that refers to the second table.
  package static let secondColumn = "_second"

  /// The name of the column with the position of a link among those of the row of the first table.
  package static let firstPosition = "_firstPosition"

  /// The name of the column with the position of a link among those of the row of the second table.
  package static let secondPosition = "_secondPosition"

  /// The columns of positions, in order: that of the row whose links they are in order, and its
  /// own.
  package var orders: [(owner: String, position: String)] {
    (isFirstOrdered ? [(Self.firstColumn, Self.firstPosition)] : [])
      + (isSecondOrdered ? [(Self.secondColumn, Self.secondPosition)] : [])
  }

  /// The column of the positions among the links of an owner, where they have an order.
  package func position(isReversed: Bool) -> String? {
    isReversed
      ? (isSecondOrdered ? Self.secondPosition : nil) : (isFirstOrdered ? Self.firstPosition : nil)
  }

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
