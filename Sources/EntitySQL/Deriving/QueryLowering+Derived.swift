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

extension StoredValue {
  /// The value as a literal of SQL, for what a schema keeps.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real):
      real.isFinite ? "\(real)" : real.isNaN ? "x''" : real < 0 ? "-9e999" : "9e999"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .blob(let bytes):
      "x'"
        + bytes.map { byte in
          let digits = String(byte, radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined() + "'"
    }
  }
}
