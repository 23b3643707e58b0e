import EntityModel
import EntityStore

// Whether a group has anything to undo.

extension UndoGroup {
  /// `true` if something is not what it was before the group.
  ///
  /// What has been given the value that it had, or has been given it back, does not count, and
  /// neither does what was made and deleted in the group. Values of Codable attributes are encoded
  /// for that, and only until something is found that differs.
  var hasEffect: Bool {
    records.contains { $0.hasEffect } || orders.contains { hasEffect($0) } || linksHaveEffect
  }

  /// `true` if two objects are linked that were not before the group, or the other way around.
  private var linksHaveEffect: Bool {
    /// The two ends of a link, from either.
    struct Link: Hashable {
      let first: ObjectIdentifier
      let index: Int
      let second: ObjectIdentifier
    }
    if links.isEmpty { return false }
    let passing = passingObjects
    var states: [Link: (wasLinked: Bool, isLinked: Bool)] = [:]
    for record in links {
      let (owner, other) = (ObjectIdentifier(record.owner), ObjectIdentifier(record.other))
      if passing.contains(owner) || passing.contains(other) { continue }
      guard let relationship = record.owner.__entity.relationships[record.index] else {
        return true
      }
      let inverse = relationship.inverseIndex
      let link =
        owner < other || owner == other && record.index < inverse
        ? Link(first: owner, index: record.index, second: other)
        : Link(first: other, index: inverse, second: owner)
      states[link, default: (!record.isLinked, record.isLinked)].isLinked = record.isLinked
    }
    return states.values.contains { $0.wasLinked != $0.isLinked }
  }

  /// `true` if the members of the owner of `record` are not in the order that they had.
  private func hasEffect(_ record: OrderRecord) -> Bool {
    let owner = record.owner
    guard owner.__isLive else { return !passingObjects.contains(ObjectIdentifier(owner)) }
    // What would have to be read to be compared counts.
    guard !owner.__flags.contains(.isFault), let end = RelationshipEnd(of: owner, record.index),
      owner.__toManys.contains(where: { $0.index == record.index && $0.members != nil })
    else { return true }
    // Which members have come and gone the links and the members say.
    let members = owner.__unit.graph.shown(by: end)
    let held = Set(members.map { ObjectIdentifier($0) })
    let former = Set(record.members.map { ObjectIdentifier($0) })
    return !members.lazy.filter { former.contains(ObjectIdentifier($0)) }
      .elementsEqual(record.members.lazy.filter { held.contains(ObjectIdentifier($0)) }, by: ===)
  }

  /// The objects that were made and deleted in the group, of which nothing is left.
  private var passingObjects: Set<ObjectIdentifier> {
    Set(
      records.lazy.filter { $0.isNew && !$0.object.__isLive }.map { ObjectIdentifier($0.object) })
  }
}

extension UndoGroup.ObjectRecord {
  /// `true` if the object is not what it was before the group.
  fileprivate var hasEffect: Bool {
    guard object.__isLive else { return !isNew }
    // What would have to be read to be compared counts.
    guard !isNew, let values, !object.__flags.contains(.isFault) else { return true }
    let assigned = properties.intersection(object.__entity.columnSet)
    if !assigned.intersection(object.__entity.externalSet).isEmpty { return true }
    return object.__unit.withScratch { row in
      !assigned.filter { index in
        row.begin()
        row.__base = slab.map { UnsafeRawPointer($0.base) }
        if let value = unrecognized[index] {
          row.write(value)
        } else {
          values.write(index, row)
          row.finish()
        }
        row.__base = object.__bytesBase
        object.writeCurrent(index, row)
        return row.isRefused || !row.row[0].isSame(as: row.row[1])
      }.isEmpty
    }
  }
}
