import EntityModel
import EntityStore

/// What the library keeps in an object beside its values.
///
/// It is as small as can be, since every object has one.
struct ObjectState {
  /// The fetch that brought the object; it keeps the unit of work alive.
  var batch: ObjectBatch

  // Entities live as long as the container, which the batch keeps alive through its unit.
  unowned(unsafe) let entity: ManagedEntity

  /// The row's number: negative while temporary.
  var number: Int64

  /// The version that the object's values were read at; 0 before the first save.
  var version: Int64 {
    get { versionAndMore >> 24 }
    set { versionAndMore = newValue << 24 | versionAndMore & 0xFF_FFFF }
  }

  /// Where the row begins among those that it stands with.
  var rowPlace: PackedRows.Place {
    get { PackedRows.Place(truncatingIfNeeded: versionAndMore >> 8) }
    set { versionAndMore = versionAndMore & ~0xFF_FF00 | Int64(newValue) << 8 }
  }

  /// What has happened to the object.
  var flags: ObjectFlags {
    get { ObjectFlags(rawValue: UInt8(truncatingIfNeeded: versionAndMore)) }
    set { versionAndMore = versionAndMore & ~0xFF | Int64(newValue.rawValue) }
  }

  /// The version, in 40 bits, then in 16 where the row begins, then the flags.
  private var versionAndMore: Int64

  /// What has been changed since the object was read, or nil.
  var changes: __Snapshot? {
    get { if case .changes(let changes) = kept { changes } else { nil } }
    set {
      let row = row
      if let newValue {
        if let row { newValue.row = row }
        kept = .changes(newValue)
      } else {
        kept = row.map(Kept.row) ?? .nothing
      }
    }
  }

  /// Takes `changes` for what has been changed in a new object.
  mutating func begin(_ changes: __Snapshot) { kept = .changes(changes) }

  /// The texts and blobs of the object's row and of others, until all of its own have been taken
  /// over as values.
  var row: PackedRows? {
    get {
      switch kept {
      case .nothing: nil
      case .row(let row): row
      case .changes(let changes): changes.row
      }
    }
    set {
      if case .changes(let changes) = kept {
        changes.row = newValue
      } else {
        kept = newValue.map(Kept.row) ?? .nothing
      }
    }
  }

  /// The row, or what has been changed, which has the row: an object's size counts.
  private enum Kept {
    case nothing
    case changes(__Snapshot)
    case row(PackedRows)
  }

  private var kept = Kept.nothing

  /// What few objects have.
  private var rarities: ObjectRarities?

  /// The to-many relationships that have been touched.
  var toManys: [ToManyState] {
    get { rarities?.toManys ?? [] }
    set {
      if newValue.isEmpty, rarities == nil { return }
      madeRarities().toManys = newValue
    }
  }

  /// `true` iff a to-many relationship has been touched.
  var hasToManys: Bool { rarities.map { !$0.toManys.isEmpty } ?? false }

  /// `true` iff there are stored values that a property's type does not know.
  var hasUnrecognized: Bool { rarities.map { !$0.unrecognized.isEmpty } ?? false }

  /// The stored values that a property's type does not know, by property index.
  var unrecognized: [Int: StoredValue] {
    get { rarities?.unrecognized ?? [:] }
    set {
      if newValue.isEmpty, rarities == nil { return }
      madeRarities().unrecognized = newValue
    }
  }

  /// Creates the state of a new object.
  init(_ owner: __Owner) {
    batch = owner.batch
    entity = owner.entity
    number = owner.number
    versionAndMore = Int64(owner.flags.rawValue)
  }

  /// The rarities, made where there were none.
  private mutating func madeRarities() -> ObjectRarities {
    if let rarities { return rarities }
    let made = ObjectRarities()
    rarities = made
    return made
  }

  /// `true` iff the object's entity is `other`.
  // Comparing the two as objects would count a reference.
  func isEntity(_ other: ManagedEntity) -> Bool {
    Unmanaged.passUnretained(entity).toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }

  /// Notes that a to-one of the object may hold another object from now on.
  mutating func mayHoldObjects() {
    flags.insert(.holdsObjects)
    batch.map.mayHoldObjects = true
  }

  /// The unit of work that the object belongs to.
  var unit: UnitOfWork { batch.unit }

  /// The same, to which no reference is counted: whoever holds the object keeps it alive.
  var heldUnit: Unmanaged<UnitOfWork> { .passUnretained(batch.unit) }

  /// Enters `object`, whose state this is, in the map of the live objects.
  func register(_ object: ManagedObject) {
    heldMap._withUnsafeGuaranteedRef { $0.insert(object, number) }
  }

  /// Takes `object`, whose state this is, out of the map of the live objects.
  func forget(_ object: ManagedObject) {
    heldMap._withUnsafeGuaranteedRef { $0.remove(object, number) }
  }

  /// The map that the object is in, to which no reference is counted: the batch keeps it alive.
  private var heldMap: Unmanaged<IdentityMap> { .passUnretained(batch.map) }

  /// The object's id.
  var objectID: ObjectID { ObjectID(entityName: entity.layout.rootName, number: number) }

  /// The state of the to-many relationship `index`, or nil when it has not been touched.
  func toMany(_ index: Int) -> ToManyState? {
    guard let rarities else { return nil }
    for state in rarities.toManys where state.index == index { return state }
    return nil
  }
}

/// What the library keeps in few objects.
private final class ObjectRarities {
  @exclusivity(unchecked) var toManys: [ToManyState] = []
  @exclusivity(unchecked) var unrecognized: [Int: StoredValue] = [:]
}

extension __Snapshot {
  /// The values before the first change; nil for an object that has no row.
  final var original: __Snapshot? { type == nil ? nil : self }
}

/// What has happened to an object.
struct ObjectFlags: OptionSet {
  let rawValue: UInt8

  /// The row has not been read.
  static let isFault = ObjectFlags(rawValue: 1)

  /// The object has no row yet.
  static let isInserted = ObjectFlags(rawValue: 2)

  /// The object is listed among the changed ones.
  static let isChanged = ObjectFlags(rawValue: 4)

  /// The row is to be removed, or has been.
  static let isDeleted = ObjectFlags(rawValue: 8)

  /// The object belongs to no context any more, or never did.
  static let isDetached = ObjectFlags(rawValue: 16)

  /// Something of the row could not be read.
  static let isUnreadable = ObjectFlags(rawValue: 32)

  /// The object is kept because a to-many relationship of it has unsaved members.
  static let isTouched = ObjectFlags(rawValue: 64)

  /// A to-one of the object may hold the object that it refers to.
  static let holdsObjects = ObjectFlags(rawValue: 128)
}
