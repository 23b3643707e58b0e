import EntityModel
import EntityStore

/// Objects that are found through the links of a many-to-many relationship.
extension QueryLowering {
  /// Has the links of the first membership that all rows of `query`, or what a to-one of theirs
  /// leads to, must have among the rows of `scope`: the rows of one owner are found by it, however
  /// many there are of the entity.
  ///
  /// Two objects are linked once, so that no row comes twice.
  func joinLinks(_ query: EntityQuery, _ scope: SelectScope) throws(StoreError) {
    guard let part = query.predicate.requiredMembership, let path = part.kind.path else { return }
    let (location, row, _) = try toMany(path, scope)
    guard case .join(let join, let isReversed) = location else { return }
    let link = nextAlias()
    let (own, other) = join.columns(isReversed: isReversed)
    let member = dialect.column(own, of: link)
    let links = "\(dialect.quoted(join.name)) AS \(link)"
    scope.add(
      SelectScope.Membership(
        condition: PredicateTree(part), node: part.start, alias: link, links: links,
        owner: dialect.column(other, of: link),
        member: path.names.count == 1 ? member : nil),
      " JOIN \(links) ON \(member) = \(row)")
  }

  /// Returns the links among the rows of `scope` if they alone say which rows `query` finds.
  func links(of query: EntityQuery, _ scope: SelectScope) -> String? {
    guard let membership = scope.membership, membership.member != nil,
      membership.condition == query.predicate,
      kinds(of: scope.base.entity, includesSubentities: query.includesSubentities) == nil
    else { return nil }
    return membership.links
  }

  /// Returns the condition `part`, a membership, or its opposite when `negated`, on the links among
  /// the rows of `scope`.
  func membership(
    _ part: PredicatePart, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    guard let path = part.kind.path, let owner = scope.membership?.owner else {
      return .constant(false)
    }
    let (_, _, target) = try toMany(path, scope)
    return try condition(
      part.first, SelectScope(id: owner, target, in: scope), negated: negated)
  }

  /// Returns the place of the row of `scope` among the members of `owner`, of the ordered to-many
  /// whose inverse `path` is.
  ///
  /// Of a row that is no member it is any number.
  func place(
    _ path: PropertyPath, _ owner: ObjectID, _ scope: SelectScope
  ) throws(StoreError) -> SQLOperand {
    let entity = scope.base.entity
    let location = try layout.orderedLocation(path, entity)
    guard let list = OrderedList(location, entity.table) else {
      throw StoreError(
        .invalidRequest, "objects of '\(entity.name)' have no places by '\(path.text)'",
        entity: entity.name)
    }
    guard case .join(let join, _) = location else {
      let place = dialect.column(list.place, of: scope.base.alias)
      return .expression(place, .int64, isNullable: false)
    }
    let membership = PredicateTree.quantified(
      .any, path, .comparison(.object(PropertyPath()), .equal, .identifier(owner)))
    // Of what is its own inverse, the link that is among the rows has the place of the other end.
    if !join.isSymmetric, let found = scope.membership, found.condition == membership {
      return .expression(
        dialect.column(list.place, of: found.alias), .int64, isNullable: false)
    }
    let link = nextAlias()
    let sql =
      "(SELECT \(dialect.column(list.place, of: link)) FROM \(dialect.quoted(list.table)) AS \(link)"
      + " WHERE \(dialect.column(list.owner, of: link)) = \(bind(.integer(owner.rowID)))"
      + " AND \(dialect.column(list.member, of: link)) = \(scope.id(dialect)))"
    return .expression(sql, .int64, isNullable: false)
  }
}
