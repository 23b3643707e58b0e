import EntitySQL
import EntityStore

/// Says what the steps of SQLite's plans mean for one statement.
struct PlanReading {
  /// The tables by the names that the statement gives their rows.
  private let tables: [String: String]

  /// The properties by the names of their indexes, longest names first.
  private let properties: [(index: String, property: String)]

  /// `true` if the statement sorts texts as a language does.
  private let sortsAsLanguage: Bool

  /// Reads plans of `sql`, a statement on the tables of `layout`.
  init(
    _ sql: String, _ layout: StoreLayout, _ dialect: any Dialect, sortsAsLanguage: Bool = false
  ) {
    self.sortsAsLanguage = sortsAsLanguage
    tables = Self.tables(in: sql)
    let schema = SchemaStatements(layout: layout, dialect: dialect)
    var properties: [(index: String, property: String)] = []
    // Those that a store does not have are tried.
    for table in layout.tables {
      properties += table.indexes.filter(\.isOfList).map { ($0.name, $0.title) }
      properties += table.memberIndexes.map { ($0.name, $0.title) }
      for column in table.columns.flatMap({ [$0] + $0.leaves + $0.members }) {
        for ignoresCase in [false, true] {
          let index = IndexLayout(column, ofTable: table.name, ignoresCase: ignoresCase)
          properties.append((index.name, index.title))
        }
      }
    }
    properties += layout.derivedIndexes.map { ($0.name, $0.title) }
    for join in layout.joins {
      for name in schema.indexNames(of: join) {
        properties.append((name, "\(join.entity).\(join.property)"))
      }
    }
    self.properties = properties.sorted { $0.index.utf8.count > $1.index.utf8.count }
  }

  /// Returns the tables that `sql` names its rows of: `"Book" AS t0`.
  private static func tables(in sql: String) -> [String: String] {
    var found: [String: String] = [:]
    var rest = sql[...]
    while let start = rest.firstIndex(of: "\"") {
      var name = ""
      rest = rest[rest.index(after: start)...]
      while let character = rest.popFirst() {
        if character != "\"" {
          name.append(character)
        } else if rest.first == "\"" {
          name.append("\"")
          rest.removeFirst()
        } else {
          break
        }
      }
      guard rest.hasPrefix(" AS ") else { continue }
      found[String(rest.dropFirst(4).prefix { $0 != " " && $0 != ")" })] = name
    }
    return found
  }

  /// Returns what `step` means.
  func meaning(of step: QueryPlan.Step) -> RequestExplanation.Step {
    let detail = step.detail
    let words = detail.split(separator: " ").map(String.init)
    let table = words.count > 1 ? tables[words[1]] : nil
    let index = self.index(in: detail)
    let (kind, text): (RequestExplanation.Step.Kind, String) =
      switch (words.first, table) {
      case ("SCAN", let table?):
        if let index, words.contains("COVERING") {
          (.scan, "reads all of the index of \(index)")
        } else if let index {
          (.scan, "reads all rows of \(table) in the order of the index of \(index)")
        } else {
          (.scan, "reads all rows of \(table)")
        }
      case ("SCAN", nil) where words.contains("VIRTUAL"): (.other, "reads a list of values")
      case ("SEARCH", let table?):
        if words.contains("AUTOMATIC") {
          (
            .searchOfTemporaryIndex,
            "reads all rows of \(table) to make an index of them for this statement"
          )
        } else if let index {
          (.search, "finds rows of \(table) by the index of \(index)")
        } else {
          (.search, "finds rows of \(table) by their ids")
        }
      case ("USE", nil) where detail.hasPrefix("USE TEMP B-TREE FOR "):
        switch words.dropFirst(4).joined(separator: " ") {
        case "ORDER BY" where sortsAsLanguage:
          (.sort, "sorts what is found as a language does, which no index does")
        case "ORDER BY": (.sort, "sorts what is found")
        case "GROUP BY": (.sort, "sorts what is found into groups")
        // Which of the two it says depends on the version of SQLite.
        case let purpose where purpose.hasPrefix("LAST ") || purpose.hasPrefix("RIGHT PART "):
          (.sort, "sorts what is found where it is equal so far")
        default: (.sort, "sorts what is found to leave out what is the same")
        }
      default: (.other, detail.lowercased())
      }
    return RequestExplanation.Step(
      kind, depth: step.depth, table: table, index: index, text: text, detail: detail)
  }

  /// Returns the property whose index a step uses, or the name of another index.
  private func index(in detail: String) -> String? {
    for marker in ["USING INDEX ", "USING COVERING INDEX "] {
      guard let start = detail.firstRange(of: marker)?.upperBound else { continue }
      let rest = detail[start...]
      // The name of a column may have blanks, and so may that of its index.
      let known = properties.first { name, _ in
        rest.hasPrefix(name) && (rest.utf8.count == name.utf8.count || rest.hasPrefix("\(name) ("))
      }
      return known?.property ?? rest.split(separator: " ").first.map(String.init)
    }
    return nil
  }
}
