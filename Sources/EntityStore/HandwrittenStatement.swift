package import EntityModel

/// A statement that a program has written by hand.
package struct HandwrittenStatement: Hashable, Sendable {
  /// A part of a statement.
  package enum Segment: Hashable, Sendable {
    /// SQL, from a literal in the program.
    case text(String)

    /// A value, which is bound.
    case value(StoredValue)

    /// Values for `IN`, which are bound.
    case list([StoredValue])

    /// The number of an object's row, which is bound.
    case object(ObjectID)

    /// The numbers of objects' rows for `IN`, which are bound.
    case objects([ObjectID])

    /// The table of an entity.
    case table(entity: String)

    /// The column of a property.
    case column(entity: String, property: String)

    /// The table of the links of a relationship that is to-many at both ends.
    case links(entity: String, property: String)

    /// The column, in the table of the links of a relationship, of the objects that have it, or
    /// else of those that it holds.
    case linkColumn(entity: String, property: String, isOwner: Bool)

    /// What cannot be part of a statement, in words.
    case refused(String)
  }

  /// The parts, in order.
  package var segments: [Segment] = []

  /// The store of the objects that it names.
  package var store = StoreTag.unknown

  /// Creates a statement without parts.
  package init() {}
}
