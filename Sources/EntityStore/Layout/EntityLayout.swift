package import EntityModel

/// How the objects of one entity are stored.
package final class EntityLayout: Sendable {
  /// The entity's name.
  package let name: String

  /// The position of the entity among those of the model, which are in the order of their names.
  package let index: Int

  /// `true` if no row is the entity's own, but those of entities that extend it.
  package let isAbstract: Bool

  /// The names of the entity and its ancestors, root first.
  package let lineage: [String]

  /// The names of the entity and all that extend it, each before those that extend it.
  package let subentities: [String]

  /// The table that the rows are in.
  package let table: TableLayout

  /// All the properties, inherited ones first; a property's index here is its property index.
  package let properties: [Property]

  /// The column of each property, by property index; `nil` for to-many and fetched ones, and for
  /// what `relationships` has beyond the properties.
  package let columns: [ColumnLayout?]

  /// Where each relationship is stored, by property index; `nil` for other properties. Implicit
  /// inverses come after all the properties that an entity of the tree has.
  package let relationships: [RelationshipLayout?]

  /// For each entity of the lineage, root first, the index of its first own column in a row.
  // They are written before anybody else knows the layout; an array's references would be counted
  // for each row that is read.
  package nonisolated(unsafe) let columnStarts: UnsafePointer<Int>

  /// The property indexes of the properties that have a column, in order.
  package let columnIndexes: [Int]

  /// The property indexes of the external attributes, in order.
  package let externalColumns: [Int]

  /// What is unique in the rows: single properties in their order, then several together.
  package let keys: [KeyLayout]

  /// The keys that objects can be named by in a file: of attributes alone, in all rows.
  let namingKeys: [KeyLayout]

  /// The columns of the leaves of compositions and of the properties of storages, with the property
  /// indexes of those, by their names:
  /// `home.city`.
  private let leaves: [String: (index: Int, column: ColumnLayout)]

  /// The property indexes by name.
  private let indexes: [String: Int]

  /// The indexes of implicit inverses by their names.
  private let hiddenIndexes: [String: Int]

  /// The name of the entity at the root of the tree.
  package var rootName: String { lineage[0] }

  /// `true` if the tree has more than one entity.
  package var isPolymorphic: Bool { table.isPolymorphic }

  /// Creates the layout of `entity`, whose rows are in `table`.
  init(
    _ entity: Entity, index: Int, table: TableLayout, joins: [RelationshipEnd: JoinTable],
    hidden: [ObjectModel.HiddenEnd], in model: ObjectModel
  ) {
    let lineage = model.lineage(of: entity.name)
    name = entity.name
    self.index = index
    isAbstract = entity.isAbstract
    self.lineage = lineage.map(\.name)
    subentities = model.tree(rootedAt: entity.name).map(\.name)
    self.table = table
    properties = lineage.flatMap(\.properties)

    var columns: [ColumnLayout?] = []
    var relationships: [RelationshipLayout?] = []
    for owner in lineage {
      for property in owner.properties {
        columns.append(
          table.columns.first { $0.entity == owner.name && $0.property == property.name })
        relationships.append(
          property.relationship.flatMap { relationship in
            Self.location(of: relationship, in: owner.name, joins: joins, model: model).map {
              RelationshipLayout(relationship: relationship, location: $0)
            }
          })
      }
    }
    var hiddenIndexes: [String: Int] = [:]
    for end in hidden {
      relationships += repeatElement(nil, count: end.index - relationships.count)
      let isOwn = lineage.contains { $0.name == end.entity }
      let location =
        isOwn
        ? Self.location(of: end.relationship, in: end.entity, joins: joins, model: model) : nil
      if location != nil { hiddenIndexes[end.relationship.name] = end.index }
      relationships.append(
        location.map { RelationshipLayout(relationship: end.relationship, location: $0) })
    }
    self.hiddenIndexes = hiddenIndexes
    columns += repeatElement(nil, count: relationships.count - columns.count)
    self.columns = columns
    self.relationships = relationships
    columnIndexes = columns.indices.filter { columns[$0] != nil }
    externalColumns = columns.indices.filter { columns[$0]?.isExternal == true }
    leaves = Dictionary(
      columns.enumerated().flatMap { index, column in
        (column.map { $0.leaves + $0.members } ?? []).map { ($0.property, (index, $0)) }
      }, uniquingKeysWith: { first, _ in first })
    let keys = Self.keys(columns, table)
    self.keys = keys
    namingKeys = keys.filter(\.namesObjects)
    let starts = UnsafeMutablePointer<Int>.allocate(capacity: lineage.count)
    for (depth, owner) in lineage.enumerated() {
      let start = table.columns.prefix { !Self.follows($0.entity, owner.name, in: table) }.count
      (starts + depth).initialize(to: start)
    }
    columnStarts = UnsafePointer(starts)
    indexes = Dictionary(
      properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  deinit { columnStarts.deallocate() }

  /// The property index of the property called `name`, or `nil`.
  package func propertyIndex(_ name: String) -> Int? { indexes[name] }

  /// The index of the relationship called `name`, which a property or an implicit inverse is; `nil`
  /// if there is none.
  package func relationshipIndex(_ name: String) -> Int? {
    propertyIndex(name) ?? hiddenIndexes[name]
  }

  /// `true` if the property at `index` is an ordered to-many.
  package func isOrdered(_ index: Int) -> Bool {
    properties.indices.contains(index) && properties[index].relationship?.isOrdered == true
  }

  /// Returns the column of the leaf, or of the property of a storage, called `name`, with the
  /// property index of its composition or storage, or `nil`.
  package func leaf(_ name: String) -> (index: Int, column: ColumnLayout)? {
    leaves.isEmpty ? nil : leaves[name]
  }

  /// Returns the column of the property, or of the leaf, called `name`, or `nil`.
  package func column(named name: String) -> ColumnLayout? {
    leaf(name)?.column ?? propertyIndex(name).flatMap { columns[$0] }
  }

  /// Returns the property index of the property called `name`, or of the composition that has the
  /// leaf of that name, or `nil`.
  package func ownerIndex(_ name: String) -> Int? { propertyIndex(name) ?? leaf(name)?.index }

  /// `true` if the property at `index` is part of what is unique.
  package func isInKey(_ index: Int) -> Bool { keys.contains { $0.properties.contains(index) } }

  /// Returns what is unique in rows whose properties have `columns` of `table`.
  private static func keys(_ columns: [ColumnLayout?], _ table: TableLayout) -> [KeyLayout] {
    let single = columns.enumerated().compactMap { index, column in
      column.flatMap { column in
        column.uniqueForm.map {
          KeyLayout(
            index: IndexLayout(column, ofTable: table.name, ignoresCase: $0 == .folded),
            properties: [index])
        }
      }
    }
    // Those of another branch of the tree have columns that the rows do not have.
    let several = table.indexes.filter { $0.isUnique && $0.isOfList }.compactMap { index in
      let properties = index.allColumns.compactMap { column in
        columns.firstIndex { $0?.position == column.position }
      }
      return properties.count == index.allColumns.count
        ? KeyLayout(index: index, properties: properties) : nil
    }
    return single + several
  }

  /// `true` if `entity` is `other` or comes after it in the table.
  private static func follows(_ entity: String, _ other: String, in table: TableLayout) -> Bool {
    let names = table.entityNames
    return (names.firstIndex(of: entity) ?? 0) >= (names.firstIndex(of: other) ?? 0)
  }

  /// Returns where `relationship` of the entity `owner` is stored, or `nil` if its inverse is
  /// missing.
  private static func location(
    of relationship: Relationship, in owner: String, joins: [RelationshipEnd: JoinTable],
    model: ObjectModel
  ) -> RelationshipLayout.Location? {
    guard relationship.isToMany else { return .column(relationship.column) }
    guard let inverse = model.inverse(of: relationship) else { return nil }
    guard inverse.isToMany else { return .inverseColumn(inverse.column) }
    let end = RelationshipEnd(entity: owner, name: relationship.name)
    let other = RelationshipEnd(entity: relationship.target, name: relationship.inverse)
    if let join = joins[end] { return .join(join, isReversed: false) }
    return joins[other].map { .join($0, isReversed: true) }
  }
}
