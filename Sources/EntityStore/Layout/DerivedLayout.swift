package import EntityModel

/// What a store holds of a derived attribute.
package struct DerivedLayout: Sendable {
  /// What is held.
  package enum Content: Sendable {
    /// A column of its own, which has what is asked of the members of a to-many: where they refer
    /// to their owner, and the entity that they are of.
    case members(DerivedMembers, RelationshipLayout.Location, EntityLayout)

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

  /// The average that is computed of what is held and of something else; `nil` where what is held
  /// is the attribute.
  fileprivate var average: DerivedMembers?

  /// The name of the column, of the index, and of what the names of triggers begin with.
  ///
  /// No property has it, since the names of their columns do not begin so. Columns that hold other
  /// kinds of values have other names, so that none is taken for another.
  package var name: String {
    let name = "\(Self.prefix)\(entity.name).\(property)"
    guard case .members(let members, _, _) = content, let aggregate = members.aggregate else {
      return average == nil ? name : name + ".count"
    }
    switch aggregate.function {
    case .minimum: return name + ".min"
    case .maximum: return name + ".max"
    default: return name + (aggregate.type == .decimal ? ".decimalSum" : ".sum")
    }
  }

  /// What the names begin with of whatever a store has for derived attributes.
  package static let prefix = "_derived."

  /// Returns what a store holds of the derived attributes of `model`, whose entities have the
  /// layouts `layouts`.
  static func all(in model: ObjectModel, _ layouts: [String: EntityLayout]) -> [DerivedLayout] {
    model.entities.flatMap { entity -> [DerivedLayout] in
      guard let layout = layouts[entity.name] else { return [] }
      return entity.derivedAttributes.flatMap { derived in
        contents(of: derived, layout, model, layouts).map { content, average in
          DerivedLayout(
            entity: layout, property: derived.name, content: content,
            isIndexed: derived.isIndexed, average: average)
        }
      }
    }
  }

  /// Returns what is held of `derived`, and the average that each is a part of.
  private static func contents(
    of derived: Derived, _ entity: EntityLayout, _ model: ObjectModel,
    _ layouts: [String: EntityLayout]
  ) -> [(content: Content, average: DerivedMembers?)] {
    guard let operand = derived.operand else { return [] }
    guard derived.members != nil else {
      return derived.isIndexed ? [(.expression(operand), nil)] : []
    }
    // Requests ask those that have not been deleted softly, unless they say otherwise.
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
    guard let members = DerivedMembers(restricted),
      let index = entity.propertyIndex(members.relationship),
      let found = entity.relationships[index], let target = layouts[found.relationship.target]
    else { return [] }
    if let parts = members.averageParts {
      return [parts.sum, parts.count].map { (.members($0, found.location, target), members) }
    }
    return members.isKept ? [(.members(members, found.location, target), nil)] : []
  }
}

extension StoreLayout {
  /// Returns the column of `entity` that has what `part` asks of the members of the to-many
  /// `relationship`, or `nil` if none has.
  package func keptColumn(
    of relationship: String, _ part: PredicatePart, _ entity: EntityLayout
  ) -> String? {
    derived.first { derived in
      guard case .members(let members, _, _) = derived.content,
        members.relationship == relationship, entity.lineage.contains(derived.entity.name)
      else { return false }
      return members.isAsked(by: part)
    }?.name
  }

  /// Returns the columns of `entity` that have the sum and the number of the values of which `part`
  /// asks the average, of members of the to-many `relationship`, or `nil` if there are none.
  package func keptAverage(
    of relationship: String, _ part: PredicatePart, _ entity: EntityLayout
  ) -> (sum: String, count: String)? {
    let parts = derived.filter { derived in
      guard let average = derived.average, average.relationship == relationship else {
        return false
      }
      return entity.lineage.contains(derived.entity.name) && average.isAsked(by: part)
    }
    // Those of one attribute stand beside each other.
    guard parts.count > 1 else { return nil }
    return (parts[0].name, parts[1].name)
  }
}
