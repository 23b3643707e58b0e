package import EntityModel

/// An index that a list with derived attributes asks for.
package struct DerivedIndexLayout: Sendable {
  /// What an index has of each row.
  package enum Value: Sendable {
    /// What a column of the table has, or what is computed of its JSON.
    case column(ColumnLayout)

    /// What the store keeps of the members of a to-many.
    case kept(DerivedLayout)

    /// What is computed of attributes.
    case expression(PredicateOperand)
  }

  /// A part of the index.
  package struct Term: Sendable {
    package let value: Value

    /// `true` if it is in descending order.
    package let isDescending: Bool
  }

  /// The entity that declares the list.
  package let entity: EntityLayout

  /// The parts of the index in its order; at least one.
  package let terms: [Term]

  /// The columns that say which rows the index is of, and whether these have no value there.
  package let conditions: [IndexLayout.Condition]

  /// The index's name.
  package let name: String

  /// The properties that the index is of, as people read them.
  package let title: String

  /// The name of the column that the index begins with; `nil` where it begins with what is derived.
  package var firstColumn: String? {
    guard case .column(let column)? = terms.first?.value else { return nil }
    return column.name
  }

  /// Returns the indexes of the lists of `model` that name derived attributes, of which the store
  /// keeps `derived`; the entities have the layouts `layouts`.
  static func all(
    in model: ObjectModel, _ derived: [DerivedLayout], _ layouts: [String: EntityLayout]
  ) -> [DerivedIndexLayout] {
    model.entities.flatMap { entity -> [DerivedIndexLayout] in
      guard let layout = layouts[entity.name] else { return [] }
      return entity.indexes.filter { model.namesDerived($0, of: entity.name) }
        .compactMap { DerivedIndexLayout($0, layout, model, derived) }
    }
  }

  /// Creates the index of `list`, one of `entity`; `nil` where the store cannot have it.
  private init?(
    _ list: [String], _ entity: EntityLayout, _ model: ObjectModel, _ derived: [DerivedLayout]
  ) {
    var terms: [Term] = []
    var conditions: [IndexLayout.Condition] = []
    var (names, titles): ([String], [IndexTerm]) = ([], [])
    for term in list.map({ IndexTerm($0) }) {
      if let (owner, property) = Self.derived(term.property, of: entity, model) {
        guard let value = Self.value(of: property, owner, derived) else { return nil }
        terms.append(Term(value: value, isDescending: term.role == .descending))
        // Another class of the tree may derive something else by the same name.
        let name = term.renamed("\(owner).\(property.name)")
        names.append(name.text)
        titles.append(name)
        continue
      }
      guard let column = entity.table.column(of: term, lineage: entity.lineage) else {
        if term.isKind, !entity.isPolymorphic { continue }
        return nil
      }
      switch term.role {
      case .ascending, .descending:
        terms.append(Term(value: .column(column), isDescending: term.role == .descending))
      case .absent, .present:
        conditions.append(.init(column: column, isAbsent: term.role == .absent))
      }
      names.append(term.renamed(column.name).text)
      titles.append(term.renamed("\(column.entity).\(column.property)"))
    }
    guard !terms.isEmpty else { return nil }
    self.entity = entity
    self.terms = terms
    self.conditions = conditions
    let table = entity.table.name
    name = "\(DerivedLayout.prefix)_indexes.\(table).\(names.joined(separator: ","))"
    title = IndexTerm.words(of: titles) { $0 }
  }

  /// Returns the derived attribute called `name` of `entity`, which may inherit it, and the entity
  /// that declares it.
  private static func derived(
    _ name: String, of entity: EntityLayout, _ model: ObjectModel
  ) -> (owner: String, property: Derived)? {
    for owner in model.lineage(of: entity.name) {
      if let property = owner.derivedAttributes.first(where: { $0.name == name }) {
        return (owner.name, property)
      }
    }
    return nil
  }

  private static func value(
    of property: Derived, _ owner: String, _ derived: [DerivedLayout]
  ) -> Value? {
    guard property.members != nil else { return property.operand.map(Value.expression) }
    return derived.first { $0.entity.name == owner && $0.property == property.name }
      .map(Value.kept)
  }
}
