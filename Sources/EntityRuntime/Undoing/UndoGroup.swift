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

  /// The owners of these by the property index of the relationship, while the group is recorded.
  private var ordered: [Int: Set<ObjectIdentifier>] = [:]

  /// About how much memory the group takes.
  private(set) var byteCount = 0

  /// The positions of the objects among the records, while the group is recorded.
  private var positions: [ObjectIdentifier: Int] = [:]

  /// The object that was changed last; most are changed several times in a row.
  // The records retain it.
  private var last: (object: Unmanaged<ManagedObject>, position: Int)?

  init(_ name: String?) { self.name = name }

  /// `true` if nothing has been changed.
  var isEmpty: Bool { records.isEmpty && links.isEmpty && orders.isEmpty }

  // MARK: Recording

  /// Notes that the property `index` of `object` is about to be given a value; `original` are its
  /// values if they are stored already.
  @inline(__always)
  func note(_ object: ManagedObject, _ index: Int, _ original: __Snapshot?) {
    if let last, last.object.toOpaque() == Unmanaged.passUnretained(object).toOpaque() {
      records[last.position].properties.insert(index)
      return
    }
    let position = position(of: object, original)
    records[position].properties.insert(index)
  }

  /// Notes that `object` has been made.
  func note(inserted object: ManagedObject) {
    add(ObjectRecord(object: object, isNew: true))
  }

  /// Notes that `object` is about to be deleted, or that it is not to be after all.
  func note(removed object: ManagedObject) {
    records[position(of: object, nil)].isRemoved = true
  }

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

  /// Returns the position of the record of `object`, which is made if there is none.
  private func position(of object: ManagedObject, _ original: __Snapshot?) -> Int {
    let key = ObjectIdentifier(object)
    if let known = positions[key] {
      last = (.passUnretained(object), known)
      return known
    }
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
    positions[ObjectIdentifier(record.object)] = position
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
    for record in records where record.values != nil { byteCount += record.byteCountOfTexts }
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
  /// How many bytes the texts and blobs from before have that the object may not have any more.
  fileprivate var byteCountOfTexts: Int {
    guard let values, !object.__entity.deferrableColumns.isEmpty else { return 0 }
    let layout = object.__entity.layout
    let kept = isRemoved ? object.__entity.columnSet : properties
    var count = 0
    for index in kept.filter({ layout.columns[$0]?.isDeferrable == true }).sorted {
      count += object.__unit.withScratch { row in
        row.begin()
        row.__base = slab.map { UnsafeRawPointer($0.base) }
        values.write(index, row)
        row.finish()
        return row.row.first.map { $0.hasBytes ? $0.bytes.count : 0 } ?? 0
      }
    }
    return count
  }
}
