import EntityModel
import EntityStore

extension EntityQuery {
  /// The properties of `entity` whose values say whether an object is found, and where; `nil` where
  /// the query asks more than attributes and to-ones of the objects themselves.
  ///
  /// What has been changed in others alone is found as its row is.
  func decidingProperties(of entity: ManagedEntity) -> PropertySet? {
    var found: PropertySet = []
    for node in predicate.nodes where !found.insert(node.kind, of: entity) { return nil }
    for term in sorting {
      for node in term.operand.nodes where !found.insert(node.kind, of: entity) { return nil }
    }
    return found
  }
}

extension PropertySet {
  /// Adds the property of `entity` that `kind` asks; `false` if it asks anything else of objects.
  fileprivate mutating func insert(_ kind: PredicateNode.Kind, of entity: ManagedEntity) -> Bool {
    switch kind {
    case .constant, .not, .all, .any, .comparison, .membership, .text, .value, .identifier,
      .function, .choice:
      return true
    case .attribute(let path), .object(let path), .objects(let path, _), .rowNumber(let path):
      guard path.start == .own, path.names.count <= 1 else { return false }
      guard let name = path.names.first else { return true }
      // What is derived depends on properties that nobody names here.
      guard let index = entity.layout.ownerIndex(name), entity.layout.columns[index] != nil,
        entity.layout.properties[index].derived == nil
      else { return false }
      insert(index)
      return true
    case .refused, .quantified, .amongAll, .search, .source, .count, .aggregate, .aggregateOfAll,
      .allValues, .rank, .place, .excerpt:
      return false
    }
  }
}
