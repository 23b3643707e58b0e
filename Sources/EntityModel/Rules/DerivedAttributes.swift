/// What is derived is computed of attributes of the same object, or counts, adds up or compares the
/// members of a to-many by attributes of theirs.
package enum DerivedAttributes: ModelRule {
  package static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.properties.compactMap(\.derived).flatMap { problems(of: $0, entity, model) }
    }
  }

  private static func problems(
    of derived: Derived, _ entity: Entity, _ model: ObjectModel
  ) -> [ModelProblem] {
    guard let operand = derived.operand else { return [] }
    func problem(_ text: String, _ kind: ModelProblem.Kind = .derivedFrom) -> [ModelProblem] {
      [
        ModelProblem(
          kind, in: entity.name, property: derived.name, "'\(entity.name).\(derived.name)' \(text)")
      ]
    }
    var owner = entity.name
    if let members = derived.members {
      guard let relationship = model.property(members.relationship, of: owner)?.relationship,
        relationship.isToMany
      else {
        return problem("asks '\(members.relationship)', which is no to-many relationship of it")
      }
      owner = relationship.target
    }
    for node in derived.members?.nodes ?? operand.nodes {
      if let text = refusal(of: node.kind, about: owner, model) { return problem(text) }
    }
    if derived.isIndexed, let text = refusalOfIndex(derived) {
      return problem("cannot be indexed, since \(text); leave '.indexed' out", .derivedIndex)
    }
    return []
  }

  /// Returns why nothing can be derived of `kind`, which is about an object of `owner`.
  private static func refusal(
    of kind: PredicateNode.Kind, about owner: String, _ model: ObjectModel
  ) -> String? {
    switch kind {
    case .constant, .not, .all, .any, .comparison, .membership, .text, .value, .choice: return nil
    case .identifier(nil): return nil
    case .function(.shuffled, _, _), .function(.languageOrder, _, _):
      return "is in an order of its own, which is no value of an object; sort by that in requests"
    case .function: return nil
    case .attribute(let path), .object(let path):
      guard path.start == .own, path.names.count == 1 else {
        return
          "is derived of '\(path.text)' of another object, whose changes would not be noticed; "
          + "derive it of attributes of '\(owner)', or of the members of a to-many relationship"
      }
      switch model.property(path.names[0], of: owner) {
      case .attribute(let attribute)? where attribute.isExternal:
        return
          "is derived of '\(path.text)', which is external, so that its row does not have it; "
          + "derive it of other attributes, or leave '.external' out"
      case .attribute(let attribute)? where attribute.type != .json: return nil
      case .attribute?:
        return
          "is derived of '\(path.text)', which is stored as JSON; derive it of other attributes"
      case .relationship(let relationship)? where !relationship.isToMany: return nil
      case .derived?:
        return "is derived of '\(path.text)', which is derived itself; write what that one is"
      default:
        return "is derived of '\(path.text)', which is no attribute of '\(owner)'"
      }
    case .count, .quantified, .aggregate:
      return
        "asks the members of a relationship and more; the count of a to-many, or a sum or an "
        + "extreme of its members, is a value alone, as in '{ (author: Fields<Author>) in "
        + "author.books.count }', and its filter and values ask attributes of the members"
    case .refused(let text): return "is made of \(text)"
    default: return "asks other objects, whose changes would not be noticed"
    }
  }

  /// Returns why there is no index of `derived`; `nil` where there may be one, as far as is known.
  static func refusalOfIndex(_ derived: Derived) -> String? {
    guard let operand = derived.operand else { return nil }
    if let members = derived.members {
      if members.isKept { return nil }
      return "the store has no column of averages, and none of sums of Double, Float and UInt64"
    }
    for node in operand.nodes {
      switch node.kind {
      case .attribute, .function: continue
      default:
        return
          "it is made of constants or conditions, and requests find an index by functions of "
          + "attributes alone"
      }
    }
    return nil
  }
}
