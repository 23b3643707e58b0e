import EntityModel
import EntityStore

/// An entity of an opened container: its class, its layout, its relationships resolved.
final class ManagedEntity: Sendable {
  /// The class whose instances stand for the rows.
  let type: ManagedObject.Type

  /// How the rows are kept; its properties give the property indexes.
  let layout: EntityLayout

  /// The columns of a row whose texts and blobs objects defer.
  // They are written before anybody else knows the entity; an array's references would be counted
  // for each row that is read.
  nonisolated(unsafe) let deferrableColumns: UnsafeBufferPointer<Int>

  /// How each property is read and set by its index; `nil` for one that the class does not name.
  let accesses: [PropertyAccess?]

  /// The index in the model of the entity that each fetched property finds, by property index.
  let fetchedTargets: [Int?]

  /// The name of the entity at the root of the tree.
  let rootName: String

  /// The position of the entity's inheritance tree among those of the model.
  let tree: Int

  /// How many entities the entity extends, one through another.
  let depth: Int

  /// The relationships, by property index; nil for other properties.
  let relationships: [ManagedRelationship?]

  /// The property indexes of the relationships.
  let relationshipIndexes: [Int]

  /// The property indexes of the to-one relationships.
  let toOneIndexes: [Int]

  /// The property indexes of the properties that have a column, in order.
  let columnIndexes: [Int]

  /// The properties that have a column.
  let columnSet: PropertySet

  /// The properties that have a column whose values no two rows share.
  let uniqueSet: PropertySet

  /// The attributes that must be given a value before the first save.
  let requiredSet: PropertySet

  /// The relationships that can hold too little or too much: to-ones, and to-manys with limits.
  let limitedRelationships: [ManagedRelationship]

  /// `true` iff a relationship can hold too little or too much while none of what it refers to has
  /// been deleted.
  let hasLimits: Bool

  /// Creates the entity of `type`.
  init(
    type: ManagedObject.Type, layout: EntityLayout, tree: Int,
    relationships: [ManagedRelationship?], fetchedTargets: [Int?]
  ) {
    self.type = type
    self.layout = layout
    self.fetchedTargets = fetchedTargets
    let deferrable = UnsafeMutableBufferPointer<Int>.allocate(
      capacity: layout.table.deferrableColumns.count)
    _ = deferrable.initialize(from: layout.table.deferrableColumns)
    deferrableColumns = UnsafeBufferPointer(deferrable)
    accesses = PropertyAccess.accesses(of: type, layout)
    self.tree = tree
    rootName = layout.rootName
    self.relationships = relationships
    depth = layout.lineage.count - 1
    relationshipIndexes = relationships.indices.filter { relationships[$0] != nil }
    toOneIndexes = relationships.indices.filter { relationships[$0]?.isToMany == false }
    columnIndexes = layout.columnIndexes
    columnSet = PropertySet(columnIndexes)
    uniqueSet = PropertySet(columnIndexes.filter { layout.columns[$0]?.isUnique == true })
    limitedRelationships = relationships.compactMap { $0 }.filter {
      !$0.isToMany || $0.description.minimumCount > 0 || $0.description.maximumCount != nil
    }
    hasLimits = limitedRelationships.contains { $0.isToMany || !$0.description.isOptional }
    requiredSet = PropertySet(
      layout.properties.indices.filter {
        layout.properties[$0].attribute.map { !$0.isOptional && !$0.hasDefault } ?? false
      })
  }

  deinit { deferrableColumns.deallocate() }

  /// The entity's name.
  var name: String { layout.name }

  /// `true` iff the entity is `other` or extends it, maybe through others.
  func extends(_ other: ManagedEntity) -> Bool { layout.lineage.contains(other.name) }

  /// `true` iff `relationship` is one of the entity's, inherited or its own.
  func has(_ relationship: ManagedRelationship) -> Bool {
    relationships.indices.contains(relationship.index)
      && relationships[relationship.index]?.declaration == relationship.declaration
  }
}

/// A relationship of an opened container, its other end resolved.
final class ManagedRelationship: Sendable {
  /// The position in the model of the entity that declares a relationship, and the property index.
  struct Declaration: Hashable {
    let entity: Int
    let index: Int
  }

  /// The relationship's description.
  let description: Relationship

  /// The name of the entity that declares the relationship.
  let owner: String

  /// What the relationship has in common with itself as inherited, and with no other one.
  let declaration: Declaration

  /// The property index of the relationship.
  let index: Int

  /// The position in the model of the entity at the other end.
  let target: Int

  /// The property index, at the other end, of the inverse.
  let inverseIndex: Int

  /// `true` iff the inverse is a to-many too.
  let inverseIsToMany: Bool

  /// `true` iff the inverse is a to-many that must hold some objects.
  let inverseHasMinimum: Bool

  /// `true` iff pairs of this relationship, not of its inverse, are what a save writes.
  let writesJoins: Bool

  /// Makes an empty set of members.
  let maker: ToManyMaker

  /// `true` iff the relationship is its own inverse.
  var isOwnInverse: Bool {
    description.target == owner && description.inverse == description.name
  }

  /// `true` iff the relationship holds a set of objects.
  var isToMany: Bool { description.isToMany }

  /// Creates a relationship.
  init(
    description: Relationship, owner: String, declaration: Declaration, index: Int, target: Int,
    inverse: Relationship, inverseIndex: Int, maker: @escaping ToManyMaker
  ) {
    self.description = description
    self.owner = owner
    self.declaration = declaration
    self.index = index
    self.target = target
    self.inverseIndex = inverseIndex
    self.maker = maker
    inverseIsToMany = inverse.isToMany
    inverseHasMinimum = inverse.isToMany && inverse.minimumCount > 0
    writesJoins =
      description.isToMany && inverse.isToMany
      && (owner, description.name) <= (description.target, description.inverse)
  }
}
