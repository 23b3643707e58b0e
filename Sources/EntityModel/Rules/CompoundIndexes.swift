/// The lists of properties that are unique or indexed together name attributes and to-ones, each
/// once, and one of the entity's own at least, so that it is clear whose rows they are about.
enum CompoundIndexes: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      var seen: Set<[String]> = []
      return (entity.uniqueKeys.map { ("unique key", $0) } + entity.indexes.map { ("index", $0) })
        .flatMap { word, list in
          seen.insert(list).inserted
            ? problems(in: list, word, of: entity, model)
            : [
              problem(.indexedTogether, in: list, word, of: entity, "is there twice; leave one out")
            ]
        }
    }
  }

  /// Returns what is wrong with `list`, which `word` says the meaning of.
  private static func problems(
    in list: [String], _ word: String, of entity: Entity, _ model: ObjectModel
  ) -> [ModelProblem] {
    let terms = list.map { IndexTerm($0) }
    let columns = terms.filter { !$0.isCondition }.map(\.property)
    let conditions = terms.filter(\.isCondition).map(\.property)
    if word != "index", terms.contains(where: { $0.role == .descending }) {
      return [
        problem(
          .indexedTogether, in: list, word, of: entity,
          "has a direction, which indexes alone have; leave the minus out")
      ]
    }
    guard columns.count > 1 || (!columns.isEmpty && !conditions.isEmpty) else {
      let mark = word == "index" ? "indexed" : "unique"
      return [
        problem(
          .indexedTogether, in: list, word, of: entity,
          "needs two properties at least; mark a single one '.\(mark)'")
      ]
    }
    guard Set(columns).count == columns.count, Set(conditions).count == conditions.count else {
      return [
        problem(.indexedTogether, in: list, word, of: entity, "names a property twice")
      ]
    }
    let names = columns + conditions.filter { !columns.contains($0) }
    let unknown = names.filter { model.property($0, of: entity.name)?.canBeIndexed != true }
    guard unknown.isEmpty else {
      return unknown.map { name in
        problem(
          .indexedProperty, in: list, word, of: entity,
          "names '\(name)', which is \(model.property(name, of: entity.name).words); name "
            + "attributes and to-one relationships")
      }
    }
    let required = conditions.filter { model.property($0, of: entity.name)?.mayBeNil == false }
    guard required.isEmpty else {
      return required.map { name in
        problem(
          .indexedProperty, in: list, word, of: entity,
          "asks whether '\(name)' is nil, which it never is; leave the condition out")
      }
    }
    guard names.contains(where: { name in entity.properties.contains { $0.name == name } }) else {
      return [
        problem(
          .indexedTogether, in: list, word, of: entity,
          "names inherited properties only; declare it in the entity that declares them")
      ]
    }
    return []
  }

  private static func problem(
    _ kind: ModelProblem.Kind, in list: [String], _ word: String, of entity: Entity,
    _ text: String
  ) -> ModelProblem {
    ModelProblem(
      kind, in: entity.name,
      "the \(word) (\(list.joined(separator: ", "))) of '\(entity.name)' \(text)")
  }
}

extension Property {
  /// `true` if equal values of the property are stored alike in a column.
  fileprivate var canBeIndexed: Bool {
    column != nil && attribute?.type != .json
  }

  /// `true` if an object may have no value of the property.
  fileprivate var mayBeNil: Bool { attribute?.isOptional ?? relationship?.isOptional ?? false }
}

extension Property? {
  /// What a property is that cannot be indexed, in words.
  fileprivate var words: String {
    switch self {
    case nil: "no property of it"
    case .attribute?: "stored as JSON, of which equal values may have different texts"
    case .relationship?: "a to-many relationship"
    case .fetched?: "a fetched property"
    case .derived?: "derived of others"
    }
  }
}
