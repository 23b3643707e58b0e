import EntityModel
import EntityStore

/// An entity of an opened container: its class, its layout, its relationships resolved.
final class ManagedEntity: Sendable {
  /// The class of the objects.
  let type: ManagedObject.Type

  /// How rows are stored; its properties give the property indexes.
  let layout: EntityLayout

  /// The columns of a row whose texts and blobs objects defer.
  // They are written before anybody else knows the entity; an array's references would be counted
  // for each row that is read.
  nonisolated(unsafe) let deferrableColumns: UnsafeBufferPointer<Int>

  /// How each property is read and set by its index; `nil` for one that the class does not name.
  let accesses: [PropertyAccess?]

  /// How each property that is not saved is read and set, by its name.
  let transients: [String: PropertyAccess]

  /// The name of the entity at the root of the tree.
  let rootName: String

  /// The position of the entity's inheritance tree among those of the model.
  let tree: Int

  /// How many entities the entity extends, one through another.
  let depth: Int

  /// The relationships, by property index; `nil` for other properties.
  let relationships: [ManagedRelationship?]

  /// The property indexes of the relationships.
  let relationshipIndexes: [Int]

  /// Those of them whose delete rule is to cascade.
  let cascadingIndexes: [Int]

  /// Those of them whose delete rule is another one.
  let otherRuleIndexes: [Int]

  /// The relationships.
  let relationshipSet: PropertySet

  /// What the fetched properties fetch, by property index; `nil` for other properties.
  let fetches: [FetchedQuery?]

  /// The property indexes of the to-one relationships.
  let toOneIndexes: [Int]

  /// The property indexes of the properties that have a column, in order.
  let columnIndexes: [Int]

  /// `true` if an attribute is stored as JSON.
  let hasJSON: Bool

  /// The properties that have a column.
  let columnSet: PropertySet

  /// Those of them whose texts or blobs objects defer.
  let deferrableSet: PropertySet

  /// The property indexes of the external attributes.
  let externalIndexes: [Int]

  /// The external attributes.
  let externalSet: PropertySet

  /// The attributes that must be given a value before the first save.
  let requiredSet: PropertySet

  /// The rules of the attributes, inherited ones too, in the order of the attributes; none for an
  /// attribute without.
  let rules: [AttributeRules]

  /// The attributes that have rules.
  let ruledSet: PropertySet

  /// `true` if an attribute has a rule.
  let hasRules: Bool

  /// Which members of JSON properties are, inherited ones too, by name, where their class says so.
  let jsonNames: [String: JSONName]

  /// The property index of the attribute by which the rows of a payload find their objects; `nil`
  /// if there is none.
  let identityIndex: Int?

  /// That attribute.
  var identity: Attribute? { identityIndex.flatMap { layout.properties[$0].attribute } }

  /// The class that declares that attribute.
  let identityClass: ObjectIdentifier?

  /// The property indexes of the attributes whose values pending deletions have.
  let preservedIndexes: [Int]

  /// What attributes with a transform are stored as, by property index.
  let transforms: [Int: any TransformedAttribute.Type]

  /// The property indexes of the attributes that have the time at which an object was made.
  let timestampIndexes: [Int]

  /// The property indexes of those that have the time of the last save too.
  let updatedIndexes: [Int]

  /// The relationships that can hold too little or too much: to-ones, and to-manys with limits.
  let limitedRelationships: [ManagedRelationship]

  /// The relationships that may forbid that an object is deleted.
  let denyingRelationships: [ManagedRelationship]

  /// `true` if a relationship can hold too little or too much while none of what it refers to has
  /// been deleted.
  let hasLimits: Bool

  /// The property index of the attribute that says when an object was deleted softly; `nil` where
  /// objects are not.
  let deletionDate: Int?

  /// `true` if properties of the objects can be observed.
  let isObservable: Bool

  /// `true` if the objects have a life cycle of their own.
  let hasLifeCycle: Bool

  /// `true` if the objects say themselves whether they are fit to be saved.
  let isValidated: Bool

  /// `true` if more can be wrong with a new object than that it lacks a value or refers to what has
  /// been deleted.
  let isAskedAtInsertion: Bool

