package import EntityStore

/// Where the members of an ordered to-many are: a table with a row for each, which names the owner,
/// the member and its place.
package struct OrderedList: Hashable, Sendable {
  let table: String
  let owner: String
  let member: String
  let place: String

  /// Creates the list of the rows of `table` that refer to an owner by `column`.
  init(_ column: ColumnLayout, of table: TableLayout) {
    self.table = table.name
    owner = column.name
    member = "_id"
    place = column.positionName
  }

  /// Creates the list of the links of the owner of `join`, which is in its second column where that
  /// is `isReversed`, and whose places are in the column `place`.
  init(_ join: JoinTable, isReversed: Bool, _ place: String) {
    table = join.name
    (owner, member) = join.columns(isReversed: isReversed)
    self.place = place
  }

  /// Creates the list of a to-many to `target` that is stored at `location`; `nil` where that is
  /// not ordered.
  package init?(_ location: RelationshipLayout.Location, _ target: TableLayout) {
    switch location {
    case .column: return nil
    case .inverseColumn(let name):
      guard let column = target.orderedColumns.first(where: { $0.name == name }) else { return nil }
      self.init(column, of: target)
    case .join(let join, let isReversed):
      guard let place = join.position(isReversed: isReversed) else { return nil }
      self.init(join, isReversed: isReversed, place)
    }
  }
}

/// The statements on the places of members.
package struct OrderStatements {
  let dialect: any Dialect

  /// Returns the expression of the place after those of all members of `owner`, which is SQL too.
  ///
  /// Where a member has been given no place, the next one has none either: it comes last, since its
  /// id is greater.
  func end(of list: OrderedList, owner: String) -> String {
    let last = dialect.quoted("last")
    let gap = MemberPlace.gap
    return "coalesce((SELECT CASE WHEN \(last) > \(MemberPlace.unplaced - 2 * gap)"
      + " THEN \(MemberPlace.unplaced) ELSE \(last) + \(gap) END"
      + " FROM (SELECT max(\(quoted(list.place))) AS \(last) FROM \(quoted(list.table))"
      + " WHERE \(quoted(list.owner)) = \(owner))), \(gap))"
  }

  /// Returns the statement that reads the places and the ids of members of the owner that is
  /// parameter 1, in order: `limit` of them, a number or a parameter, after `offset` others, and
  /// where `isAfter` only those after the place and the id that are parameters 2 and 3.
  package func members(
    of list: OrderedList, isAfter: Bool, limit: String, offset: String = "0"
  ) -> String {
    "\(select(list))\(isAfter ? " AND \(pair(list)) > \(position)" : "")"
      + " ORDER BY \(quoted(list.place)), \(quoted(list.member))"
      + " LIMIT \(limit) OFFSET \(offset)"
  }

  /// Returns the statement that reads the place and the id of the last member of the owner that is
  /// parameter 1, other than the one that is parameter 4, before the place and the id that are
  /// parameters 2 and 3, which may be none's.
  package func previous(of list: OrderedList) -> String {
    "\(select(list)) AND \(pair(list)) < \(position)"
      + " AND \(quoted(list.member)) <> \(dialect.parameter(4))"
      + " ORDER BY \(quoted(list.place)) DESC, \(quoted(list.member)) DESC LIMIT 1"
  }

  /// Returns the statement that reads the places and the ids of the first members of the owner that
  /// is parameter 1, other than the one that is parameter 4, after the place and the id that are
  /// parameters 2 and 3: as many as parameter 5 says.
  package func next(of list: OrderedList) -> String {
    "\(select(list)) AND \(pair(list)) > \(position)"
      + " AND \(quoted(list.member)) <> \(dialect.parameter(4))"
      + " ORDER BY \(quoted(list.place)), \(quoted(list.member)) LIMIT \(dialect.parameter(5))"
  }

  /// Returns the statement that reads the place and the id of the member that is parameter 2 of the
  /// owner that is parameter 1.
  package func place(of list: OrderedList) -> String {
    "\(select(list)) AND \(quoted(list.member)) = \(dialect.parameter(2))"
  }

  /// Returns the statement that gives the member that is parameter 2 of the owner that is parameter
  /// 1 the place that is parameter 3.
  package func put(in list: OrderedList) -> String {
    "UPDATE \(quoted(list.table)) SET \(quoted(list.place)) = \(dialect.parameter(3))"
      + " WHERE \(quoted(list.owner)) = \(dialect.parameter(1))"
      + " AND \(quoted(list.member)) = \(dialect.parameter(2))"
  }

  private func select(_ list: OrderedList) -> String {
    "SELECT \(quoted(list.place)), \(quoted(list.member)) FROM \(quoted(list.table))"
      + " WHERE \(quoted(list.owner)) = \(dialect.parameter(1))"
  }

  private func pair(_ list: OrderedList) -> String {
    "(\(quoted(list.place)), \(quoted(list.member)))"
  }

  private var position: String { "(\(dialect.parameter(2)), \(dialect.parameter(3)))" }

  private func quoted(_ name: String) -> String { dialect.quoted(name) }
}
