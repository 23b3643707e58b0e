import EntityModel
import EntityStore

/// Merges what others have saved into one unit of work, as a policy says, within the transaction
/// that then saves.
final class Merger {
  let unit: UnitOfWork

  /// Decides about each conflict.
  let policy: MergePolicy

  /// Reads the store in that transaction.
  let session: any StoreSession

  /// The objects whose rows others have removed and that are stored again.
  private(set) var restored: Set<ManagedObject> = []

  /// The objects that have been found to have no rows any more and may be unchanged.
  private var missing: [ManagedObject] = []

  /// How often the store is searched: deleting one object may show that others have been changed.
  private static let mostRounds = 100

  var tracker: ChangeTracker { unit.tracker }
  var graph: RelationshipGraph { unit.graph }
  var refresher: Refresher {
    Refresher(unit: unit, noteMissing: { [unowned self] in missing.append($0) })
  }

  /// Creates what merges into `unit` as `policy` says.
  init(_ unit: UnitOfWork, _ policy: MergePolicy, _ session: any StoreSession) {
    self.unit = unit
    self.policy = policy
    self.session = session
  }

  /// Merges until nothing is in conflict, and returns what is to be saved then.
  ///
  /// - Throws: a `ConflictError` with what the policy leaves open or cannot be merged; what the
  ///   policy throws; what the store throws. The unit is not as it was then.
  func merge() throws -> SavePlan { try unit.problems.ignoringMissingRows(mergeAll) }

  private func mergeAll() throws -> SavePlan {
    let search = ConflictSearch(unit: unit, session: session)
    // What has only been given the values that it had follows the others as what is unchanged.
    unit.forgetChangesTakenBack()
    var found: [FoundConflict] = []
    for _ in 0..<Self.mostRounds {
      let plan = SavePlan(tracker, restoring: restored)
      found = try search.conflicts(of: plan)
      if found.isEmpty { return plan }
      try resolve(found)
    }
    throw ConflictError(conflicts: found.map(\.reported))
  }

  /// Has the policy decide about `found`, and does what it says.
  private func resolve(_ found: [FoundConflict]) throws {
    // What has been deleted by both is no conflict, and what refers to it is known once it is gone.
    let gone = found.filter { $0.kind == .deleted && $0.isDeletion }.map(\.object)
    tracker.forgetDeleted(Set(gone))
    try keepOwners(in: found)
    let rows = found.filter { ($0.kind == .deleted || $0.kind == .changed) && isOpen($0) }
    let next = rows.isEmpty ? found.filter { isOpen($0) } : rows
    var decided: [(found: FoundConflict, resolution: Resolution)] = []
    var open: [ConflictError.Conflict] = []
    for found in next {
      var conflict = MergeConflict(found.reported, type(of: found.object))
      try policy.decide?(&conflict)
      if let resolution = try Resolution(found, conflict), isPossible(resolution, of: found) {
        decided.append((found, resolution))
      } else {
        open.append(conflict.conflict)
      }
    }
    guard open.isEmpty else { throw ConflictError(conflicts: open) }
    for (found, resolution) in decided where isOpen(found) { try apply(resolution, to: found) }
    while let object = missing.popLast() {
      // What has been changed is found by the search.
      if object.__flags.isDisjoint(with: [.isChanged, .isDeleted, .isTouched]) { detach(object) }
    }
  }

  /// Takes the deletions back of what others have given members, where the policy says so and rows
  /// have changed as well, since reading those of the members again follows the delete rules.
  private func keepOwners(in found: [FoundConflict]) throws {
    guard found.contains(where: { $0.kind == .changed && !$0.isDeletion }) else { return }
    for found in found where found.kind == .newMember && isOpen(found) {
      var conflict = MergeConflict(found.reported, type(of: found.object))
      try policy.decide?(&conflict)
      if case .side(.theirs)? = try Resolution(found, conflict) { try undelete(found.object) }
    }
  }

  /// `true` unless another decision has made `found` obsolete.
  private func isOpen(_ found: FoundConflict) -> Bool {
    !found.object.__flags.contains(.isDetached)
      && found.object.__flags.contains(.isDeleted) == found.isDeletion
  }

  /// `true` unless `found` is to be stored again and has values that nobody has read: the store has
  /// lost them with the row.
  private func isPossible(_ resolution: Resolution, of found: FoundConflict) -> Bool {
    guard found.kind == .deleted, case .side(.ours) = resolution else { return true }
    return !found.object.__entity.externalIndexes.contains { found.object.isUnread(at: $0) }
  }

  private func apply(_ resolution: Resolution, to found: FoundConflict) throws {
    let object = found.object
    switch (found.kind, resolution) {
    case (.changed, .values(let values)): try merge(values, into: object)
    case (.changed, .side(.ours)): try deleteAgain(object)
    case (.changed, .side(.theirs)): try undelete(object)
    case (.deleted, .side(.ours)):
      try refreshRelated(of: object, isRestored: true)
      forgetStoredLinks(of: object)
      restored.insert(object)
    case (.deleted, _): try remove(object)
    case (.missingReference, _): try follow(missing: found)
    case (.newMember, .side(.theirs)): try undelete(object)
    default: try follow(newMember: found)
    }
  }