  /// Creates the entity of `type`.
  init(
    type: ManagedObject.Type, layout: EntityLayout, tree: Int,
    relationships: [ManagedRelationship?], fetches: [FetchedQuery?]
  ) {
    self.type = type
    isObservable = type.__isObservable
    hasLifeCycle = type is any ObjectLifeCycle.Type
    isValidated = type is any ValidatedObject.Type
    self.layout = layout
    let deferrable = UnsafeMutableBufferPointer<Int>.allocate(
      capacity: layout.table.deferrableColumns.count)
    _ = deferrable.initialize(from: layout.table.deferrableColumns)
    deferrableColumns = UnsafeBufferPointer(deferrable)
    accesses = PropertyAccess.accesses(of: type, layout)
    transients = PropertyAccess.transients(of: type)
    self.tree = tree
    rootName = layout.rootName
    self.relationships = relationships
    self.fetches = fetches
    depth = layout.lineage.count - 1
    relationshipIndexes = relationships.indices.filter { relationships[$0] != nil }
    cascadingIndexes = relationshipIndexes.filter {
      relationships[$0]?.description.deleteRule == .cascade
    }
    otherRuleIndexes = relationshipIndexes.filter {
      relationships[$0]?.description.deleteRule != .cascade
    }
    relationshipSet = PropertySet(relationshipIndexes)
    toOneIndexes = relationships.indices.filter { relationships[$0]?.isToMany == false }
    columnIndexes = layout.columnIndexes
    columnSet = PropertySet(columnIndexes)
    deferrableSet = PropertySet(
      columnIndexes.filter { layout.columns[$0]?.isDeferrable == true })
    externalIndexes = layout.externalColumns
    externalSet = PropertySet(layout.externalColumns)
    hasJSON = layout.columns.contains { $0?.kind == .value(.json) }
    limitedRelationships = relationships.compactMap { $0 }.filter {
      !$0.isToMany || $0.description.minimumCount > 0 || $0.description.maximumCount != nil
    }
    denyingRelationships = relationships.compactMap { $0 }.filter {
      $0.description.deleteRule == .deny
    }
    hasLimits = limitedRelationships.contains { $0.isToMany || !$0.description.isOptional }
    rules = AttributeRules.rules(of: type, layout.properties)
    jsonNames = JSONLayout.names(of: type)
    let identityIndex = JSONLayout.identity(of: type, layout)
    self.identityIndex = identityIndex
    identityClass = identityIndex.flatMap {
      ClassDescription.declaring(layout.properties[$0].name, in: type)
    }.map { ObjectIdentifier($0.type) }
    preservedIndexes = Set(ClassDescription.lineage(of: type).flatMap(\.preserved))
      .compactMap { layout.propertyIndex($0) }.sorted()
    transforms = Self.transforms(of: type, layout)
    timestampIndexes = layout.properties.indices.filter {
      layout.properties[$0].attribute?.timestamp != nil
    }
    updatedIndexes = timestampIndexes.filter {
      layout.properties[$0].attribute?.timestamp == .updated
    }
    isAskedAtInsertion = isValidated || hasLimits || !rules.isEmpty || !transforms.isEmpty
    ruledSet = PropertySet(rules.map(\.index))
    hasRules = !rules.isEmpty
    deletionDate = layout.properties.firstIndex { $0.attribute?.marksDeletion == true }
    requiredSet = PropertySet(
      layout.properties.indices.filter {
        layout.properties[$0].attribute.map { !$0.isOptional && !$0.hasDefault } ?? false
      })
  }

  deinit { deferrableColumns.deallocate() }

  /// The entity's name.
  var name: String { layout.name }

  /// `true` if the entity is `other` or extends it, maybe through others.
  func extends(_ other: ManagedEntity) -> Bool { layout.lineage.contains(other.name) }

  /// `true` if `relationship` is one of the entity's, inherited or its own.
  func has(_ relationship: ManagedRelationship) -> Bool {
    relationships.indices.contains(relationship.index)
      && relationships[relationship.index]?.declaration == relationship.declaration
  }
}
