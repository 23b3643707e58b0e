import EntityModel
import EntityStore

/// What one author has made of one object.
struct ChangedObject {
  /// What has become of it, as others see it who know the state from before.
  var kind: HistoryChange.Kind

  /// The object's entity.
  var entity: ManagedEntity

  /// The object.
  let id: ObjectID

  /// What the columns that have been changed were before, by property index, `nil` where the
  /// history does not say; all of them where the object has been deleted.
  var base: [Int: StoredValue?] = [:]

  /// The row ids of what it has been linked to, by property index.
  var linked: [Int: Set<Int64>] = [:]

  /// The row ids of what it is linked to no more; of what has been deleted all that it was linked
  /// to.
  var unlinked: [Int: Set<Int64>] = [:]

  /// `true` if it has taken the place of one that was deleted: that links of that one are gone is
  /// not known at their other ends.
  var isReplacement = false

  /// The property indexes of the ordered to-manys whose members have been put elsewhere, or that
  /// have members that they did not have.
  var reordered: Set<Int> = []

  /// The values of the row, by property index, the last ones of what has been deleted; none of
  /// external attributes.
  var values: PropertyValues = [:]

  init(_ kind: HistoryChange.Kind, _ entity: ManagedEntity, _ id: ObjectID) {
    self.kind = kind
    self.entity = entity
    self.id = id
  }

  /// The values that its attributes and to-ones had before, as far as they are known.
  var formerValues: PropertyValues {
    var values: PropertyValues = [:]
    for (index, value) in base { values[index] = value }
    return values
  }

  /// The value by which others know the object; `nil` if it has none.
  var identity: StoredValue? {
    guard let index = entity.identityIndex else { return nil }
    let value = base[index].flatMap { $0 } ?? values[index]
    return value?.isNull == true ? nil : value
  }

  /// The identity that the object has here, as identities are compared; `nil` if it has none.
  var comparedValue: StoredValue? {
    guard let index = entity.identityIndex, let value = values[index] else { return nil }
    return entity.identity?.identityForm.of(value)
  }

  /// The property indexes of the columns that others do not have as they are.
  var changedColumns: [Int] {
    let indexes = kind == .inserted ? entity.columnIndexes : base.keys.sorted()
    return indexes.filter { entity.isExchanged($0) }
  }

  /// `true` if a value of the object is not as others have it.
  var hasValues: Bool { kind == .inserted || !changedColumns.isEmpty }

  /// `true` if there is nothing in which the object differs from what others know.
  var isUnchanged: Bool {
    kind == .updated && changedColumns.isEmpty && linked.isEmpty && unlinked.isEmpty
      && reordered.isEmpty
  }

  mutating func link(_ index: Int, _ ids: some Sequence<Int64>) {
    for id in ids where unlinked[index]?.remove(id) == nil {
      linked[index, default: []].insert(id)
    }
  }

  mutating func unlink(_ index: Int, _ ids: some Sequence<Int64>) {
    for id in ids where linked[index]?.remove(id) == nil {
      unlinked[index, default: []].insert(id)
    }
  }

  /// Leaves out of what has been changed what is as it was, and what others are not given.
  mutating func dropSameValues() {
    base = base.filter { index, value in
      entity.isExchanged(index) && (value == nil || value != values[index])
    }
  }

  /// Leaves out relationships of which no link has been changed.
  mutating func dropEmptyLinks() {
    linked = linked.filter { !$0.value.isEmpty }
    unlinked = unlinked.filter { !$0.value.isEmpty }
  }
}

extension ManagedEntity {
  /// `true` if the values of the property `index` are given to others, who keep the same objects.
  func isExchanged(_ index: Int) -> Bool {
    let property = layout.properties[index]
    if property.attribute?.isSecret == true { return false }
    return jsonNames[property.name].map { $0.path != nil } ?? true
  }
}