  // MARK: Values

  /// Makes `object` what `values` say of its row, which others have changed.
  private func merge(_ values: [MergedValue], into object: ManagedObject) throws {
    // What is dropped is made equal to what others have stored, so that inverses agree; what is
    // kept is assigned again once the row has been read.
    let changed = object.differingProperties
    for case .theirs(let index, let value) in values {
      guard let relationship = object.__entity.relationships[index] else { continue }
      // The other end of a one-to-one has a column of its own, which others have changed too: to
      // assign it would be a change of ours. It is read again with the row of this end.
      if !relationship.inverseIsToMany, !changed.contains(index) { continue }
      let id: Int64 = if case .integer(let id) = value { id } else { 0 }
      if object.__toOne(index).rowID == id { continue }
      graph.set(object, index, to: id == 0 ? nil : unit.loader.resolve(id, of: object, index))
    }
    try refresher.readAgain(object, merging: true, keeping: [])
    for value in values {
      // A delete rule may have followed what others have changed.
      guard object.__isLive else { return }
      switch value {
      case .theirs: break
      case .attribute(let index, let value): _ = object.__setValue(index, value)
      case .unrecognized(let index, let value):
        unit.willWrite(object, index)
        object.__unrecognized[index] = value
      case .toOne(let index, let target, let id):
        if object.__toOne(index).rowID == (target?.__rowID ?? id) { continue }
        let found = target ?? (id > 0 ? unit.loader.resolve(id, of: object, index) : nil)
        graph.set(object, index, to: found)
      }
    }
  }

}

/// What is done about a conflict.
enum Resolution {
  /// One side decides whether an object exists, or a reference holds.
  case side(MergePolicy.Side)

  /// The object becomes what the values say.
  case values([MergedValue])

  /// Creates what has been decided in `conflict`, which is about `found`; `nil` if something has
  /// been left open.
  ///
  /// - Throws: a `PropertyError` about a decision of what the object does not have or cannot hold.
  init?(_ found: FoundConflict, _ conflict: MergeConflict) throws {
    let object = found.object
    for name in conflict.decisions.keys.sorted() {
      guard let index = object.__entity.layout.propertyIndex(name),
        object.__entity.columnSet.contains(index)
      else {
        throw PropertyError(
          entity: object.__entity.name, property: name,
          message: "'\(object.__entity.name)' has no attribute or to-one '\(name)', which a merge "
            + "policy has decided about")
      }
    }
    guard found.kind == .changed, !found.isDeletion else {
      // A reference to what does not exist has one way to go, which the policy has to agree to.
      guard let side = conflict.sideOfExistence else { return nil }
      self = .side(side)
      return
    }
    var values: [MergedValue] = []
    for index in object.__entity.columnIndexes {
      let name = object.__propertyName(index)
      let (base, ours) = (conflict.base[name] ?? .null, conflict.ours[name] ?? .null)
      let theirs = found.theirs?[index] ?? .null
      guard
        let decision = conflict.decision(of: name, base: base, ours: ours, theirs: theirs)
      else { return nil }
      switch decision {
      case .side(.theirs): values.append(.theirs(index, theirs))
      case .side(.ours):
        // Of a value that has not been read there is only that of the others.
        values.append(
          ours == theirs || object.isUnread(at: index)
            ? .theirs(index, theirs) : MergedValue(index, of: object))
      case .value(let value): values.append(try MergedValue(value, for: index, of: object))
      }
    }
    self = .values(values)
  }
}

/// What becomes of a property of an object that both sides have changed.
enum MergedValue {
  /// What others have stored.
  case theirs(_ index: Int, StoredValue)

  /// A value of an attribute's own type.
  case attribute(_ index: Int, Any?)

  /// A stored value that the attribute's type does not know.
  case unrecognized(_ index: Int, StoredValue)

  /// An object that a to-one refers to, or the id of its row, 0 for none.
  case toOne(_ index: Int, ManagedObject?, id: Int64)

  /// Creates what the property `index` of `object` is now.
  init(_ index: Int, of object: ManagedObject) {
    if object.__entity.relationships[index] != nil {
      let reference = object.__toOne(index)
      self = .toOne(index, reference.object, id: reference.rowID)
    } else if let value = object.__unrecognized[index] {
      self = .unrecognized(index, value)
    } else {
      self = .attribute(index, object.__value(index))
    }
  }

  /// Creates what is stored as `value` for the property `index` of `object`.
  init(_ value: StoredValue, for index: Int, of object: ManagedObject) throws {
    let name = object.__propertyName(index)
    let error = PropertyError(
      entity: object.__entity.name, property: name,
      message: "'\(object.__entity.name).\(name)' cannot hold the value that a merge policy gives "
        + "it; give it one that is stored as its type is")
    guard object.__entity.relationships[index] == nil else {
      switch value {
      case .null: self = .toOne(index, nil, id: 0)
      case .integer(let id) where id > 0: self = .toOne(index, nil, id: id)
      default: throw error
      }
      return
    }
    guard let converted = object.__unit.converted(value, for: index, of: object.__entity) else {
      throw error
    }
    self = .attribute(index, converted.value)
  }
}
