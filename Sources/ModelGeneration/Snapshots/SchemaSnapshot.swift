package import EntityModel

/// A model as it is stored in a file, to be compared with later ones.
///
/// It holds what rows depend on, default values and delete rules, and no fetched properties; the
/// order of properties in source is not stored.
package struct SchemaSnapshot: Hashable, Sendable {
  /// The format of the files that this tool writes, and the latest one that it reads.
  package static let format = 2

  /// The type that stands in for one that is not known: every trait and default value suits it, so
  /// that no rule objects to what may be right.
  package static let standIn = StorageType.string

  /// The model, each entity's properties in the order of their names and without fetched ones.
  ///
  /// An attribute of an unresolved type is of type `standIn`.
  package let model: ObjectModel

  /// The Swift types, as written, of the attributes whose storage types are not known from source,
  /// by entity and attribute.
  package let unresolvedTypes: [String: [String: String]]

  /// The Swift types, as written, of the attributes that are stored as JSON, as far as they are
  /// recorded, by entity and attribute.
  package let codableTypes: [String: [String: String]]

  /// What may be lost on the way from the snapshot before, like `removing Book.subtitle`.
  package var accepted: [String]

  /// The version hash of the model, or nil where it depends on types that are not known.
  package var versionHash: String? { unresolvedTypes.isEmpty ? model.versionHash : nil }

  /// Creates a snapshot of `model`, in which the attributes that `unresolvedTypes` names may have
  /// any type; what it names besides is left out, and so are types that `codableTypes` names for
  /// what is not stored as JSON.
  package init(
    _ model: ObjectModel, unresolvedTypes: [String: [String: String]] = [:],
    codableTypes: [String: [String: String]] = [:], accepted: [String] = []
  ) {
    var kept: [String: [String: String]] = [:]
    var keptCodable: [String: [String: String]] = [:]
    let entities = model.entities.map { entity in
      var entity = entity
      entity.indexes = model.storedIndexes(of: entity)
      entity.properties = entity.properties.compactMap { property -> Property? in
        switch property {
        case .fetched, .derived: return nil
        case .relationship: return property
        case .attribute(var attribute):
          attribute.leaves = Self.sorted(attribute.leaves)
          guard let type = unresolvedTypes[entity.name]?[attribute.name] else {
            if attribute.type == .json, let type = codableTypes[entity.name]?[attribute.name] {
              keptCodable[entity.name, default: [:]][attribute.name] = type
            }
            return .attribute(attribute)
          }
          kept[entity.name, default: [:]][attribute.name] = type
          attribute.type = Self.standIn
          attribute.leaves = []
          return .attribute(attribute)
        }
      }
      // Names that are equal break a rule; that they stay in order makes the text one all the same.
      entity.properties = entity.properties.enumerated().sorted {
        ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
      }.map(\.element)
      return entity
    }
    self.model = ObjectModel(entities: entities)
    self.unresolvedTypes = kept
    self.codableTypes = keptCodable
    self.accepted = accepted
  }

  /// Returns `leaves`, and those of each, in the order of their names.
  private static func sorted(_ leaves: [Leaf]) -> [Leaf] {
    leaves.map { leaf in
      var leaf = leaf
      leaf.leaves = sorted(leaf.leaves)
      return leaf
    }.sorted { $0.name < $1.name }
  }

  /// Returns `true` if rows of both are the same, whatever was accepted on the way and whatever
  /// types JSON is decoded as.
  package func hasSameModel(as other: SchemaSnapshot) -> Bool {
    model == other.model && unresolvedTypes == other.unresolvedTypes
  }

  /// Returns what the snapshot changed since `old`, in order.
  ///
  /// An unresolved type is another one where its spelling differs, or where it has been resolved
  /// since or is not any more. No stage is missing then: a type may be spelled otherwise and stored
  /// as before, which a program compares when it opens a store.
  package func changes(since old: SchemaSnapshot) -> [ModelChange] {
    comparison(with: old).changes
  }

  /// Returns the comparison of the snapshot with `old`, an earlier one.
  package func comparison(with old: SchemaSnapshot) -> ModelComparison {
    ModelComparison(from: old.model, old.unresolvedTypes, to: model, unresolvedTypes)
  }
}
