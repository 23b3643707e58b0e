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
  static let takesFunction = "entity_takes"
  static let valueFunction = "entity_value"
  static let decimalSumFunction = "entity_decimal_sum"
  static let decimalAverageFunction = "entity_decimal_average"

  /// A NaN as `RowWriter` keeps it.
  private static let notANumber = "x'7ff8000000000000'"

  func parameter(_ number: Int) -> String { "?\(number)" }

  var keyType: String { "INTEGER PRIMARY KEY" }

  func type(of column: ColumnLayout) -> String {
    switch column.kind {
    case .reference: "INTEGER"
    case .value(.decimal): "TEXT COLLATE \(Self.decimalCollation)"
    case .value(let type):
      switch type.storageClass {
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

  func isAmong(_ sql: String, _ list: String, _ storageClass: StorageClass) -> String {
    let value =
      switch storageClass {
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

  func takes(_ id: String, _ version: String) -> String {
    "\(Self.takesFunction)(\(id), \(version))"
  }

  func value(_ column: Int, of id: String) -> String { "\(Self.valueFunction)(\(id), \(column))" }

  func criterion(_ sql: String, _ order: SortTerm.Order) -> String {
    order == .ascending ? sql : "\(sql) DESC"
  }

  func sum(_ sql: String, _ type: StorageType) -> String {
    switch type.storageClass {
    case .integer: "coalesce(sum(\(sql)), 0)"
    case .real: real("total(\(sql))", over: sql)
    case .text, .blob: asDecimal("\(Self.decimalSumFunction)(\(sql))")
    }
  }

  func average(_ sql: String, _ type: StorageType) -> String {
    switch type.storageClass {
    case .integer: "avg(\(sql))"
    case .real: real("avg(\(sql))", over: sql)
    case .text, .blob: asDecimal("\(Self.decimalAverageFunction)(\(sql))")
    }
  }

  func extreme(_ sql: String, _ type: StorageType, isLast: Bool) -> String {
    let extreme = "\(isLast ? "max" : "min")(\(sql))"
    return type == .decimal ? asDecimal(extreme) : extreme
  }

  /// Returns `aggregate`, or a NaN where one is among the reals `sql` or comes of adding them.
  private func real(_ aggregate: String, over sql: String) -> String {
    // A NaN is kept as a blob, which counts as zero, and comes last of all values. A NaN that comes
    // of adding is given out as NULL.
    "CASE WHEN max(\(sql)) >= x'' THEN max(\(sql)) WHEN max(\(sql)) IS NULL THEN \(aggregate)"
      + " ELSE coalesce(\(aggregate), \(Self.notANumber)) END"
  }

  /// Returns the text `sql`, which has no collation, as one that compares as a decimal.
  private func asDecimal(_ sql: String) -> String { "(\(sql) COLLATE \(Self.decimalCollation))" }

  // The sign leaves value and collation as they are.
  func unordered(_ sql: String) -> String { "+\(sql)" }

  func range(limit: String?, offset: String?) -> String {
    guard let offset else { return limit.map { " LIMIT \($0)" } ?? "" }
    return " LIMIT \(limit ?? "-1") OFFSET \(offset)"
  }
}
