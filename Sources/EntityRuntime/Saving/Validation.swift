import EntityModel
import EntityStore

/// What makes objects unfit to be saved.
extension Saver {
  /// Accepts what is to be saved or names everything that is wrong with it.
  func validate() throws {
    unit.isValidating = true
    defer { unit.isValidating = false }
    var problems = unit.misuses.problems
    for object in tracker.inserted where mayBeUnfit(object) {
      addMissingValues(of: object, to: &problems)
      addRefusedValues(of: object, to: &problems)
      addBrokenRules(of: object, to: &problems)
      addBadRelationships(of: object, to: &problems)
      addOwnProblems(of: object, to: &problems)
    }
    for object in tracker.changed where !object.__flags.contains(.isDeleted) {
      addRefusedValues(of: object, to: &problems)
      addBrokenRules(of: object, to: &problems)
      addBadRelationships(of: object, to: &problems)
      addOwnProblems(of: object, to: &problems)
    }
    // An object that is changed and touched at once has been looked at.
    for object in tracker.touched
    where object.__flags.isDisjoint(with: [.isDeleted, .isChanged, .isInserted]) {
      addBadRelationships(of: object, to: &problems)
      addOwnProblems(of: object, to: &problems)
    }
    for object in tracker.deleted { addDenials(of: object, to: &problems) }
    for object in tracker.deletedSoftly
    where object.__isLive && object.isSoftlyDeleted {
      addDenials(of: object, to: &problems)
    }
    try unit.problems.report()
    guard !problems.isEmpty else { return }
    // What only the store knows is asked for where the save does not come as far as that.
    problems += takenValues()
    throw ValidationError(
      problems: problems.sorted {
        ($0.entity, abs($0.objectID.rowID), $0.property, $0.id)
          < ($1.entity, abs($1.objectID.rowID), $1.property, $1.id)
      })
  }

  /// `false` if there is nothing to be found wrong with `object`, a new one, as with most of many.
  private func mayBeUnfit(_ object: ManagedObject) -> Bool {
    let entity = object.__entity
    return entity.isAskedAtInsertion || tracker.mayReferToDeleted
      || !object.hasRequiredValues(of: entity)
  }

  /// Adds what `object` itself finds wrong if it is new, or differs from what is saved in its
  /// values or in its members.
  private func addOwnProblems(
    of object: ManagedObject, to found: inout [ValidationError.Problem]
  ) {
    guard object.__entity.isValidated,
      object.__flags.contains(.isInserted) || object.differsFromRow
        || object.__toManys.contains(where: \.hasChanges)
    else { return }
    let own = object.ownProblems
    if !own.isEmpty { found += own }
  }

  /// Adds the required attributes of `object`, a new one, that have not been given values.
  private func addMissingValues(
    of object: ManagedObject, to found: inout [ValidationError.Problem]
  ) {
    let missing = object.missingProperties
    if missing.isEmpty { return }
    for index in missing.sorted {
      found.append(
        ValidationError.Problem(
          "validation.required", object, index, "is required and has no value"))
    }
  }

  /// Adds the rules of attributes that values of `object` break: all values of a new one, those
  /// that have been assigned of another.
  private func addBrokenRules(
    of object: ManagedObject, to found: inout [ValidationError.Problem]
  ) {
    let entity = object.__entity
    guard entity.hasRules else { return }
    let isNew = object.__flags.contains(.isInserted)
    let assigned = object.__changes?.properties ?? []
    // A required attribute that has been given nothing is reported as that.
    let asked = isNew ? entity.ruledSet.subtracting(object.missingProperties) : assigned
    for rules in entity.rules where asked.contains(rules.index) {
      // A change that another assignment has taken back is none; what is apart from its row need
      // not be read then.
      let isExternal = entity.externalSet.contains(rules.index)
      if isExternal, !isNew, object.hasStoredValue(of: rules.index) { continue }
      let broken = rules.broken(by: object.storedValue(at: rules.index))
      if broken.isEmpty || !isNew && object.hasStoredValue(of: rules.index) { continue }
      found += broken.map {
        ValidationError.Problem($0.id, object, rules.index, $0.text(for: rules.type))
      }
    }
  }

