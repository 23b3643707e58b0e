package import EntityModel
package import EntityStore

extension TextSearch {
  /// Returns the search in the language of SQLite's FTS5, as what the index of `table` is asked.
  ///
  /// What was typed stands in it between quotation marks, and in no other place, so that whatever
  /// it is, it is looked for and not understood.
  package func expression(in table: TableLayout) -> String {
    let columns = Dictionary(
      grouping: table.searchColumns, by: \.property
    ).mapValues { $0.map(\.name) }
    let text = SearchText(self.text, tokenizer: table.tokenizer, columns: columns)
    // A phrase without a word is nowhere.
    guard let part = text.part else { return "\"\"" }
    let named = attributes.flatMap { columns[$0] ?? [] }
    return named.isEmpty ? part.expression : "\(Self.list(named)) : (\(part.expression))"
  }

  /// Returns the list of `columns` to look in.
  fileprivate static func list(_ columns: [String]) -> String {
    "{\(columns.map(quoted).joined(separator: " "))}"
  }

  /// Returns `text` as a string of the language.
  fileprivate static func quoted(_ text: String) -> String {
    var quoted = "\""
    // Scalar by scalar, since a quotation mark may have a mark of its own upon it.
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}

extension SearchText.Part {
  /// The part in the language of FTS5.
  fileprivate var expression: String {
    switch self {
    case .phrase(let text, let isPrefix, let columns):
      let phrase = TextSearch.quoted(text) + (isPrefix ? "*" : "")
      return columns.isEmpty ? phrase : "\(TextSearch.list(columns)) : \(phrase)"
    case .all(let parts):
      // What turns out to have no word in it is passed over between parts that stand side by side.
      let phrases = parts.filter(\.isPhrase).map(\.expression).joined(separator: " ")
      let others = parts.filter { !$0.isPhrase }.map { "(\($0.expression))" }
      return ((phrases.isEmpty ? [] : [others.isEmpty ? phrases : "(\(phrases))"]) + others)
        .joined(separator: " AND ")
    case .any(let parts):
      return parts.map { "(\($0.expression))" }.joined(separator: " OR ")
    case .except(let part, let other):
      return "(\(part.expression)) NOT (\(other.expression))"
    }
  }

  private var isPhrase: Bool { if case .phrase = self { true } else { false } }
}
