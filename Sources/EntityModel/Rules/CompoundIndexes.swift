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
    func property(_ name: String) -> Property? { model.property(name, of: entity.name) }
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
    let kinds = terms.filter { $0.isKind && property($0.property) == nil }
    if let problem = kinds.first.flatMap({ kindProblem($0, in: list, word, of: entity) }) {
      return [problem]
    }
    let isList = terms.count == 1 && (terms[0].isLeaf || !kinds.isEmpty)
    guard columns.count > 1 || (!columns.isEmpty && !conditions.isEmpty) || isList else {
      let mark = word == "index" ? "indexed" : "unique"
      return [
        problem(
          .indexedTogether, in: list, word, of: entity,
          "needs two properties at least; mark a single one '.\(mark)'")
      ]
    }
    let members = terms.map(\.property).filter { model.hasMember($0, of: entity.name) }
    if word != "index", let member = members.first {
      return [
        problem(
          .indexedProperty, in: list, word, of: entity,
          "names '\(member)', a member of JSON, which cannot be unique; make it an attribute")
      ]
    }
    if word == "index", let text = refusal(ofDerivedIn: terms, property) {
      return [problem(.indexedProperty, in: list, word, of: entity, text)]
    }
    let folded = terms.filter { term in
      term.ignoresCase
        && (term.isLeaf || model.property(term.property, of: entity.name)?.canBeFolded != true)
    }
    guard folded.isEmpty else {
      return folded.map { term in
        problem(
          .indexedProperty, in: list, word, of: entity,
          "has '\(term.property)' without case, which is no text attribute of it; write "
            + "'\(term.property)'")
      }
    }
    guard Set(columns).count == columns.count, Set(conditions).count == conditions.count else {
      return [
        problem(.indexedTogether, in: list, word, of: entity, "names a property twice")
      ]
    }
    let names = (columns + conditions.filter { !columns.contains($0) })
      .filter { name in !kinds.contains { $0.property == name } }
    let unknown = names.filter { name in
      word == "index" && property(name)?.derived != nil
        ? false : property(name)?.canBeIndexed != true
    }
    guard unknown.isEmpty else {
      return unknown.map { name in
        problem(
          .indexedProperty, in: list, word, of: entity,
          "names '\(name)', which is \(property(name).words); \(property(name).advice)")
      }
    }
    let required = conditions.filter { property($0)?.mayBeNil == false }
    guard required.isEmpty else {
      return required.map { name in
        problem(
          .indexedProperty, in: list, word, of: entity,
          "asks whether '\(name)' is nil, which it never is; leave the condition out")
      }
    }
    let hasOwn = terms.contains { term in
      entity.properties.contains { $0.name == term.owner }
        || (entity.superentity == nil && kinds.contains(term))
    }
    guard hasOwn else {
      return [
        problem(
          .indexedTogether, in: list, word, of: entity,
          "names inherited properties only; declare it in the entity that declares them")
      ]
    }
    return []
  }

  /// Returns what is wrong with the derived attributes among `terms` of an index, and with what
  /// stands beside them; `nil` for nothing.
  private static func refusal(
    ofDerivedIn terms: [IndexTerm], _ property: (String) -> Property?
  ) -> String? {
    var isDerived = false
    for term in terms {
      guard let derived = property(term.property)?.derived else { continue }
      isDerived = true
      if let text = DerivedAttributes.refusalOfIndex(derived) {
        return "names '\(derived.name)', which cannot be indexed, since \(text); leave it out"
      }
      guard !term.isCondition, !term.ignoresCase else {
        return
          "has '\(term.text)', and '\(derived.name)' is derived, which a list has by its name; "
          + "write '\(derived.name)'"
      }
    }
    guard isDerived, let folded = terms.first(where: \.ignoresCase) else { return nil }
    return
      "has '\(folded.text)' beside a derived attribute; derive the text without case too, and name "
      + "that"
  }

  /// Returns what is wrong with `term` of `list`, which is about the class of objects; `nil` for
  /// nothing.
  private static func kindProblem(
    _ term: IndexTerm, in list: [String], _ word: String, of entity: Entity
  ) -> ModelProblem? {
    let text: String? =
      if word != "index" {
        "names the class, '\(term.property)', which indexes alone do; leave it out"
      } else if term.isCondition || term.ignoresCase {
        "has '\(term.text)', and a class has neither case nor nil; write '\(term.property)'"
      } else {
        nil
      }
    return text.map { problem(.indexedProperty, in: list, word, of: entity, $0) }
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

extension ObjectModel {
  /// `true` if `name` is that of a property of a storage that is an attribute of `entity`.
  fileprivate func hasMember(_ name: String, of entity: String) -> Bool {
    properties(of: entity).contains { property in
      property.attribute?.members.isEmpty == false && name.hasPrefix("\(property.name).")
    }
  }
}

extension Property {
  /// `true` if equal values of the property are stored alike in a column.
  fileprivate var canBeIndexed: Bool {
    column != nil && attribute?.type != .json
  }

  /// `true` if the store can have the texts of the property without case.
  fileprivate var canBeFolded: Bool { attribute?.type == .string }

  /// `true` if an object may have no value of the property.
  fileprivate var mayBeNil: Bool { attribute?.isOptional ?? relationship?.isOptional ?? false }
}

extension Property? {
  /// What a property is that cannot be indexed, in words.
  fileprivate var words: String {
    switch self {
    case nil: "no property of it"
    case .attribute(let attribute)? where !attribute.leaves.isEmpty: "a composition"
    case .attribute?: "stored as JSON, of which equal values may have different texts"
    case .relationship?: "a to-many relationship"
    case .fetched?: "a fetched property"
    case .derived?: "derived of others"
    }
  }

  /// What to name instead.
  fileprivate var advice: String {
    guard case .attribute(let attribute)? = self,
      let leaf = attribute.leafAttributes.first(where: \.type.isOrdered)
    else {
      return "name attributes and to-one relationships"
    }
    return "name its leaves, such as '\(leaf.name)'"
  }
}
