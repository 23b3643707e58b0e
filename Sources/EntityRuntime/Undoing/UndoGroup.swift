import EntityModel
import EntityStore

/// The changes that are undone, or redone, together: what was before them.
///
/// What has been changed of an object is stored once, at its first change in the group: the values
/// from before, which are shared with those that a rollback needs where these are the same. An
/// object that did not exist before needs none.
final class UndoGroup {
  /// What has been changed of one object.
  struct ObjectRecord {
    let object: ManagedObject

    /// `true` if the object did not exist before the group.
    let isNew: Bool

    /// The values from before; `nil` for a new object.
    var values: __Snapshot?

    /// The bytes of those values that had not been read.
    var slab: ByteSlab?

    /// The stored values from before that the properties' types do not know.
    var unrecognized: [Int: StoredValue] = [:]

    /// What had been given values in the object, if that had no row.
    var assigned: PropertySet = []

    /// The properties that have been given values in the group.
    var properties: PropertySet = []

    /// The values from before of the external attributes that have been given others, or of all
    /// that the object has if it has been deleted: the store does not have them any more once that
    /// is saved.
    var externals: [Int: Any?] = [:]

    /// `true` if the object has been deleted in the group.
    var isRemoved = false
  }

  /// A change of a relationship that is to-many at both ends.
  struct LinkRecord {
    let owner: ManagedObject
    let index: Int
    let other: ManagedObject

    /// `true` if the two have been linked, `false` if they have been separated.
    let isLinked: Bool

    /// `true` if they have been separated since `owner` was deleted.
    let isByDeletion: Bool
  }

  /// The members of an ordered to-many from before their order was changed.
  struct OrderRecord {
    let owner: ManagedObject
    let index: Int

    /// Those that were members, and those that have been added at the end since.
    let members: [ManagedObject]
  }

  /// What the group is called; `nil` if it has no name.
  var name: String?

  /// The objects that have been changed, in the order of their first change.
  private(set) var records: [ObjectRecord] = []

  /// The links that have been changed, in order.
  private(set) var links: [LinkRecord] = []

  /// The orders of members that have been changed.
  private(set) var orders: [OrderRecord] = []

  /// The objects that a deletion has deleted softly in the group, or that have been restored.
  private(set) var softDeletions: Set<ManagedObject> = []

  /// The owners of these by the property index of the relationship, while the group is recorded.
  private var ordered: [Int: Set<ObjectIdentifier>] = [:]

  /// About how much memory the group takes.
  private(set) var byteCount = 0

  /// The positions of objects among the records, those of the first ones, as many as there are;
  /// most groups need none.
  private var positions: [ObjectIdentifier: Int] = [:]

  /// How often changes had been forgotten in the context when the group began.
  private let timesForgotten: Int

  /// `true` if the records are of objects that have been given values, and of no others.
  private var holdsAssignmentsOnly = true

  /// The object that was changed last; most are changed several times in a row.
  // The records retain it.
  private var last: (object: Unmanaged<ManagedObject>, position: Int)?

  /// Creates a group that begins when changes have been forgotten `timesForgotten` times.
  init(_ name: String?, timesForgotten: Int = 0) {
    self.name = name
    self.timesForgotten = timesForgotten
  }

  // MARK: Recording

  /// Notes that the property `index` of `object` is about to be given a value; `original` are its
  /// values if it had no changes, which have been forgotten `timesForgotten` times.
  @inline(__always)
  func note(
    _ object: ManagedObject, _ index: Int, _ original: __Snapshot?, _ timesForgotten: Int
  ) {
    if let last, last.object.toOpaque() == Unmanaged.passUnretained(object).toOpaque() {
      records[last.position].properties.insert(index)
      return
    }
    // An object that has no changes has no record, unless it has lost them since the group began.
    let isFirst =
      original != nil && holdsAssignmentsOnly && timesForgotten == self.timesForgotten
    let known = isFirst ? nil : knownPosition(of: object)
    records[known ?? add(object, original)].properties.insert(index)
  }

  /// Notes the value that the external attribute `index` of `object`, which has been noted, has
  /// before it is given another.
  func note(external index: Int, of object: ManagedObject) {
    guard let position = knownPosition(of: object), !records[position].isNew,
      records[position].externals[index] == nil
    else { return }
    guard let value = object.readValue(ofExternal: index) else { return }
    records[position].externals[index] = .some(value.value)
    records[position].unrecognized[index] = object.__unrecognized[index]
    byteCount += object.byteCount(ofExternal: index)
  }

  /// Notes that `object` has been made.
  func note(inserted object: ManagedObject) {
    holdsAssignmentsOnly = false
    add(ObjectRecord(object: object, isNew: true))
  }

  /// Notes that `object` is about to be deleted, or that it is not to be after all.
  func note(removed object: ManagedObject) {
    holdsAssignmentsOnly = false
    records[knownPosition(of: object) ?? add(object, nil)].isRemoved = true
    for index in object.__entity.externalIndexes { note(external: index, of: object) }
  }

  /// Notes that `object`, which has been changed, has been deleted softly or restored.
  func note(softDeletionOf object: ManagedObject) { softDeletions.insert(object) }