  /// Adds the relationships of `object` that hold too little or too much.
  private func addBadRelationships(
    of object: ManagedObject, to found: inout [ValidationError.Problem]
  ) {
    if object.__flags.contains(.isFault), !object.__flags.contains(.isTouched) {
      return
    }
    // The deleted can be referred to only while they are to be deleted, or where they are held.
    let mayHoldDeleted =
      tracker.mayReferToDeleted
      && (tracker.hasDeletions || object.__flags.contains(.holdsObjects))
    if !mayHoldDeleted, !object.__entity.hasLimits { return }
    for relationship in object.__entity.limitedRelationships {
      let index = relationship.index
      let description = relationship.description
      if !relationship.isToMany {
        guard !object.__flags.contains(.isFault) else { continue }
        let reference = object.__toOne(index)
        let target = reference.object ?? graph.live(reference.id, relationship)
        if let target, !target.__isLive {
          if isOfOthers(object, relationship, target) { continue }
          found.append(
            ValidationError.Problem(
              "validation.deleted", object, index,
              "refers to an object that has been deleted; let it refer to another or to nothing"))
        } else if reference.rowID == 0, !description.isOptional {
          found.append(
            ValidationError.Problem(
              "validation.required", object, index, "is required and refers to nothing"))
        }
        continue
      }
      let count = count(of: relationship, object)
      let (least, most) = (description.minimumCount, description.maximumCount)
      guard count < least || count > most ?? .max else { continue }
      found.append(
        ValidationError.Problem(
          "validation.count", object, index,
          saying: object.__entity.layout.text(of: index, holding: count, least: least, most: most)))
    }
  }

  /// `true` if others have made what `object` has of `relationship`, a to-one, something that is
  /// gone: what they have removed is gone from the row too, and what they have made refer to
  /// something that is to be deleted here is in the way of the deletion, which the save finds.
  private func isOfOthers(
    _ object: ManagedObject, _ relationship: ManagedRelationship, _ target: ManagedObject
  ) -> Bool {
    guard !object.__flags.contains(.isInserted),
      !object.differingProperties.contains(relationship.index)
    else { return false }
    if target.__isRemovedByOthers { return true }
    guard target.__flags.isDisjoint(with: [.isDetached, .isInserted]) else { return false }
    // What had referred to it before would have been changed by these rules.
    switch unit.entities[relationship.target].relationships[relationship.inverseIndex]?
      .description.deleteRule
    {
    case .nullify, .cascade: return true
    case .deny, .noAction, nil: return false
    }
  }

  /// Adds the relationships that forbid that `object` is deleted.
  private func addDenials(
    of object: ManagedObject, to found: inout [ValidationError.Problem]
  ) {
    for relationship in object.__entity.denyingRelationships {
      let count = count(of: relationship, object, isDenying: true)
      guard count > 0 else { continue }
      found.append(
        ValidationError.Problem(
          "validation.denied", object, relationship.index,
          saying: object.__entity.layout.text(of: relationship.index, denyingDeletionFor: count)))
    }
  }

  /// Returns how many objects `relationship` of `object` refers to; of one that is deleted softly,
  /// those that have been so too deny nothing.
  private func count(
    of relationship: ManagedRelationship, _ object: ManagedObject, isDenying: Bool = false
  ) -> Int {
    guard let end = RelationshipEnd(of: object, relationship.index) else { return 0 }
    let related = graph.related(by: end)
    return isDenying && !object.__flags.contains(.isDeleted)
      ? related.count { !$0.isSoftlyDeleted } : related.count
  }
}

extension ValidationError.Problem {
  /// Creates the problem `id` of the property `index` of `object`.
  init(_ id: String, _ object: ManagedObject, _ index: Int, _ message: String) {
    self.init(
      id, object, index, saying: "\(object.__entity.layout.text(of: index)) \(message)")
  }

  /// Creates the problem `id` of the property `index` of `object`, whose whole text is `message`.
  init(_ id: String, _ object: ManagedObject, _ index: Int, saying message: String) {
    self.init(
      id: id, objectID: object.__objectID, entity: object.__entity.name,
      property: object.__propertyName(index), message: message)
  }
}

extension ManagedObject {
  /// `true` if the property `index` has the value that it had before the unsaved changes.
  fileprivate final func hasStoredValue(of index: Int) -> Bool {
    comparedValue(at: index) == comparedOriginalValue(at: index)
  }

  /// `true` if the object, a new one of `entity`, has been given what it must have.
  fileprivate final func hasRequiredValues(of entity: ManagedEntity) -> Bool {
    entity.requiredSet.isEmpty || __changes?.properties.contains(all: entity.requiredSet) == true
  }

  /// The required attributes of the object, a new one, that have been given nothing.
  final var missingProperties: PropertySet {
    __entity.requiredSet.subtracting(__changes?.properties ?? [])
  }
}
