/// Searchable attributes are texts, and those of one inheritance tree share one index.
enum SearchableAttributes: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    let roots = model.entities.filter { entity in
      entity.superentity.flatMap { model.entity(named: $0) } == nil
    }
    return roots.flatMap { root in
      var first: (name: String, tokenizer: SearchTokenizer)?
      return model.tree(rootedAt: root.name).flatMap { entity in
        entity.attributes.flatMap { attribute -> [ModelProblem] in
          guard let tokenizer = attribute.search else { return [] }
          let name = "\(entity.name).\(attribute.name)"
          func problem(_ kind: ModelProblem.Kind, _ message: String) -> ModelProblem {
            ModelProblem(kind, in: entity.name, property: attribute.name, message)
          }
          var found: [ModelProblem] = []
          if attribute.type != .string {
            found.append(
              problem(
                .searchableType,
                "'\(name)' cannot be searchable, since it is stored as \(attribute.type.rawValue); "
                  + "only a String or String? is, so make it one, or leave out '.searchable'"))
          }
          if ["rank", "rowid"].contains(attribute.column.spellingInSQL) {
            found.append(
              problem(
                .searchableColumn,
                "'\(name)' cannot be searchable in column '\(attribute.column)', a name that the "
                  + "index uses itself; give it another with 'column:'"))
          }
          if let first, first.tokenizer != tokenizer {
            found.append(
              problem(
                .tokenizerConflict,
                "'\(name)' is searchable by '.\(tokenizer.rawValue)', and '\(first.name)' by "
                  + "'.\(first.tokenizer.rawValue)'; the searchable attributes of an entity and "
                  + "of those that extend it share one index, so give all the same tokenizer"))
          }
          if first == nil { first = (name, tokenizer) }
          return found
        }
      }
    }
  }
}
