/// What is searched for in the searchable attributes of an object, as data.
package struct TextSearch: Codable, Hashable, Sendable {
  /// What is searched for, as somebody typed it.
  package let text: String

  /// The names of the attributes that are searched; empty for all that are searchable.
  package let attributes: [String]

  /// How much a word in an attribute counts, by the attributes' names; 1 for those left out.
  package let weights: [String: Double]

  /// Creates the search for `text`.
  package init(_ text: String, in attributes: [String] = [], weights: [String: Double] = [:]) {
    self.text = text
    self.attributes = attributes
    self.weights = weights
  }
}

/// How an attribute's text is shown with the words marked that a search has found.
package struct TextExcerpt: Codable, Hashable, Sendable {
  /// What stands before a word that was found.
  package let start: String

  /// What stands after a word that was found.
  package let end: String

  /// What stands where text is left out.
  package let ellipsis: String

  /// How many words are shown at most; `nil` for the whole text.
  package let words: Int?

  /// Creates the form of an excerpt.
  package init(start: String, end: String, ellipsis: String = "", words: Int? = nil) {
    self.start = start
    self.end = end
    self.ellipsis = ellipsis
    self.words = words
  }
}

extension PredicateTree {
  /// The search by whose relevance the objects can be ordered that satisfy the condition: the first
  /// that all of them have to be found by; with where its node is.
  package var ranking: (search: TextSearch, node: Int)? {
    var index = 0
    if case .all = root.kind { index = 1 }
    let end = root.end
    while index < end {
      if case .search(let path, let search) = nodes[index].kind, path == PropertyPath() {
        return (search, index)
      }
      index += nodes[index].length
    }
    return nil
  }
}

extension PredicateTree {
  /// `true` if words are searched in the condition.
  package var searchesWords: Bool {
    nodes.contains { if case .search = $0.kind { true } else { false } }
  }

  /// Returns the condition that objects satisfy this one and are found by the search of `whole`, so
  /// that their relevance to it, and excerpts, can be asked; this one where `whole` searches
  /// nothing.
  package func searching(as whole: PredicateTree) -> PredicateTree {
    guard let search = whole.ranking?.search else { return self }
    return .all([self, .search(PropertyPath(), search)])
  }

  /// `true` if the condition is about the relevance of objects to a search, or about excerpts.
  package var asksRank: Bool { nodes.contains { $0.kind.asksRank } }
}

extension PredicateOperand {
  /// `true` if the operand is the relevance of an object to a search, or an excerpt, or is made of
  /// such.
  package var asksRank: Bool { nodes.contains { $0.kind.asksRank } }
}

extension PredicateNode.Kind {
  fileprivate var asksRank: Bool {
    switch self {
    case .rank, .excerpt: true
    default: false
    }
  }
}
