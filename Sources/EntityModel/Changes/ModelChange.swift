/// One thing that a model changed since an older one, as far as rows depend on it.
///
/// Default values, delete rules and fetched properties are no matter of rows, so that changes of
/// them are none.
package struct ModelChange: Equatable, Sendable {
  /// What has changed.
  package let kind: Kind

  /// The entity or the property that has changed, by its name in the newer model, or in the older
  /// one where it is gone.
  package let subject: ModelSubject

  /// What has changed, in a phrase.
  package let message: String

  /// What it takes to carry the change out.
  package let effect: Effect

  /// Creates a change.
  init(
    _ kind: Kind, in entity: String, property: String? = nil, _ message: String,
    _ effect: Effect = .automatic
  ) {
    self.kind = kind
    subject = ModelSubject(entity: entity, property: property)
    self.message = message
    self.effect = effect
  }
}

extension ModelChange {
  /// What it takes to carry a change out, where there are rows that it concerns; each text says
  /// what to do.
  package enum Effect: Hashable, Sendable {
    /// Nothing: a migration does it by itself.
    case automatic

    /// Values are lost, so that it happens only where that is allowed.
    case losesData(String)

    /// A stage of a migration has to say what becomes of values.
    case needsStage(String)

    /// The model itself has to be corrected.
    case impossible(String)

    /// The effect in a word or two.
    package var words: String {
      switch self {
      case .automatic: "automatic"
      case .losesData: "loses data"
      case .needsStage: "needs a stage"
      case .impossible: "impossible"
      }
    }

    /// What to do; nil where nothing has to be done.
    package var advice: String? {
      switch self {
      case .automatic: nil
      case .losesData(let advice), .needsStage(let advice), .impossible(let advice): advice
      }
    }
  }
}

extension ModelChange {
  /// What has changed, with what a migration needs to carry it out.
  package enum Kind: Equatable, Sendable {
    case entityAdded(Entity)
    case entityRemoved(Entity)
    case entityRenamed(from: String)
    /// The entity extends another one, or none.
    case entityMoved(from: String?, to: String?)

    /// An original name that nothing in the older model had.
    case originalNameUnknown(String)
    /// An original name that all of these give.
    case originalNameContested(String, by: [String])

    /// Properties, by their names in the newer model, are unique together.
    case uniqueKeyAdded([String])
    /// Properties, by their names in the older model, are no longer unique together.
    case uniqueKeyRemoved([String])
    case indexAdded([String])
    case indexRemoved([String])

    case attributeAdded(Attribute)
    case attributeRemoved(Attribute)
    case attributeRenamed(from: String)
    /// The attribute is declared by an entity that extends, or is extended by, those that declared
    /// it before, by their names in the older model.
    case attributeMoved(from: [String])
    case attributeType(from: StorageType, to: StorageType)
    /// The Swift type is another one; how values are stored is not known of at least one of both.
    case attributeTypeUnresolved(from: String, to: String)
    case attributeOptional
    case attributeRequired
    case attributeUnique
    case attributeNotUnique
    case attributeIndexed
    case attributeNotIndexed
    case attributeUniqueIgnoringCase
    case attributeNotUniqueIgnoringCase
    case attributeIndexedIgnoringCase
    case attributeNotIndexedIgnoringCase
    case attributeSearchable(SearchTokenizer)
    case attributeNotSearchable
    case attributeExternal
    case attributeNotExternal
    case attributeTokenizer(from: SearchTokenizer, to: SearchTokenizer)

    /// An attribute that was stored as JSON is a composition, or one that was is none any more.
    case attributeComposed
    case attributeNotComposed
    /// Leaves; the subject's property has their names after that of the attribute.
    case leafAdded(Leaf)
    case leafRemoved(Leaf)
    case leafRenamed(from: String)
    case leafType(from: StorageType, to: StorageType)
    case leafOptional
    case leafRequired
    case leafIndexed
    case leafNotIndexed

    /// The column of an attribute or a to-one.
    case columnRenamed(from: String, to: String)

    case relationshipAdded(Relationship)
    case relationshipRemoved(Relationship)
    case relationshipRenamed(from: String)
    /// The target, by its names in both models.
    case relationshipTarget(from: String, to: String)
    /// The inverse and its entity, by their names in both models.
    case relationshipInverse(from: ModelSubject, to: ModelSubject)
    case relationshipCardinality(isToMany: Bool)
    case relationshipOrdered
    case relationshipNotOrdered
    case relationshipCount(from: Counts, to: Counts)
  }

