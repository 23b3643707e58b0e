import EntityStore

/// The objects that a relationship connects, as a store has them: where each pair is.
struct StoredPairs {
  /// The table that has a row for each pair, or for what may be one.
  enum Source {
    case table(TableLayout)
    case join(JoinTable)

    /// The table's name.
    var name: String {
      switch self {
      case .table(let table): table.name
      case .join(let join): join.name
      }
    }
  }

  /// The table.
  let source: Source

  /// The column with the id of the object that has the relationship.
  let owner: String

  /// The column with the id of the object that it holds.
  let other: String

  /// Finds the pairs of a relationship of `entity` to `target` that is stored at `location`.
  init(
    _ location: RelationshipLayout.Location, of entity: EntityLayout, to target: EntityLayout
  ) {
    switch location {
    case .column(let column):
      (source, owner, other) = (.table(entity.table), "_id", column)
    case .inverseColumn(let column):
      (source, owner, other) = (.table(target.table), column, "_id")
    case .join(let join, let isReversed):
      (owner, other) = join.columns(isReversed: isReversed)
      source = .join(join)
    }
  }

  /// `true` if the row of an owner has the id of what it holds.
  var isInRowOfOwner: Bool { owner == "_id" }

  /// Returns the expression of how many objects the row `id` holds.
  func count(heldBy id: String, _ dialect: any Dialect) -> String {
    isInRowOfOwner
      ? "(\(dialect.quoted(other)) IS NOT NULL)" : count(where: owner, is: id, dialect)
  }

  /// Returns the expression of how many objects hold the row `id`.
  func count(holding id: String, _ dialect: any Dialect) -> String {
    count(where: other, is: id, dialect)
  }

  private func count(where column: String, is id: String, _ dialect: any Dialect) -> String {
    "(SELECT count(*) FROM \(dialect.quoted(source.name)) WHERE \(dialect.quoted(column)) = \(id))"
  }
}
