import EntityModel
import EntityStore

/// Gives objects back what they had before a group of changes.
///
/// Those that have been deleted exist again first, related to nothing. Then values, references,
/// links and the orders of members are what they were, through the same graph as all changes, so
/// that inverses agree and what undoing changes is recorded to be redone. At last, what did not
/// exist before is deleted.
struct UndoApplication {
  private let unit: UnitOfWork
  private let group: UndoGroup

  private var graph: RelationshipGraph { unit.graph }

  init(_ unit: UnitOfWork, _ group: UndoGroup) {
    self.unit = unit
    self.group = group
  }

  /// Undoes the group.
  func apply() {
    var revival = Revival(unit, group)
    let revived = revival.revive()
    for record in group.records where !record.isNew {
      restore(record, revived[record.object])
    }
    for (place, link) in group.links.enumerated().reversed()
    where !revival.lapsed.contains(place) { restoreMember(link) }
    for record in group.orders { restoreOrder(record) }
    unit.isUndoing = true
    defer { unit.isUndoing = false }
    for record in group.records.reversed() where record.isNew && record.object.__isLive {
      graph.delete(record.object)
    }
  }

  // MARK: Values

  /// Gives the object of `record` the values from before of what has been changed; `revival` is
  /// what is known of it if it exists again.
  private func restore(_ record: UndoGroup.ObjectRecord, _ revival: Revival.Revived?) {
    let object = record.object
    guard object.__isLive else { return }
    if object.__flags.contains(.isFault) { unit.loader.fire(object) }
    var attributes: [Int] = []
    var toOnes: [Int] = []
    for index in record.properties.intersection(object.__entity.columnSet).sorted {
      if object.__entity.relationships[index] == nil {
        attributes.append(index)
      } else {
        toOnes.append(index)
      }
    }
    if revival?.isNew == true {
      attributes = []
      toOnes = object.__entity.toOneIndexes
    }
    if let date = object.__entity.deletionDate, attributes.contains(date) {
      noteHolders(of: object)
    }
    let former = record.read(attributes, toOnes)
    for (index, value) in former.values {
      _ = object.__setValue(index, value)
      if let value = former.unrecognized[index] { object.__unrecognized[index] = value }
    }
    if group.softDeletions.contains(object) {
      // What a deletion has done is checked as one wherever it is done again.
      if object.isSoftlyDeleted {
        unit.tracker.noteSoftDeletion(of: object)
      } else {
        unit.tracker.forgetSoftDeletion(of: object)
      }
    }
    var references = former.references
    for (index, reference) in revival?.references ?? [:] where !toOnes.contains(index) {
      references.append((index, reference))
    }
    for (index, reference) in references { restore(object, index, reference) }
  }

  /// Notes the to-manys that show `object` or hide it, whose soft deletion is undone or redone.
  private func noteHolders(of object: ManagedObject) {
    guard unit.reportsChanges, let observed = unit.observedChanges else { return }
    for (holder, index) in graph.holders(of: object) { observed.note(holder, index) }
  }

  /// Makes the to-one `index` of `object` refer to what `reference` leads to, unless that has gone.
  private func restore(_ object: ManagedObject, _ index: Int, _ reference: __ToOne) {
    guard reference.rowID != object.__toOne(index).rowID else { return }
    if reference.rowID == 0 { return graph.set(object, index, to: nil) }
    let target =
      reference.object
      ?? (reference.id > 0 ? unit.loader.resolve(reference.id, of: object, index) : nil)
    guard let target, mayRefer(object, index, to: target) else { return }
    graph.set(object, index, to: target)
  }

  /// `true` if the to-one `index` of `object` may refer to `target`: that exists, or its deletion
  /// leaves what refers to it.
  private func mayRefer(_ object: ManagedObject, _ index: Int, to target: ManagedObject) -> Bool {
    if target.__isLive { return true }
    guard !target.__flags.contains(.isDetached),
      let inverse = object.__entity.relationships[index]?.inverseIndex,
      let rule = target.__entity.relationships[inverse]?.description.deleteRule
    else { return false }
    return rule == .noAction || rule == .deny
  }

  /// Makes the two objects of `link` members of each other as they were before it.
  private func restoreMember(_ link: UndoGroup.LinkRecord) {
    guard link.owner.__isLive, link.other.__isLive,
      let end = RelationshipEnd(of: link.owner, link.index)
    else { return }
    if link.isLinked {
      graph.takeAway(link.other, from: end)
    } else {
      graph.add(link.other, to: end)
    }
  }

  /// Puts the members of `record`, which are what they were, in their order again.
  private func restoreOrder(_ record: UndoGroup.OrderRecord) {
    guard record.owner.__isLive, let end = RelationshipEnd(of: record.owner, record.index) else {
      return
    }
    graph.arrange(end, as: record.members)
  }
}

extension UndoGroup.ObjectRecord {
  /// Values from before.
  struct Former {
    var values: [(index: Int, value: Any?)] = []
    var references: [(index: Int, reference: __ToOne)] = []
    var unrecognized: [Int: StoredValue] = [:]
  }

  /// Returns the values from before of `attributes` and `toOnes`; the object, which is no fault, is
  /// as it was afterwards.
  func read(_ attributes: [Int], _ toOnes: [Int]) -> Former {
    var former = Former()
    guard let values, let now = object.__takeSnapshot() else { return former }
    // A value can be taken only of an object that has it.
    let (slab, unrecognized) = (object.__slab, object.__unrecognized)
    object.__slab = self.slab
    object.__unrecognized = self.unrecognized
    object.__restore(values)
    for index in attributes {
      if let value = externals[index] {
        former.values.append((index, value))
      } else if !object.__entity.externalSet.contains(index) {
        former.values.append((index, object.__value(index)))
      } else if let value = object.readValue(ofExternal: index) {
        former.values.append((index, value.value))
      }
    }
    for index in toOnes { former.references.append((index, object.__toOne(index))) }
    former.unrecognized = object.__unrecognized
    object.__restore(now)
    object.__slab = slab
    object.__unrecognized = unrecognized
    return former
  }
}
