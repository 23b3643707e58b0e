package import EntityModel

/// How the objects of a model are stored in tables.
// It is handed to whatever reads or writes, which a structure of arrays would take longer.
package final class StoreLayout: Sendable {
  /// The tables, one for each inheritance tree, by name.
  package let tables: [TableLayout]

  /// The tables of the relationships that are to-many at both ends, by their first end.
  package let joins: [JoinTable]

  /// The entities by name, in the order of their names.
  package let entities: [EntityLayout]

  /// What is derived and has a place in the store, in the order of the entities' names.
  package let derived: [DerivedLayout]

  /// The indexes of lists that name what is derived, in the same order.
  package let derivedIndexes: [DerivedIndexLayout]

  /// The entities by name.
  private let byName: [String: EntityLayout]

  /// Creates the layout of `model`, which obeys the rules of models, in tables whose names begin
  /// with `prefix`.
  package init(_ model: ObjectModel, tablePrefix prefix: String = "") {
    let roots = model.entities.filter { $0.superentity == nil }
    let tables = Dictionary(
      roots.map { ($0.name, TableLayout(root: $0.name, in: model, prefix: prefix)) },
      uniquingKeysWith: { first, _ in first })
    let joins = Self.joins(of: model, prefix)
    let hidden = model.hiddenEnds()
    self.tables = tables.values.sorted { $0.name < $1.name }
    self.joins = joins.sorted { $0.key < $1.key }.map(\.value)
    entities = model.entities.compactMap { entity in
      tables[model.root(of: entity.name)].map { ($0, entity) }
    }.enumerated().map { index, element in
      EntityLayout(
        element.1, index: index, table: element.0, joins: joins,
        hidden: hidden[model.root(of: element.1.name)] ?? [], in: model)
    }
    byName = Dictionary(
      entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    derived = DerivedLayout.all(in: model, byName)
    derivedIndexes = DerivedIndexLayout.all(in: model, derived, byName)
  }

  /// The entity called `name`, or `nil`.
  package func entity(_ name: String) -> EntityLayout? { byName[name] }

  /// Returns the entity and the property at the other end of `link`, or the implicit inverse that
  /// has that index; `nil` if its property is no relationship.
  package func otherEnd(of link: ChangeSet.Link) -> (entity: Int, property: Int)? {
    guard let end = entities[link.entity].relationships[link.property]?.relationship,
      let target = byName[end.target], let inverse = target.relationshipIndex(end.inverse)
    else { return nil }
    return (target.index, inverse)
  }

  /// Calls `body` with each end of the links that `changes` make or remove: the entity, the row and
  /// the relationship, which may be an implicit inverse.
  package func forEachLinkEnd(
    of changes: ChangeSet, _ body: (_ entity: Int, _ row: Int64, _ property: Int) -> Void
  ) {
    forEachLink(of: changes) { entity, row, property, _, _ in body(entity, row, property) }
  }

  /// Calls `body` with each end of the links that `changes` make or remove, as `forEachLinkEnd`
  /// does, and with the row at the other end, one after the other: a link that is removed and made
  /// again is made.
  package func forEachLink(
    of changes: ChangeSet,
    _ body: (
      _ entity: Int, _ row: Int64, _ property: Int, _ other: Int64, _ isMade: Bool
    ) -> Void
  ) {
    for (links, isMade) in [(changes.unlinks, false), (changes.links, true)] {
      for link in links {
        body(link.entity, link.owner, link.property, link.other, isMade)
        if let other = otherEnd(of: link) {
          body(other.entity, link.other, other.property, link.owner, isMade)
        }
      }
    }
  }

  /// Calls `body` with what has another order after `changes`: the entity, the row and the
  /// relationship.
  package func forEachOrder(
    of changes: ChangeSet, _ body: (_ entity: Int, _ row: Int64, _ property: Int) -> Void
  ) {
    for order in changes.orders { body(order.entity, order.owner, order.property) }
  }

  /// Returns the join tables of `model` by the end whose name comes first.
  private static func joins(
    of model: ObjectModel, _ prefix: String
  ) -> [RelationshipEnd: JoinTable] {
    var joins: [RelationshipEnd: JoinTable] = [:]
    var names: Set<String> = []
    for entity in model.entities {
      for relationship in entity.relationships where relationship.isToMany {
        let end = RelationshipEnd(entity: entity.name, name: relationship.name)
        let other = RelationshipEnd(entity: relationship.target, name: relationship.inverse)
        // An end that no property is never comes first.
        guard relationship.implicitInverse != nil || end <= other,
          let inverse = model.inverse(of: relationship), inverse.isToMany
        else { continue }
        // SQL does not distinguish names that differ in case alone; Swift does.
        var name = "_\(end.entity).\(end.name)"
        while !names.insert(name.lowercased()).inserted { name += "'" }
        joins[end] = JoinTable(
          name: prefix + name, firstTable: prefix + model.root(of: end.entity),
          secondTable: prefix + model.root(of: other.entity), isSymmetric: end == other,
          isFirstOrdered: relationship.isOrdered,
          isSecondOrdered: end != other && inverse.isOrdered,
          entity: end.entity, property: end.name)
      }
    }
    return joins
  }
}