  /// Notes that `record` has happened.
  func note(_ record: LinkRecord) {
    links.append(record)
    byteCount += MemoryLayout<LinkRecord>.stride
  }

  /// `true` if the order of the to-many `index` of `owner` has been noted.
  func hasOrder(of owner: ManagedObject, _ index: Int) -> Bool {
    ordered[index]?.contains(ObjectIdentifier(owner)) == true
  }

  /// Notes that `record` is what the order was before it is changed for the first time.
  func note(_ record: OrderRecord) {
    guard ordered[record.index, default: []].insert(ObjectIdentifier(record.owner)).inserted else {
      return
    }
    orders.append(record)
    byteCount +=
      MemoryLayout<OrderRecord>.stride + 32
      + record.members.count * MemoryLayout<ManagedObject>.stride
  }

  /// Returns the position of the record of `object`; `nil` if there is none.
  private func knownPosition(of object: ManagedObject) -> Int? {
    for position in positions.count..<records.count {
      positions[ObjectIdentifier(records[position].object)] = position
    }
    guard let known = positions[ObjectIdentifier(object)] else { return nil }
    last = (.passUnretained(object), known)
    return known
  }

  /// Adds the record of `object`, which has none and whose values are `original`, if these are
  /// stored already; returns its position.
  private func add(_ object: ManagedObject, _ original: __Snapshot?) -> Int {
    var record = ObjectRecord(object: object, isNew: false)
    record.values = original ?? object.__takeSnapshot()
    record.slab = object.__slab
    if object.__hasUnrecognized { record.unrecognized = object.__unrecognized }
    if object.__flags.contains(.isInserted), let changes = object.__changes {
      record.assigned = changes.properties
    } else {
      record.assigned = object.__entity.columnSet
    }
    return add(record)
  }

  @discardableResult private func add(_ record: ObjectRecord) -> Int {
    let position = records.count
    records.append(record)
    last = (.passUnretained(record.object), position)
    let columns = record.isNew ? 0 : record.object.__entity.columnIndexes.count
    byteCount += MemoryLayout<ObjectRecord>.stride + 64 + columns * 16
    return position
  }

  // MARK: The end of recording

  /// Ends the recording: counts the texts and blobs that only the group holds.
  func close() {
    positions = [:]
    ordered = [:]
    last = nil
    guard let unit = records.first?.object.__unit else { return }
    unit.withScratch { row in
      for record in records { byteCount += record.byteCountOfTexts(row) }
    }
  }

  /// `true` if nothing has been recorded.
  var isEmpty: Bool {
    records.isEmpty && links.isEmpty && orders.isEmpty && softDeletions.isEmpty
  }

  /// Forgets what has been recorded of `properties` of `object`, which is neither new nor deleted
  /// in the group.
  func forget(_ properties: PropertySet, of object: ManagedObject) {
    guard
      let position = records.firstIndex(where: {
        $0.object === object && !$0.isNew && !$0.isRemoved
      })
    else { return }
    records[position].properties = records[position].properties.subtracting(properties)
    guard records[position].properties.isEmpty else { return }
    records.remove(at: position)
    positions = [:]
    last = nil
  }

  /// Forgets everything.
  func removeAll() {
    positions = [:]
    ordered = [:]
    last = nil
    records = []
    links = []
    orders = []
    byteCount = 0
  }
}

extension UndoGroup.ObjectRecord {
  /// About how many bytes a value takes that is stored as JSON and has been decoded; encoding it to
  /// count them would take longer than all the rest.
  private static let bytesOfDecodedJSON = 256

  /// How many bytes the texts and blobs from before have that the object may not have any more,
  /// which are written to `row` for that.
  fileprivate func byteCountOfTexts(_ row: __RowWriter) -> Int {
    guard let values else { return 0 }
    let deferrable = object.__entity.deferrableSet
    let kept = isRemoved ? deferrable : properties.intersection(deferrable)
    if kept.isEmpty { return 0 }
    var count = 0
    row.begin()
    row.__base = slab.map { UnsafeRawPointer($0.base) }
    kept.forEach { index in
      values.write(index, row)
      if row.forgetPending() { count += Self.bytesOfDecodedJSON }
    }
    for cell in row.row where cell.hasBytes { count += cell.bytes.count }
    return count
  }
}

extension ManagedObject {
  /// Returns the value of the external attribute `index`; `nil` where the store has none that could
  /// be given back later, and a default answers for it.
  final func readValue(ofExternal index: Int) -> (value: Any?, Void)? {
    let failures = __unit.problems.failedReads
    let value = __value(index)
    guard __unit.problems.failedReads == failures, __unrecognized[index]?.isNull != true else {
      return nil
    }
    return (value, ())
  }

  /// How many bytes the value of the external attribute `index` has, which has been read.
  fileprivate final func byteCount(ofExternal index: Int) -> Int {
    switch storedValue(at: index) {
    case .text(let text): text.utf8.count
    case .blob(let data): data.count
    case .null, .integer, .real: 0
    }
  }
}
