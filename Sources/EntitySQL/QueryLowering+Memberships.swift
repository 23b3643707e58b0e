import EntityModel
import EntityStore

/// Objects that are found through the links of a many-to-many relationship.
extension QueryLowering {
  /// Has the links of the first membership that all rows of `query` must have among the rows of
  /// `scope`: the rows of one owner are found by it, however many there are of the entity.
  ///
  /// Two objects are linked once, so that no row comes twice.
  func joinLinks(_ query: EntityQuery, _ scope: SelectScope) throws(StoreError) {
    guard let part = query.predicate.requiredMembership, let path = part.kind.path else { return }
    let (location, _, _) = try toMany(path, scope)
    guard case .join(let join, let isReversed) = location else { return }
    let link = nextAlias()
    let (own, other) = join.columns(isReversed: isReversed)
    let member = dialect.column(own, of: link)
    let row = dialect.column("_id", of: scope.base.alias)
    let links = "\(dialect.quoted(join.name)) AS \(link)"
    scope.add(
      SelectScope.Membership(
        condition: PredicateTree(part), node: part.start, links: links,
        owner: dialect.column(other, of: link),
        member: member),
      " JOIN \(links) ON \(member) = \(row)")
  }

  /// Returns the links among the rows of `scope` if they alone say which rows `query` finds.
  func links(of query: EntityQuery, _ scope: SelectScope) -> String? {
    guard let membership = scope.membership, membership.condition == query.predicate,
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
}
