import EntityModel
import EntityStore

extension MemorySession {
  func results(
    _ query: ResultQuery, _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    let types = try layout.types(of: query)
    let table = try layout.requiredEntity(query.base.entity).table.name
    let subjects = try found(query.base).map { subject(table, $0) }
    let writer = __RowWriter()
    let rows =
      query.isGrouped
      ? try groups(query, subjects, types)
      : subjects.map { subject in query.columns.map { $0.operand?.value(for: subject) ?? .null } }
    for row in query.countsRows ? [[.integer(Int64(rows.count))]] : rows {
      writer.begin()
      for value in row { writer.write(value) }
      try withExtendedLifetime(writer) { try body(writer.row) }
    }
  }

  /// Returns the rows of `query`, which groups `subjects`.
  private func groups(
    _ query: ResultQuery, _ subjects: [MemorySubject], _ types: [PredicateOperand: StorageType]
  ) throws -> [[StoredValue]] {
    func key(_ subject: MemorySubject) -> [GroupKey] {
      query.grouping.map { GroupKey($0.value(for: subject), as: types[$0] ?? .string) }
    }
    var groups = Array(Dictionary(grouping: subjects, by: key).values)
    if query.grouping.isEmpty { groups = [subjects] }

    func type(_ column: ResultExpression) -> StorageType {
      column.operand.flatMap { types[$0] } ?? .int64
    }
    func value(
      _ column: ResultExpression, _ group: [MemorySubject]
    ) throws -> StoredValue {
      guard let value = column.value(over: group, as: type(column)) else {
        throw StoreError(overflowOf: query)
      }
      return value
    }
    groups = try groups.filter { group in
      var named: [String: (type: StorageType, value: StoredValue)] = [:]
      for column in query.named {
        named[column.text] = (column.type(of: type(column)), try value(column, group))
      }
      return query.condition.isSatisfied(by: MemoryGroup(columns: named))
    }
    let order =
      query.order
      + query.grouping.map { ResultQuery.Term(ResultExpression(nil, $0), .ascending) }
    groups = try groups.sorted { left, right in
      for term in order {
        let type = term.column.type(of: type(term.column))
        let order = term.order(
          try value(term.column, left), try value(term.column, right), as: type)
        if order != 0 { return order < 0 }
      }
      return false
    }
    return try groups.dropFirst(max(query.offset, 0)).prefix(query.limit.map { max($0, 0) } ?? .max)
      .map { group in try query.columns.map { try value($0, group) } }
  }
}

/// A group as the subject of the condition on groups.
private struct MemoryGroup: PredicateSubject {
  let columns: [String: (type: StorageType, value: StoredValue)]

  var subjectID: ObjectID { ObjectID(entityName: "", rowID: 0) }
  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? { columns[name] }
  func relatedObject(_ name: String) -> MemoryGroup? { nil }
  func relatedObjects(_ name: String) -> [MemoryGroup] { [] }
}
