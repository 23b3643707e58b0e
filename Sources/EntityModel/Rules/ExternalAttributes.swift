/// External attributes are texts or data, and nothing in the store is made of their values, which
/// the rows of the objects do not have.
enum ExternalAttributes: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.attributes.filter(\.isExternal).flatMap { problems(of: $0, entity) }
        + problems(ofListsOf: entity, model)
    }
  }

  private static func problems(of attribute: Attribute, _ entity: Entity) -> [ModelProblem] {
    let name = "'\(entity.name).\(attribute.name)'"
    func problem(_ kind: ModelProblem.Kind, _ message: String) -> ModelProblem {
      ModelProblem(kind, in: entity.name, property: attribute.name, message)
    }
    var found: [ModelProblem] = []
    if !attribute.type.canBeExternal {
      found.append(
        problem(
          .externalType,
          "\(name) cannot be external, since it is stored as \(attribute.type.rawValue), which "
            + "takes a few bytes; leave '.external' out"))
    } else if !attribute.leaves.isEmpty {
      found.append(
        problem(
          .externalType,
          "\(name) cannot be external, since it is a composition, whose leaves are columns of the "
            + "row; leave '.external' out"))
    }
    for option in attribute.optionsOfRow {
      found.append(
        problem(
          .externalTrait,
          "\(name) cannot be '.\(option)' and external, since an index is made of what rows have; "
            + "leave one of the two out"))
    }
    return found
  }

  /// Returns what is wrong with the lists of properties of `entity` that name external attributes.
  private static func problems(
    ofListsOf entity: Entity, _ model: ObjectModel
  ) -> [ModelProblem] {
    (entity.uniqueKeys.map { ("unique key", $0) } + entity.indexes.map { ("index", $0) })
      .flatMap { word, list in
        list.map { IndexTerm($0).property }
          .filter { model.property($0, of: entity.name)?.attribute?.isExternal == true }
          .map {
            ModelProblem(
              .externalIndex, in: entity.name,
              "the \(word) of '\(entity.name)' over '\(list.joined(separator: ", "))' names "
                + "'\($0)', which is external, so that its row does not have it; leave it "
                + "out of the list"
            )
          }
      }
  }
}

extension StorageType {
  /// `true` if values of the type may be so large that they are better apart from their rows.
  package var canBeExternal: Bool { self == .string || self == .data || self == .json }
}

extension Attribute {
  /// The options of the attribute that the store carries out by what a row has.
  fileprivate var optionsOfRow: [String] {
    (isUnique ? ["unique"] : []) + (isIndexed ? ["indexed"] : [])
      + (isUniqueIgnoringCase ? ["unique(.ignoringCase)"] : [])
      + (isIndexedIgnoringCase ? ["indexed(.ignoringCase)"] : [])
      + (search == nil ? [] : ["searchable"])
  }
}
