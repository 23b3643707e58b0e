import EntityModel
import EntityStore

/// Counts that the store keeps.
extension QueryLowering {
  /// Returns the column that has how many members of the to-many that `path` leads to satisfy
  /// `condition`, or `nil` where they have to be counted.
  func keptCount(
    _ path: PropertyPath, _ condition: PredicatePart, _ scope: SelectScope
  ) throws(StoreError) -> SQLOperand? {
    guard usesDerived, !layout.derived.isEmpty, let start = scope.start(of: path),
      let name = path.names.last
    else { return nil }
    let way = Array(path.names.dropLast())
    if way.isEmpty, start.isIDAlone { return nil }
    let row = try row(at: way, start)
    guard row.kinds == nil, let column = layout.countColumn(of: name, condition, row.entity) else {
      return nil
    }
    let sql = dialect.column(column, of: row.alias)
    // What a to-one does not refer to has no members.
    return .expression(row.isOptional ? "coalesce(\(sql), 0)" : sql, .int64, isNullable: false)
  }
}
