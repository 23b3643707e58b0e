package import EntityModel

/// Which rows of an entity are wanted, in which order.
package struct EntityQuery: Hashable, Sendable {
  /// The entity's name.
  package var entity: String

  /// The condition that the rows satisfy.
  package var predicate: PredicateTree

  /// The order, most significant term first.
  ///
  /// Rows that it leaves equal follow by id in the direction of the last term, so that the order is
  /// that of an index read in one direction; without terms, ids ascend.
  package var sorting: [SortTerm]

  /// The most rows wanted, or `nil` for all.
  package var limit: Int?

  /// How many rows are left out at the beginning.
  package var offset: Int

  /// `true` if rows of the entities that extend `entity` are wanted too.
  package var includesSubentities: Bool

  /// The object that `PredicateOperand.source` represents.
  package var source: ObjectID?

  /// What a request says of objects that requests leave out by themselves; `nil` once that is a
  /// part of the condition, and for what the library asks for itself. A store does not look at it.
  package var visibility: RequestVisibility?

  /// Creates a query, by default for all rows by id.
  package init(
    entity: String, predicate: PredicateTree = .constant(true), sorting: [SortTerm] = [],
    limit: Int? = nil, offset: Int = 0, includesSubentities: Bool = true, source: ObjectID? = nil,
    visibility: RequestVisibility? = nil
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sorting = sorting
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.source = source
    self.visibility = visibility
  }
}

extension EntityQuery {
  /// The direction in which rows that `sorting` leaves equal follow by id.
  package var idOrder: SortTerm.Order { sorting.last?.order ?? .ascending }
}
