import EntityModel
import EntityStore

/// Searches for words.
extension QueryLowering {
  /// Adds the index of words to `scope`, where `operands` are about what the search of `query` has
  /// found.
  func rank(_ query: EntityQuery, _ scope: SelectScope, _ operands: [PredicateOperand]) {
    guard query.predicate.asksRank || operands.contains(where: \.asksRank),
      let (search, node) = query.predicate.ranking
    else { return }
    let alias = nextAlias()
    scope.add(
      SelectScope.Ranking(search: search, alias: alias, node: node),
      " JOIN \(dialect.quoted(scope.base.entity.table.searchTable)) AS \(alias)"
        + " ON \(alias).rowid = \(dialect.column("_id", of: scope.base.alias))")
  }

  /// Returns the condition that the object that `path` leads to is found by `search`, or its
  /// opposite when `negated`; its node is at `node`.
  func search(
    _ path: PropertyPath, _ search: TextSearch, _ node: Int, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    let (id, isNullable, entity) = try reference(path, scope)
    let table = dialect.quoted(entity.table.searchTable)
    let text = bind(.text(search.expression(in: entity.table)))
    if let ranking = scope.ranking, ranking.node == node, path == PropertyPath() {
      return .term("\(ranking.alias).\(table) MATCH \(text)")
    }
    let found = Condition.term("\(id) IN (SELECT rowid FROM \(table) WHERE \(table) MATCH \(text))")
    guard negated else { return found }
    return isNullable ? found.untrue : .term("NOT \(found.sql)")
  }

  /// Returns the number that is the less the more relevant a row of `scope` is.
  func rank(_ scope: SelectScope) throws(StoreError) -> SQLOperand {
    let (ranking, table) = try ranking(of: scope)
    guard !ranking.search.weights.isEmpty else {
      return .expression("\(ranking.alias).rank", .double, isNullable: false)
    }
    let weights = scope.base.entity.table.searchColumns.map {
      bind(.real(ranking.search.weights[$0.property] ?? 1))
    }
    return .expression(
      "bm25(\(table), \(weights.joined(separator: ", ")))", .double, isNullable: false)
  }

  /// Returns the text of the attribute at `path` of a row of `scope`, with words marked.
  func excerpt(
    _ path: PropertyPath, _ excerpt: TextExcerpt, _ scope: SelectScope
  ) throws(StoreError) -> SQLOperand {
    let (_, table) = try ranking(of: scope)
    let (index, column, type) = try scope.base.entity.attribute(path.names.last ?? "")
    let place = scope.base.entity.table.searchColumns.firstIndex {
      $0.position == scope.base.entity.columns[index]?.position
    }
    guard let place else { throw Self.noRanking(of: scope.base.entity) }
    let sql = dialect.excerpt(
      table, place, [excerpt.start, excerpt.end].map { bind(.text($0)) },
      words: excerpt.words.map { (bind(.text(excerpt.ellipsis)), bind(.integer(Int64($0)))) })
    return .expression(sql, type, isNullable: column.isNullable)
  }

  /// Returns what is searched in `scope`, and the index.
  private func ranking(
    of scope: SelectScope
  ) throws(StoreError) -> (ranking: SelectScope.Ranking, table: String) {
    guard let ranking = scope.ranking else { throw Self.noRanking(of: scope.base.entity) }
    let table = dialect.quoted(scope.base.entity.table.searchTable)
    return (ranking, "\(ranking.alias).\(table)")
  }

  private static func noRanking(of entity: EntityLayout) -> StoreError {
    StoreError(
      .invalidRequest,
      "the relevance and the excerpts of '\(entity.name)' are known where its objects are searched, "
        + "and not in a condition on others", entity: entity.name)
  }
}
