import EntityModel
import EntityStore

/// What a migration reads and writes: the objects of the older snapshot as they were, and those of
/// the newer one as they are made.
///
/// It is valid until the closure of the migration returns, on its thread.
///
/// Objects that the stage does not make are carried over as an automatic migration does it: those
/// of an entity when the stage first reads the newer entity, and the others afterwards. What an
/// automatic migration could not carry over, or only with a loss, the stage has to make or to
/// visit; otherwise the migration is refused and says what is missing.
public final class MigrationStage {
  /// The number of the older snapshot.
  public let from: Int

  /// The number of the newer snapshot.
  public let to: Int

  let session: any StageSession

  /// How many parts of the work have been begun.
  private var parts = 0

  /// How many loops over objects are going on, one within the other.
  private var loops = 0

  /// How many objects are read at once.
  static let pageSize = 512

  /// The entities of types that have been used.
  private var entities: [ObjectIdentifier: StageEntity] = [:]

  /// What the ids of objects of one type are as those of another, by both types.
  private var successions: [(old: ObjectIdentifier, new: ObjectIdentifier, Succession)] = []

  /// Collects the values of one object.
  private(set) lazy var writer = __SnapshotWriter(self)

  init(_ session: any StageSession, from: Int, to: Int) {
    self.session = session
    self.from = from
    self.to = to
  }

  // MARK: Each object

  /// Calls `body` with each object of an entity, in the order of ids; those of entities that extend
  /// it have types of their own.
  ///
  /// An older entity that is gone may be lost once the stage has visited it.
  ///
  /// - Throws: a `StoreError` if a value cannot be read, or what `body` throws.
  public func visit<Object: SnapshotObject>(
    _ type: Object.Type, _ body: (Object) throws -> Void
  ) throws {
    try eachPage(of: type) { objects in for object in objects { try body(object.value) } }
  }

  /// Makes the objects of a newer entity of those of an older one: calls `body` with each, in the
  /// order of ids, and adds what it returns, under the id that the older object has; where it
  /// returns `nil`, the object is gone.
  ///
  /// References to objects that are gone become `nil` where they are optional; a required one that
  /// is left is an error.
  ///
  /// - Throws: a `StoreError` if a value cannot be read or written, or if the stage has read the
  ///   newer entity before; what `body` throws.
  public func forEach<Old: SnapshotObject, New: SnapshotObject>(
    _ type: Old.Type, _ body: (Old) throws -> New?
  ) throws {
    let old = try entity(type)
    let new = try entity(New.self)
    try require(old, isOld: true)
    try require(new, isOld: false)
    // Objects of an entity that is not what this one has become are added, under other ids.
    let isSame = session.mapping.source(of: new.layout)?.name == old.layout.name
    if isSame { try session.takeOver(new.layout) }
    let offset = session.offset(of: old.layout, in: new.layout)
    try eachPage(of: type) { objects in
      for object in objects {
        guard let made = try body(object.value) else {
          if isSame { session.noteLoss(of: new.layout) }
          continue
        }
        if isSame {
          let id = try carriedOver(object.id, by: offset, old.layout)
          try write(made, new, id: id, version: object.version)
        } else {
          let id = try session.reserveID(of: new.layout)
          try write(made, new, id: id, version: nil)
          try session.note(id, of: new.layout, madeOf: object.id, of: old.layout)
        }
      }
    }
  }

  /// Does `body` once, also where the migration works in batches and is gone on with after its
  /// process has ended.
  ///
  /// - Throws: a `StoreError` within `forEach`, which does each object once anyway; what `body`
  ///   throws.
  public func once(_ body: () throws -> Void) throws {
    guard loops == 0 else {
      throw StoreError(
        .invalidRequest, "'once' is within 'forEach', which does each object once; move it outside")
    }
    parts += 1
    let part = parts
    guard session.start(ofPart: part) != nil else { return }
    try body()
    try session.finish(part: part, upTo: nil)
  }

  /// Calls `body` with the objects of `type`, page by page, and notes how far it has come.
  func eachPage<Object: SnapshotObject>(
    of type: Object.Type,
    _ body: ([(value: Object, id: Int64, version: Int64?)]) throws -> Void
  ) throws {
    let entity = try entity(type)
    try eachPage(
      of: entity, { (try Object(__row: __SnapshotRow($0, entity)), $0.id, $0.version) }, body)
  }

  /// Calls `body` with what `read` makes of the rows of `entity`, page by page.
  func eachPage<Element>(
    of entity: StageEntity, _ read: (__Row) throws -> Element, _ body: ([Element]) throws -> Void
  ) throws {
    // What is done for one object is part of the loop over them.
    let isOutermost = loops == 0
    if isOutermost { parts += 1 }
    let part = parts
    loops += 1
    defer { loops -= 1 }
    if entity.isOld {
      session.noteVisit(of: entity.layout)
    } else {
      try session.prepareToRead(EntityQuery(entity: entity.layout.name))
    }
    guard var last = isOutermost ? session.start(ofPart: part) : .min else { return }
    let limit = min(Self.pageSize, session.batchSize ?? .max)
    while true {
      var page: [Element] = []
      page.reserveCapacity(limit)
      try session.page(
        of: entity.layout, isOld: entity.isOld, after: last, limit: limit
      ) { row in
        page.append(try read(row))
        last = row.id
      }
      let isLast = page.count < limit
      try body(page)
      if entity.isOld { session.noteProgress(page.count) }
      if isOutermost { try session.finish(part: part, upTo: isLast ? nil : last) }
      if isLast { return }
    }
  }

