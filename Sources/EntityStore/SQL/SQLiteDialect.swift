import EntityModel

/// The SQL of SQLite, with the functions of `SQLFunctions` and reals kept as `RowWriter` does.
struct SQLiteDialect: Dialect {
  /// The name of the collation that compares decimals as numbers.
  static let decimalCollation = "entity_decimal"

  /// The names of the functions.
  static let foldFunction = "entity_fold"
  static let prefixFunction = "entity_has_prefix"
  static let suffixFunction = "entity_has_suffix"
  static let containsFunction = "entity_contains"
  static let decodeFunction = "entity_decode"

  func parameter(_ number: Int) -> String { "?\(number)" }

  var keyType: String { "INTEGER PRIMARY KEY" }

  func type(of column: ColumnLayout) -> String {
    switch column.kind {
    case .reference: "INTEGER"
    case .value(.decimal): "TEXT COLLATE \(Self.decimalCollation)"
    case .value(let type):
      switch type.form {
      case .integer: "INTEGER"
      case .text: "TEXT"
      case .blob: "BLOB"
      // A column of type REAL loses the sign of zero.
      case .real: ""
      }
    }
  }

  var keyedTableSuffix: String { " WITHOUT ROWID" }

  func same(_ left: String, _ right: String) -> String { "\(left) IS \(right)" }

  func different(_ left: String, _ right: String) -> String { "\(left) IS NOT \(right)" }

  // A NaN is kept as a blob, and blobs come after all numbers. The sign keeps SQLite from taking
  // this for the bound of a search in an index, in place of a tighter one.
  func isNumber(_ sql: String) -> String { "+\(sql) < x''" }

  func isNotANumber(_ sql: String) -> String { "+\(sql) >= x''" }

  func folded(_ sql: String) -> String { "\(Self.foldFunction)(\(sql))" }

  func plain(_ sql: String) -> String { "\(sql) COLLATE BINARY" }

  func matches(_ match: PredicateTree.TextMatch, _ whole: String, _ part: String) -> String {
    switch match {
    case .equal: "\(whole) = \(part)"
    case .prefix: "\(Self.prefixFunction)(\(whole), \(part))"
    case .suffix: "\(Self.suffixFunction)(\(whole), \(part))"
    case .contains: "\(Self.containsFunction)(\(whole), \(part))"
    }
  }

  func isAmong(_ sql: String, _ list: String, _ form: StoredForm) -> String {
    let value =
      switch form {
      case .integer: "\"value\""
      default: "\(Self.decodeFunction)(\"value\")"
      }
    return "\(sql) IN (SELECT \(value) FROM json_each(\(list)))"
  }

  // JSON has neither blobs nor every real nor every text, so all but integers are encoded.
  func list(_ values: [StoredValue]) -> StoredValue {
    var text = "["
    for value in values {
      if text.utf8.count > 1 { text += "," }
      switch value {
      case .integer(let integer): text += String(integer)
      case .null: text += "null"
      default: text += "\"\(EncodedValue.encode(value))\""
      }
    }
    return .text(text + "]")
  }

  func criterion(_ sql: String, _ order: SortTerm.Order) -> String {
    order == .ascending ? sql : "\(sql) DESC"
  }

  func range(limit: String?, offset: String?) -> String {
    guard let offset else { return limit.map { " LIMIT \($0)" } ?? "" }
    return " LIMIT \(limit ?? "-1") OFFSET \(offset)"
  }
}
