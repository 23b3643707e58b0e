import EntityModel
import EntityStore

/// What the store keeps of the members of to-manies.
extension QueryLowering {
  /// Returns the column that has what `part` asks of the members of the to-many that `path` leads
  /// to, or `nil` where they have to be asked.
  func kept(
    _ path: PropertyPath, _ part: PredicatePart, _ scope: SelectScope
  ) throws(StoreError) -> SQLOperand? {
    guard usesDerived, !layout.derived.isEmpty, let start = scope.start(of: path),
      let name = path.names.last
    else { return nil }
    let way = Array(path.names.dropLast())
    if way.isEmpty, start.isIDAlone { return nil }
    // What is not kept is asked without the rows of its owners.
    var owner = start.base.entity
    for step in way { owner = try layout.toOneTarget(step, of: owner) }
    if case .aggregate(.average, _, _) = part.kind {
      guard layout.keptAverage(of: name, part, owner) != nil else { return nil }
      return try keptAverage(of: name, part, try row(at: way, start), scope)
    }
    guard layout.keptColumn(of: name, part, owner) != nil else { return nil }
    let row = try row(at: way, start)
    guard row.kinds == nil, let column = layout.keptColumn(of: name, part, row.entity) else {
      return nil
    }
    let sql = dialect.column(column, of: row.alias)
    guard case .aggregate(let function, _, let type) = part.kind else {
      // What a to-one does not refer to has no members.
      return .expression(row.isOptional ? "coalesce(\(sql), 0)" : sql, .int64, isNullable: false)
    }
    var value = sql
    if function == .sum, row.isOptional {
      // A sum that is too large has no value, other than that of no members.
      let id = dialect.column("_id", of: row.alias)
      let zero = type == .decimal ? "'0'" : "0"
      value = "CASE WHEN \(id) IS NULL THEN \(zero) ELSE \(sql) END"
    }
    return .expression(
      dialect.comparable(value, type), function.type(of: type), isNullable: true)
  }

  /// Returns the average that `part` asks of the members of the to-many `name` of `row`, of the
  /// columns that have the sum and the number of values; `nil` without those.
  private func keptAverage(
    of name: String, _ part: PredicatePart, _ row: SelectScope.Row, _ scope: SelectScope
  ) throws(StoreError) -> SQLOperand? {
    guard row.kinds == nil, let columns = layout.keptAverage(of: name, part, row.entity) else {
      return nil
    }
    usesDerived = false
    defer { usesDerived = true }
    guard case .expression(let again, let type, _) = try operand(part, scope) else { return nil }
    let sum = dialect.column(columns.sum, of: row.alias)
    let count = dialect.column(columns.count, of: row.alias)
    // A sum that is too large has no value, an average of the same values has one.
    return .expression(
      "CASE WHEN \(sum) IS NULL THEN \(again) WHEN \(count) > 0 THEN"
        + " CAST(\(sum) AS REAL) / \(count) END", type, isNullable: true)
  }

  /// Returns the expression of what `members` asks of the members of the base row of `scope`, as a
  /// column keeps it.
  func keptValue(
    _ members: DerivedMembers, _ scope: SelectScope
  ) throws(StoreError) -> String {
    let part = members.operand.root
    guard let aggregate = members.aggregate, aggregate.function == .sum,
      aggregate.type != .decimal,
      let related = try relatedRows(
        PropertyPath([members.relationship]), part.first, scope, innerNegated: false,
        selecting: part.second),
      case .expression(let sql, _, _)? = related.selected
    else { return try value(members.operand, scope).sql }
    // SQLite's own sum fails where 64 bits cannot hold it; one of halves does not. What the lower
    // ones carry is added before the upper ones are multiplied, so that a sum that fits is one.
    let low = "sum(\(sql) & 4294967295)"
    let high = "(sum(\(sql) >> 32) + (\(low) >> 32)) * 4294967296"
    let sum = "coalesce(\(high) + (\(low) & 4294967295), 0)"
    return "(SELECT CASE typeof(\(sum)) WHEN 'integer' THEN \(sum) END \(related.rows))"
  }
}