  /// How many objects a relationship holds; nil for any number.
  package struct Counts: Equatable, Sendable {
    package let minimum: Int
    package let maximum: Int?

    /// Creates the counts of `relationship`.
    init(of relationship: Relationship) {
      minimum = relationship.minimumCount
      maximum = relationship.maximumCount
    }

    /// Any number of objects.
    static let any = Counts(minimum: 0, maximum: nil)

    private init(minimum: Int, maximum: Int?) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// The permanent name of the kind of change, such as `change.attribute-added`.
  package var id: String { kind.id }

  /// `true` if something is called by another name.
  package var isRename: Bool {
    switch kind {
    case .entityRenamed, .attributeRenamed, .relationshipRenamed, .leafRenamed: true
    default: false
    }
  }

  /// `true` if a program that knows the older model alone reads and writes rows of the newer one as
  /// rightly as before.
  package var isAdditive: Bool {
    switch kind {
    case .entityAdded(let entity): entity.superentity == nil
    case .attributeAdded(let attribute): attribute.isOptional && !attribute.holdsEachValueOnce
    // Without a column of texts without case, no program can write to it.
    case .indexRemoved(let list): !list.contains { IndexTerm($0).ignoresCase }
    case .indexAdded, .attributeIndexed, .attributeNotIndexed,
      .attributeIndexedIgnoringCase,
      .attributeSearchable, .attributeTokenizer, .leafIndexed, .leafNotIndexed:
      true
    default: false
    }
  }

  /// The entity that has changed.
  package var entity: String { subject.entity }

  /// The property that has changed, or nil for the entity itself.
  package var property: String? { subject.property }
}

extension ModelChange.Kind {
  /// `true` if values have to be unique that had not.
  package var makesUnique: Bool {
    switch self {
    case .attributeUnique, .attributeUniqueIgnoringCase, .uniqueKeyAdded: true
    default: false
    }
  }

  /// The permanent name of the kind.
  fileprivate var id: String {
    switch self {
    case .entityAdded: "change.entity-added"
    case .entityRemoved: "change.entity-removed"
    case .entityRenamed: "change.entity-renamed"
    case .entityMoved: "change.entity-moved"
    case .originalNameUnknown: "change.original-name-unknown"
    case .originalNameContested: "change.original-name-contested"
    case .uniqueKeyAdded: "change.unique-key-added"
    case .uniqueKeyRemoved: "change.unique-key-removed"
    case .indexAdded: "change.index-added"
    case .indexRemoved: "change.index-removed"
    case .attributeAdded: "change.attribute-added"
    case .attributeRemoved: "change.attribute-removed"
    case .attributeRenamed: "change.attribute-renamed"
    case .attributeMoved: "change.attribute-moved"
    case .attributeType: "change.attribute-type"
    case .attributeTypeUnresolved: "change.attribute-type-unresolved"
    case .attributeOptional: "change.attribute-optional"
    case .attributeRequired: "change.attribute-required"
    case .attributeUnique: "change.attribute-unique"
    case .attributeNotUnique: "change.attribute-not-unique"
    case .attributeIndexed: "change.attribute-indexed"
    case .attributeNotIndexed: "change.attribute-not-indexed"
    case .attributeUniqueIgnoringCase: "change.attribute-unique-ignoring-case"
    case .attributeNotUniqueIgnoringCase: "change.attribute-not-unique-ignoring-case"
    case .attributeIndexedIgnoringCase: "change.attribute-indexed-ignoring-case"
    case .attributeNotIndexedIgnoringCase: "change.attribute-not-indexed-ignoring-case"
    case .attributeSearchable: "change.attribute-searchable"
    case .attributeNotSearchable: "change.attribute-not-searchable"
    case .attributeExternal: "change.attribute-external"
    case .attributeNotExternal: "change.attribute-not-external"
    case .attributeTokenizer: "change.attribute-tokenizer"
    case .attributeComposed: "change.attribute-composed"
    case .attributeNotComposed: "change.attribute-not-composed"
    case .leafAdded: "change.leaf-added"
    case .leafRemoved: "change.leaf-removed"
    case .leafRenamed: "change.leaf-renamed"
    case .leafType: "change.leaf-type"
    case .leafOptional: "change.leaf-optional"
    case .leafRequired: "change.leaf-required"
    case .leafIndexed: "change.leaf-indexed"
    case .leafNotIndexed: "change.leaf-not-indexed"
    case .columnRenamed: "change.column-renamed"
    case .relationshipAdded: "change.relationship-added"
    case .relationshipRemoved: "change.relationship-removed"
    case .relationshipRenamed: "change.relationship-renamed"
    case .relationshipTarget: "change.relationship-target"
    case .relationshipInverse: "change.relationship-inverse"
    case .relationshipCardinality: "change.relationship-cardinality"
    case .relationshipOrdered: "change.relationship-ordered"
    case .relationshipNotOrdered: "change.relationship-not-ordered"
    case .relationshipCount: "change.relationship-count"
    }
  }
}

extension ModelChange: Comparable {
  /// Orders by entity, its own changes first, then by property, kind and message.
  package static func < (left: ModelChange, right: ModelChange) -> Bool {
    (left.entity, left.property ?? "", left.id, left.message)
      < (right.entity, right.property ?? "", right.id, right.message)
  }
}

extension ObjectModel {
  /// Returns what the model changed since `old`, in order.
  ///
  /// An original name leads to the entity, attribute or relationship of `old` that has been given
  /// another name. One that `old` gives as well, or that leads nowhere while the present name leads
  /// somewhere, says nothing any more: the name was changed before `old`.
  ///
  /// There is a change wherever the version hashes differ.
  package func changes(since old: ObjectModel) -> [ModelChange] {
    ModelComparison(from: old, to: self).changes
  }
}
