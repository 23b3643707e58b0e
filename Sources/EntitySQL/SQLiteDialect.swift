package import EntityModel
package import EntityStore

/// The SQL of SQLite, with the functions of `SQLFunctions` and a NaN stored as the blob of its
/// bits.
package struct SQLiteDialect: Dialect {
  /// `true` if a sum of whole numbers is not SQLite's own, which fails with a part of it.
  private var addsExactly = false

  /// Creates the dialect.
  package init() {}

  package var addingExactly: any Dialect {
    var dialect = self
    dialect.addsExactly = true
    return dialect
  }

  /// The name of the collation that compares decimals as numbers.
  package static let decimalCollation = "entity_decimal"

  /// What the names of the collations of languages begin with.
  package static let languageCollation = "entity_language_"

  /// The names of the functions.
  package static let foldFunction = "entity_fold"
  package static let prefixFunction = "entity_has_prefix"
  package static let suffixFunction = "entity_has_suffix"
  package static let containsFunction = "entity_contains"

  /// Whether a text is as a pattern with wildcards says.
  package static let likeFunction = "entity_like"

  /// Whether a regular expression is found in a text.
  package static let patternFunction = "entity_pattern"

  /// The table that has the values of a `ValueList`.
  package static let listTable = "entity_list"
  package static let wholeSumFunction = "entity_whole_sum"
  package static let decimalSumFunction = "entity_decimal_sum"
  package static let decimalAverageFunction = "entity_decimal_average"
  package static let convertFunction = "entity_convert"
  package static let leafFunction = "entity_leaf"

  /// The function that finds a property of a storage in its JSON.
  package static let memberFunction = "entity_member"

  /// The function that finds a value in JSON by a path.
  package static let jsonFunction = "entity_json"

  /// The function that puts a value into JSON at the end of a path.
  package static let jsonSettingFunction = "entity_json_set"

  /// The function that makes JSON of a value of a type.
  package static let jsonWritingFunction = "entity_json_of"
  package static let recomposeFunction = "entity_recompose"

  /// The blob of the bits of a NaN.
  private static let notANumber = "x'7ff8000000000000'"

  package func parameter(_ number: Int) -> String { "?\(number)" }

  package var keyType: String { "INTEGER PRIMARY KEY" }

  // SQLITE_MAX_COLUMN, unless SQLite was built with another one.
  package var mostTerms: Int { 2000 }

  package func type(of column: ColumnLayout) -> String {
    switch column.kind {
    // A number, or what a statement by hand writes there, as it is.
    case .value where column.isExternal: ""
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

  package var keyedTableSuffix: String { " WITHOUT ROWID" }

  package func same(_ left: String, _ right: String) -> String { "\(left) IS \(right)" }

  package func different(_ left: String, _ right: String) -> String { "\(left) IS NOT \(right)" }

  // A NaN is stored as a blob, and blobs come after all numbers. The sign stops SQLite from taking
  // this for the bound of a search in an index, in place of a tighter one.
  package func isNumber(_ sql: String) -> String { "+\(sql) < x''" }

  package func isNotANumber(_ sql: String) -> String { "+\(sql) >= x''" }

  package func folded(_ sql: String) -> String { "\(Self.foldFunction)(\(sql))" }

  package func plain(_ sql: String) -> String { "\(sql) COLLATE BINARY" }

  package func matches(_ match: PredicateTree.TextMatch, _ whole: String, _ part: String) -> String
  {
    switch match {
    case .equal: "\(whole) = \(part)"
    case .prefix: "\(Self.prefixFunction)(\(whole), \(part))"
    case .suffix: "\(Self.suffixFunction)(\(whole), \(part))"
    case .contains: "\(Self.containsFunction)(\(whole), \(part))"
    case .like: "\(Self.likeFunction)(\(whole), \(part))"
    case .pattern: "\(Self.patternFunction)(\(whole), \(part))"
    }
  }

  package func isAmong(_ sql: String, _ list: String) -> String {
    "\(sql) IN (SELECT \"value\" FROM \(Self.listTable)(\(list)))"
  }

  package func list(_ values: [StoredValue]) -> StoredValue { .blob(ValueList.encode(values)) }

  package func computed(
    _ function: PredicateFunction, _ type: StorageType, _ arguments: [String]
  ) -> String {
    let list = arguments.joined(separator: ", ")
    if function == .coalesce { return comparable("coalesce(\(list))", type) }
    if function == .folded(.ignoringCase) { return folded(list) }
    if case .member(let path) = function {
      let path = StoredValue.text(path).literal
      return comparable("\(Self.jsonFunction)(\(list), \(path), '\(type.rawValue)')", type)
    }
    if case .settingMember(let path) = function {
      return "\(Self.jsonSettingFunction)(\(list), \(StoredValue.text(path).literal))"
    }
    if function == .written { return "\(Self.jsonWritingFunction)(\(list), '\(type.rawValue)')" }
    if case .textMatch(let match) = function, arguments.count == 2 {
      return matches(match, arguments[0], arguments[1])
    }
    // SQLite's own reads no more of a value than its header.
    if function == .length, type.storageClass == .blob { return "length(\(list))" }
    if type.storageClass == .integer, function == .real { return "CAST(\(list) AS REAL)" }
    if type.storageClass == .integer, let sum = Self.wholeNumber(function, arguments) { return sum }
    let detail = function.detail.map { ", '\($0.split(separator: "'").joined())'" } ?? ""
    let name = Self.name(of: function, type)
    return comparable("\(name)(\(list)\(detail))", function.type(of: type))
  }

  /// Returns the expression of the whole number that `function` makes of two columns or parameters
  /// by SQLite's own operators, of which 64 bits cannot hold some; `nil` for what these do not
  /// compute.
  private static func wholeNumber(
    _ function: PredicateFunction, _ arguments: [String]
  ) -> String? {
    // The arguments are written twice, which would double with each level.
    guard arguments.count == 2,
      !arguments.contains(where: { $0.contains("(") || $0.hasPrefix("CASE ") })
    else { return nil }
    let (first, second) = (arguments[0], arguments[1])
    // SQLite goes on with reals where whole numbers end, and compares those exactly with them.
    switch function {
    case .add:
      return "CASE WHEN \(first) BETWEEN \(Int64.min) - \(second) AND \(Int64.max) - \(second)"
        + " THEN \(first) + \(second) END"
    case .subtract:
      return "CASE WHEN \(first) BETWEEN \(Int64.min) + \(second) AND \(Int64.max) + \(second)"
        + " THEN \(first) - \(second) END"
    case .multiply:
      return "CASE typeof(\(first) * \(second)) WHEN 'integer' THEN \(first) * \(second) END"
    default: return nil
    }
  }

  /// Returns the name of the function that computes values of `type`, or of values of `type`.
  package static func name(of function: PredicateFunction, _ type: StorageType) -> String {
    let form = [.decimal, .uint64].contains(type) ? type.rawValue : type.storageClass.rawValue
    return "entity_\(function.name)_\(form)"
  }

  package func comparable(_ sql: String, _ type: StorageType) -> String {
    type == .decimal ? asDecimal(sql) : sql
  }

  package func absentTerm(_ sql: String, _ absent: AbsentValues) -> String {
    absent == .first ? "\(sql) IS NOT NULL" : "\(sql) IS NULL"
  }

  package func ordered(_ sql: String, _ language: TextOrder) -> String {
    "\(sql) COLLATE \(quoted(Self.languageCollation + language.name))"
  }

  package func orderTerm(_ sql: String, _ order: SortTerm.Order) -> String {
    order == .ascending ? sql : "\(sql) DESC"
  }

  package func sum(_ sql: String, _ type: StorageType) -> String {
    switch type.storageClass {
    case .integer: addsExactly ? "\(Self.wholeSumFunction)(\(sql))" : "coalesce(sum(\(sql)), 0)"
    case .real: real("total(\(sql))", over: sql)
    case .text, .blob: asDecimal("\(Self.decimalSumFunction)(\(sql))")
    }
  }

  package func average(_ sql: String, _ type: StorageType) -> String {
    switch type.storageClass {
    case .integer: "avg(\(sql))"
    case .real: real("avg(\(sql))", over: sql)
    case .text, .blob: asDecimal("\(Self.decimalAverageFunction)(\(sql))")
    }
  }

  package func extreme(_ sql: String, _ type: StorageType, isLast: Bool) -> String {
    let extreme = "\(isLast ? "max" : "min")(\(sql))"
    return type == .decimal ? asDecimal(extreme) : extreme
  }

  /// Returns `aggregate`, or a NaN where one is among the reals `sql` or comes of adding them.
  private func real(_ aggregate: String, over sql: String) -> String {
    // A NaN is stored as a blob, which counts as zero, and comes last of all values. A NaN that
    // comes of adding is given out as NULL.
    "CASE WHEN max(\(sql)) >= x'' THEN max(\(sql)) WHEN max(\(sql)) IS NULL THEN \(aggregate)"
      + " ELSE coalesce(\(aggregate), \(Self.notANumber)) END"
  }

  /// Returns the text `sql`, which has no collation, as one that compares as a decimal.
  private func asDecimal(_ sql: String) -> String { "(\(sql) COLLATE \(Self.decimalCollation))" }

  package func excerpt(
    _ table: String, _ column: Int, _ marks: [String], words: (ellipsis: String, count: String)?
  ) -> String {
    let arguments = ([table, String(column)] + marks).joined(separator: ", ")
    guard let words else { return "highlight(\(arguments))" }
    return "snippet(\(arguments), \(words.ellipsis), \(words.count))"
  }

  // The sign leaves value and collation as they are.
  package func unordered(_ sql: String) -> String { "+\(sql)" }

  package func converted(
    _ sql: String, from old: StorageType, to new: StorageType
  ) -> String {
    let converted = "\(Self.convertFunction)(\(sql), '\(old.rawValue)', '\(new.rawValue)')"
    guard new == .double, old != .boolean, old.storageClass == .integer else { return converted }
    // SQLite converts whole numbers itself, as long as each has a double.
    let limit = new.exactWholeNumbers
    return "CASE WHEN \(sql) BETWEEN -\(limit) AND \(limit) THEN CAST(\(sql) AS REAL)"
      + " ELSE \(converted) END"
  }

  package func leaf(_ sql: String, _ path: String, _ type: StorageType) -> String {
    "\(Self.leafFunction)(\(sql), '\(path.replacing("'", with: "''"))', '\(type.rawValue)')"
  }

  // All but the JSON are literals, since an index of an expression is used for the same one alone.
  package func member(_ sql: String, _ member: StoredMember) -> String {
    var arguments = [sql]
    for (index, step) in member.steps.enumerated() {
      let form =
        index < member.steps.count - 1 || member.form == .object
        ? StoredMember.Form.object.rawValue : member.type.rawValue
      arguments.append(StoredValue.text(step.path).literal)
      arguments.append("'\(form)\(step.readsNull && !step.fallback.isNull ? "?" : "")'")
      arguments.append(step.fallback.exactLiteral)
    }
    // The number of steps says where the cases begin.
    if !member.cases.isEmpty {
      arguments.insert("\(member.steps.count)", at: 1)
      arguments += member.cases.map(\.exactLiteral)
    }
    return comparable(
      "\(Self.memberFunction)(\(arguments.joined(separator: ", ")))", member.type)
  }

  package func recomposed(_ sql: String, _ conversion: String) -> String {
    "\(Self.recomposeFunction)(\(sql), \(conversion))"
  }

  package func range(limit: String?, offset: String?) -> String {
    guard let offset else { return limit.map { " LIMIT \($0)" } ?? "" }
    return " LIMIT \(limit ?? "-1") OFFSET \(offset)"
  }
}
