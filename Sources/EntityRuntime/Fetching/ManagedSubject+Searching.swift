import EntityModel
import EntityStore

/// What the search of a request has found, where memory answers the request.
final class FoundObjects {
  /// What is searched for.
  let search: TextSearch

  /// The ranks of the rows that have been found, by their ids.
  let ranks: [Int64: StoredValue]

  init(_ search: TextSearch, ranks: [Int64: StoredValue]) {
    self.search = search
    self.ranks = ranks
  }
}

/// Searches in the texts that objects have now, by the store's own code.
extension ManagedSubject {
  func isFound(by search: TextSearch) -> Bool { find(search, []) != nil }

  /// The rank of the object's row; the last of all where that is not as the object is.
  var searchRank: StoredValue {
    // Relevance is the number with the other sign, and is to be zero and not negative zero.
    guard object.__flags.isDisjoint(with: [.isChanged, .isInserted]) else { return .real(-0.0) }
    return found?.ranks[object.__rowID] ?? .real(-0.0)
  }

  func excerpt(_ excerpt: TextExcerpt, of name: String) -> StoredValue {
    let layout = object.__entity.layout
    guard let search = found?.search, let index = layout.propertyIndex(name),
      let position = layout.columns[index]?.position,
      let column = layout.table.searchColumns.firstIndex(where: { $0.position == position }),
      let texts = find(search, [(column, excerpt)]), let text = texts.first
    else { return attributeValue(name)?.value ?? .null }
    return text.map { .text($0) } ?? .null
  }

  /// Returns the excerpts that `excerpts` ask for, or `nil` if `search` does not find the object.
  private func find(
    _ search: TextSearch, _ excerpts: [(column: Int, form: TextExcerpt)]
  ) -> [String?]? {
    let layout = object.__entity.layout
    let texts = layout.table.searchColumns.map { column -> String? in
      guard let index = layout.propertyIndex(column.property),
        layout.columns[index]?.position == column.position,
        case .text(let text) = object.storedValue(at: index)
      else { return nil }
      return text
    }
    do {
      return try object.__unit.container.store.find(
        search, in: texts, of: layout, excerpts: excerpts)
    } catch {
      object.__unit.problems.note(
        object, nil, "it cannot be searched: \(error)", underlying: error)
      return nil
    }
  }
}
