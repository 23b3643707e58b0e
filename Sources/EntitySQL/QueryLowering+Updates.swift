import EntityModel
package import EntityStore

/// The statements of a change of many rows.
package struct LoweredUpdate {
  /// Reads the id and the version of each row that changes; the old values and the new values too,
  /// where these are wanted.
  package let selection: SQLQuery

  /// Changes them.
  package let change: SQLQuery
}

extension QueryLowering {
  /// Returns the statements that make `update`; the values are read if `readsValues`.
  ///
  /// - Throws: what of `update` the model does not have.
  package static func lower(
    _ update: DirectUpdate, readsValues: Bool, _ statements: RowStatements
  ) throws(StoreError) -> LoweredUpdate {
    try statements.layout.check(update.query)
    return LoweredUpdate(
      selection: try QueryLowering(statements, source: nil)
        .selection(of: update, readsValues: readsValues),
      change: try QueryLowering(statements, source: nil).change(of: update))
  }

  /// Returns the statement that reads what `update` changes.
  private func selection(
    of update: DirectUpdate, readsValues: Bool
  ) throws(StoreError) -> SQLQuery {
    let entity = try layout.requiredEntity(update.query.entity)
    let scope = SelectScope(nextAlias(), entity)
    let alias = scope.base.alias
    var (old, new): ([String], [String]) = ([], [])
    for assignment in update.assignments where readsValues {
      old.append(statements.column(assignment.property, entity, of: alias))
      new.append(try value(assignment.operand, scope).sql)
    }
    let id = dialect.column("_id", of: alias)
    let columns = [id, dialect.column("_version", of: alias)] + old + new
    let condition = try condition(of: update, scope)
    return SQLQuery(
      text: "SELECT \(columns.joined(separator: ", "))"
        + " FROM \(dialect.quoted(entity.table.name)) AS \(alias)"
        + (condition.isEmpty ? "" : " WHERE \(condition)") + " ORDER BY \(id)",
      bindings: bindings)
  }

  /// Returns the statement that makes `update`.
  private func change(of update: DirectUpdate) throws(StoreError) -> SQLQuery {
    let entity = try layout.requiredEntity(update.query.entity)
    let scope = SelectScope(nextAlias(), entity)
    let version = dialect.quoted("_version")
    var changes: [String] = []
    for assignment in update.assignments {
      let column = try entity.requiredColumn(assignment.property)
      changes += statements.changes(of: column, to: try value(assignment.operand, scope).sql)
    }
    changes.append("\(version) = \(version) + 1")
    let condition = try condition(of: update, scope)
    return SQLQuery(
      text: "UPDATE \(dialect.quoted(entity.table.name)) AS \(scope.base.alias)"
        + " SET \(changes.joined(separator: ", "))"
        + (condition.isEmpty ? "" : " WHERE \(condition)"), bindings: bindings)
  }

  /// Returns the condition that `update` is about the base row of `scope`, and changes it; empty
  /// for every row.
  private func condition(
    of update: DirectUpdate, _ scope: SelectScope
  ) throws(StoreError) -> String {
    let entity = scope.base.entity
    let differs = try difference(of: update, scope).map { [$0] } ?? []
    let query = update.query
    if query.limit == nil, query.offset <= 0, query.predicate.isOfOneRow {
      let condition = try condition(of: query, scope)
      switch condition {
      case .constant(true): return differs.joined()
      case .any where !differs.isEmpty: return "(\(condition.sql)) AND \(differs[0])"
      case .any, .constant, .single, .all:
        return ([condition.sql] + differs).joined(separator: " AND ")
      }
    }
    let found = SelectScope(nextAlias(), entity)
    let condition = try condition(of: query, found)
    let isRanged = query.limit != nil || query.offset > 0
    let order = isRanged ? try order(of: query, found) : []
    var rows = "SELECT \(dialect.column("_id", of: found.base.alias))"
    rows += " FROM \(dialect.quoted(entity.table.name)) AS \(found.base.alias)\(found.joins)"
    if condition != .constant(true) { rows += " WHERE \(condition.sql)" }
    if !order.isEmpty { rows += " ORDER BY \(order.joined(separator: ", "))" }
    rows += range(limit: query.limit, offset: query.offset)
    let id = dialect.column("_id", of: scope.base.alias)
    return (["\(id) IN (\(rows))"] + differs).joined(separator: " AND ")
  }

  /// Returns the condition that `update` changes the base row of `scope`; `nil` if it changes each.
  private func difference(
    of update: DirectUpdate, _ scope: SelectScope
  ) throws(StoreError) -> String? {
    let entity = scope.base.entity
    var differences: [String] = []
    for assignment in update.assignments {
      let column = try entity.requiredColumn(assignment.property)
      if assignment.changesEach(column) { return nil }
    }
    for assignment in update.assignments where !assignment.isIncidental {
      let column = statements.column(assignment.property, entity, of: scope.base.alias)
      differences.append("\(column) IS NOT \(try value(assignment.operand, scope).sql)")
      // There are two zeros, which SQL regards as equal.
      if try entity.requiredColumn(assignment.property).storageClass == .real {
        differences.append("\(column) = 0")
      }
    }
    return differences.count == 1 ? differences[0] : "(\(differences.joined(separator: " OR ")))"
  }
}

extension DirectUpdate.Assignment {
  /// `true` if the value of `column`, to which it is assigned, is another one in every row or null,
  /// which the column cannot hold.
  package func changesEach(_ column: ColumnLayout) -> Bool {
    guard operand.nodes.count == 3, !column.isNullable, column.storageClass == .integer,
      case .function(let function, _, _) = operand.nodes[0].kind,
      function == .add || function == .subtract,
      case .attribute(let path) = operand.nodes[1].kind, path.names == [column.property],
      case .value(.integer(let number)) = operand.nodes[2].kind
    else { return false }
    return number != 0
  }

  /// `true` if a constant is assigned.
  package var isConstant: Bool {
    if case .value = operand.root.kind { true } else { false }
  }
}