  // MARK: Entities

  /// Returns the entity of `type`.
  func entity(_ type: any SnapshotObject.Type) throws -> StageEntity {
    if let known = entities[ObjectIdentifier(type)] { return known }
    guard type.__snapshot == from || type.__snapshot == to else {
      throw StoreError(
        .invalidRequest,
        "the migration from \(from) to \(to) has no 'Snapshot\(type.__snapshot).\(type.__entity)'; "
          + "use the types of 'Snapshot\(from)' and 'Snapshot\(to)'", entity: type.__entity)
    }
    let found = try entity(type.__entity, isOld: type.__snapshot == from)
    entities[ObjectIdentifier(type)] = found
    return found
  }

  /// Returns the entity called `name` of the older or the newer snapshot.
  func entity(_ name: String, isOld: Bool) throws -> StageEntity {
    let layout = isOld ? session.oldLayout : session.mapping.new
    return StageEntity(try layout.requiredEntity(name), isOld: isOld)
  }

  func require(_ entity: StageEntity, isOld: Bool) throws {
    guard entity.isOld != isOld else { return }
    throw StoreError(
      .invalidRequest,
      "'Snapshot\(entity.isOld ? from : to).\(entity.layout.name)' is of the "
        + (isOld
          ? "newer snapshot; the older one is what objects are made of"
          : "older snapshot, which cannot be changed; make objects of 'Snapshot\(to)'"),
      entity: entity.layout.name)
  }

  /// How ids of rows of one entity lead to those of another.
  private struct Succession {
    let old: StageEntity
    let new: StageEntity

    /// What is added to the ids of rows that are carried over; `nil` if none are.
    let offset: Int64?
  }

  /// Returns how ids of `old` lead to those of `new`.
  private func succession(
    _ old: any SnapshotObject.Type, _ new: any SnapshotObject.Type
  ) throws -> Succession {
    let (oldID, newID) = (ObjectIdentifier(old), ObjectIdentifier(new))
    if let known = successions.first(where: { $0.old == oldID && $0.new == newID }) {
      return known.2
    }
    let (before, after) = (try entity(old), try entity(new))
    let offset = before.isOld ? session.offset(of: before.layout, in: after.layout) : nil
    let found = Succession(old: before, new: after, offset: offset)
    successions.append((oldID, newID, found))
    return found
  }

  /// Returns the id that the row `id` of `old` has as one of `new`; `nil` if it has become none.
  private func newRowID(
    _ id: Int64, of old: any SnapshotObject.Type, as new: any SnapshotObject.Type
  ) throws -> Int64? {
    let step = try succession(old, new)
    if !step.old.isOld { return id }
    return try newRowID(id, of: step.old.layout, in: step.new.layout, offset: step.offset)
  }

  /// Returns the id that the row `id` of `old` has in the table of `new`, `offset` away unless
  /// something else has been noted; `nil` if it has become none.
  func newRowID(
    _ id: Int64, of old: EntityLayout, in new: EntityLayout, offset: Int64?
  ) throws -> Int64? {
    if let noted = try session.notedID(id, of: old, in: new) { return noted }
    return try offset.map { try carriedOver(id, by: $0, old) }
  }

  /// Returns the id of a row as one of the newer snapshot.
  func newRowID<Object>(_ id: SnapshotID<Object>) throws -> Int64 {
    guard let source = id.source else { return id.rowID }
    guard let rowID = try newRowID(id.rowID, of: source, as: Object.self) else {
      throw StoreError(
        .invalidRequest,
        "an id of 'Snapshot\(source.__snapshot).\(source.__entity)' is none of "
          + "'Snapshot\(Object.__snapshot).\(Object.__entity)'; make these objects of those in "
          + "'forEach' before others refer to them, or refer to the id that 'insert' returns",
        entity: Object.__entity)
    }
    return rowID
  }

  /// Returns the id that the row `id` of `old` has where it is carried over, `offset` away.
  func carriedOver(_ id: Int64, by offset: Int64?, _ old: EntityLayout) throws -> Int64 {
    let (sum, overflow) = id.addingReportingOverflow(offset ?? 0)
    guard !overflow else {
      throw StoreError(
        .corrupt, "row \(id) of '\(old.name)' has an id that is too large",
        entity: old.name)
    }
    return sum
  }

  /// Returns the id of the newer object that the older object with the id `old` has become, which
  /// is one of `type` or of an entity that extends it; `nil` if it has become none.
  public func newID<Old: SnapshotObject, New: SnapshotObject>(
    of old: SnapshotID<Old>, as type: New.Type
  ) throws -> SnapshotID<New>? {
    try require(try entity(Old.self), isOld: true)
    try require(try entity(type), isOld: false)
    return try newRowID(old.rowID, of: Old.self, as: type).map { SnapshotID(rowID: $0) }
  }

  /// Adds `object` as the row `id`.
  func write<Object: SnapshotObject>(
    _ object: Object, _ entity: StageEntity, id: Int64, version: Int64?
  ) throws {
    try session.insert(entity.layout, id: id, version: version, try cells(of: object))
  }

  /// Returns the columns of `object`, valid until others are asked for.
  func cells<Object: SnapshotObject>(of object: Object) throws -> UnsafeBufferPointer<__Cell> {
    writer.begin()
    object.__write(to: writer)
    if let problem = writer.problem { throw problem }
    return writer.row.row
  }
}
