package import EntityModel

/// What a store holds of a derived attribute.
package struct DerivedLayout: Sendable {
  /// What is held.
  package enum Content: Sendable {
    /// A column of its own, which has how many members the to-many `relationship` has that satisfy
    /// a condition.
    case count(relationship: String, RelationshipLayout.Location, EntityLayout, PredicateTree)

    /// An index of what is computed of attributes.
    case expression(PredicateOperand)
  }

  /// The entity that declares the attribute.
  package let entity: EntityLayout

  /// The property's name.
  package let property: String

  /// What is held.
  package let content: Content

  /// `true` if there is an index of the values.
  package let isIndexed: Bool

  /// The name of the column, of the index, and of what the names of triggers begin with.
  ///
  /// No property has it, since the names of their columns do not begin so.
  package var name: String { "\(Self.prefix)\(entity.name).\(property)" }

  /// What the names begin with of whatever a store has for derived attributes.
  package static let prefix = "_derived."

  /// Returns what a store holds of the derived attributes of `model`, whose entities have the
  /// layouts `layouts`.
  static func all(in model: ObjectModel, _ layouts: [String: EntityLayout]) -> [DerivedLayout] {
    model.entities.flatMap { entity -> [DerivedLayout] in
      guard let layout = layouts[entity.name] else { return [] }
      return entity.derivedAttributes.compactMap { derived in
        content(of: derived, layout, model, layouts).map {
          DerivedLayout(
            entity: layout, property: derived.name, content: $0, isIndexed: derived.isIndexed)
        }
      }
    }
  }

  private static func content(
    of derived: Derived, _ entity: EntityLayout, _ model: ObjectModel,
    _ layouts: [String: EntityLayout]
  ) -> Content? {
    guard let operand = derived.operand else { return nil }
    guard derived.count != nil else { return derived.isIndexed ? .expression(operand) : nil }
    // Requests count those that have not been deleted softly, unless they say otherwise.
    let restricted = operand.restricted(
      from: entity.name,
      { kind, owner in
        kind.path.flatMap { model.property($0.names.last ?? "", of: owner)?.relationship?.target }
      },
      { _, target in
        model.properties(of: target).first { $0.attribute?.marksDeletion == true }.map {
          .comparison(PropertyPath([$0.name]), .equal, .null)
        }
      })
    guard case .count(let path) = restricted.root.kind, let name = path.names.last,
      let index = entity.propertyIndex(name), let found = entity.relationships[index],
      let target = layouts[found.relationship.target]
    else { return nil }
    return .count(
      relationship: name, found.location, target, PredicateTree(restricted.root.first))
  }
}

extension StoreLayout {
  /// Returns the column of `entity` that has how many members of the to-many `relationship` satisfy
  /// `condition`, or `nil` if none has.
  package func countColumn(
    of relationship: String, _ condition: PredicatePart, _ entity: EntityLayout
  ) -> String? {
    if derived.isEmpty { return nil }
    return derived.first { derived in
      guard case .count(relationship, _, _, let counted) = derived.content,
        entity.lineage.contains(derived.entity.name)
      else { return false }
      return counted == PredicateTree(condition)
    }?.name
  }
}

extension ObjectModel {
  /// The model without derived attributes, on which no row depends.
  package var withoutDerived: ObjectModel {
    guard entities.contains(where: { !$0.derivedAttributes.isEmpty }) else { return self }
    return ObjectModel(
      entities: entities.map { entity in
        var entity = entity
        entity.properties.removeAll { $0.derived != nil }
        return entity
      })
  }
}
