public import EntityModel
import EntityStore

/// What the properties of a row are given, by property index; `nil` for those that are given
/// nothing.
typealias GivenValues = [StoredValue?]

extension ManagedEntity {
  /// What a row is given of which no property is given anything.
  var noValues: GivenValues { GivenValues(repeating: nil, count: layout.properties.count) }
}

/// Rows of one entity that are added without objects, a few at a time.
struct BulkInsertion {
  /// How many rows are held at once.
  static let batchSize = 1_000

  let unit: UnitOfWork
  let entity: ManagedEntity

  /// The values of a new object, in the order of the columns; `nil` for those that differ from
  /// object to object.
  private let defaults: [StoredValue?]

  /// The time that attributes are given which keep one by themselves; null where there are none.
  let time: StoredValue

  /// The property indexes of the attributes that do not hold all whole numbers.
  private let narrow: PropertySet

  /// The property indexes of the columns, in order.
  var indexes: [Int] { entity.columnIndexes }

  init(_ entity: ManagedEntity, _ unit: UnitOfWork) {
    self.unit = unit
    self.entity = entity
    let blank = unit.defaults(of: entity)
    let time: StoredValue =
      entity.timestampIndexes.isEmpty ? .null : unit.container.store.now().storedValue
    self.time = time
    defaults = zip(entity.columnIndexes, blank).map { index, value in
      if entity.layout.properties[index].attribute?.timestamp != nil { return time }
      // What is no constant is found for each object.
      let isComputed = entity.layout.properties[index].attribute?.hasComputedDefault
      return isComputed == true ? nil : value
    }
    narrow = PropertySet(
      entity.columnIndexes.filter {
        entity.layout.properties[$0].attribute?.type.integerRange != nil
      })
  }

  /// Adds a row for each of `items`, of whose properties `values` returns those that are not to
  /// have their defaults, by index; returns what has been written.
  func write<Item>(
    _ items: some Collection<Item>, _ session: any WritingSession,
    _ values: (Item) throws -> GivenValues
  ) throws -> ChangeSet {
    let table = entity.layout.table
    var written = ChangeSet()
    guard !items.isEmpty else { return written }
    let first = try session.reserveIDs(items.count, of: table)
    var id = first
    do {
      var counted = BulkChange()
      var rest = items[...]
      while !rest.isEmpty {
        var change = BulkChange()
        for item in rest.prefix(Self.batchSize) {
          try add(try values(item), id, to: &change)
          id += 1
        }
        rest = rest.dropFirst(Self.batchSize)
        try change.validate()
        try requireTargets(of: change.changes.inserts, session)
        _ = try session.apply(change.changes, from: nil)
        written.append(change.changes.withoutValues)
        counted.mergeCounts(of: change)
      }
      try BulkWriter(unit: unit).checkCounts(of: counted, session)
    } catch {
      throw named(error) { $0 >= first ? first - 1 - $0 : nil }
    }
    return written
  }

  /// Adds the row `id`, which is to have `values`, to `change`.
  func add(
    _ values: GivenValues, _ id: Int64, to change: inout BulkChange
  ) throws(StoreError) {
    var row: [StoredValue] = []
    row.reserveCapacity(indexes.count)
    var computed: [StoredValue]?
    for (slot, index) in indexes.enumerated() {
      if let relationship = entity.relationships[index] {
        let value = values[index] ?? .null
        row.append(value)
        if value.isNull, !relationship.description.isOptional {
          change.problems.append(.init(missing: index, entity, row: id))
        }
        if let target = value.rowNumber, relationship.inverseIsToMany,
          let inverse = unit.entities[relationship.target].relationships[
            relationship.inverseIndex]
        {
          change.count(inverse, of: CollectionOfOne(target))
        }
        continue
      }
      if let value = values[index] {
        try check(value, index, entity)
        change.problems += entity.brokenRules(index, value, row: id)
        row.append(value)
        continue
      }
      let value: StoredValue
      if let constant = defaults[slot] {
        value = constant
      } else {
        let all = computed ?? unit.defaults(of: entity)
        computed = all
        value = all[slot]
      }
      if entity.requiredSet.contains(index) {
        change.problems.append(
          ValidationError.Problem(
            "validation.required", entity, row: id, index, "is required and has no value"))
      } else {
        change.problems += entity.brokenRules(index, value, row: id)
      }
      row.append(value)
    }
    change.count(membersOf: id, entity, isNew: true)
    change.changes.inserts.append(.init(entity: entity.layout.index, id: id, values: row))
  }

  /// Refuses that the property `index` of an object of `own`, which is `entity` or extends it, is
  /// `value` if its type has no such value.
  func check(_ value: StoredValue, _ index: Int, _ own: ManagedEntity) throws(StoreError) {
    guard value.isNull || narrow.contains(index) else { return }
    try entity.layout.properties[index].attribute?.check(value, of: own, isConstant: true)
  }

  /// Refuses references of `inserts` to what does not exist or is of another class.
  func requireTargets(
    of inserts: [ChangeSet.Insert], _ session: any StoreSession
  ) throws {
    for (slot, index) in indexes.enumerated() {
      guard let relationship = entity.relationships[index] else { continue }
      let targets = Set(inserts.compactMap { $0.values?[slot].rowNumber })
      try unit.requireTargets(targets, of: relationship, entity, session)
    }
  }

  /// Returns `error` with the ids of the rows that it was to add, which nobody will know, replaced
  /// by those that `temporary` returns: ones that count the objects, or `nil` for other rows.
  func named(_ error: any Error, _ temporary: (Int64) -> Int64?) -> any Error {
    func name(_ id: ObjectID) -> ObjectID {
      guard id.entityName == entity.rootName, let number = temporary(id.rowID) else { return id }
      return ObjectID(entityName: id.entityName, rowID: number)
    }
    switch error {
    case let error as StoreError where !error.uniqueViolations.isEmpty:
      return StoreError(
        uniqueViolations: error.uniqueViolations.map {
          StoreError.UniqueViolation(
            objectID: name($0.objectID), entity: $0.entity, properties: $0.properties,
            ignoresCase: $0.ignoresCase,
            holderID: name($0.holderID))
        }, sqliteCode: error.sqliteCode, sql: error.sql)
    case let error as ValidationError:
      return ValidationError(
        problems: error.problems.map {
          ValidationError.Problem(
            id: $0.id, objectID: name($0.objectID), entity: $0.entity, property: $0.property,
            message: $0.message)
        })
    default: return error
    }
  }
}

extension UnitOfWork {
  /// Refuses that `relationship` of rows of `entity` refers to one of `ids` if there is no such
  /// row, or one of another class.
  func requireTargets(
    _ ids: Set<Int64>, of relationship: ManagedRelationship, _ entity: ManagedEntity,
    _ session: any StoreSession
  ) throws {
    guard !ids.isEmpty else { return }
    let target = entities[relationship.target]
    var missing = ids
    let query = EntityQuery(
      entity: target.name,
      predicate: .membership(.rowNumber(), ids.sorted().map { .integer($0) }))
    _ = try session.ids(query) {
      missing.remove($0)
      return true
    }
    guard let id = missing.min() else { return }
    throw PropertyError(
      missing: ObjectID(entityName: target.rootName, rowID: id), relationship, entity, target)
  }

  /// Returns the values of the columns of a new object of `entity`: defaults and placeholders.
  fileprivate func defaults(of entity: ManagedEntity) -> [StoredValue] {
    let mayReferToDeleted = tracker.mayReferToDeleted
    defer { tracker.mayReferToDeleted = mayReferToDeleted }
    let object = blank(entity)
    return entity.columnIndexes.map { object.storedValue(at: $0) }
  }
}

extension PropertyError {
  /// Creates the error that `relationship` of `entity` cannot refer to `id`, which is no object of
  /// `target`.
  init(
    missing id: ObjectID, _ relationship: ManagedRelationship, _ entity: ManagedEntity,
    _ target: ManagedEntity
  ) {
    let name = entity.layout.properties[relationship.index].name
    self.init(
      entity: entity.name, property: name,
      message: "'\(entity.name).\(name)' cannot refer to \(id), since there is no such object "
        + "of '\(target.name)'")
  }
}

/// Collects what values hold, as it is stored.
///
/// A value that the type of a property does not know is that of the row that the values were taken
/// of, and of no other: what is collected is what the property answers with.
final class ValuesCollector: __ValuesVisitor {
  private let entity: ManagedEntity
  private let unit: UnitOfWork

  /// The values.
  private(set) var values: GivenValues

  /// The property indexes of the values that stand in for what the row of the values holds.
  private(set) var standIns: PropertySet = []

  /// What says which values stand in; `nil` if nobody wants to know.
  private let head: __ValuesHead?

  /// `true` if the ends of relationships that are to-one at both may be given.
  private let takesOneToOnes: Bool

  init(
    _ entity: ManagedEntity, _ unit: UnitOfWork, of head: __ValuesHead? = nil,
    takesOneToOnes: Bool = false
  ) {
    self.entity = entity
    self.head = head
    self.takesOneToOnes = takesOneToOnes
    values = entity.noValues
    self.unit = unit
  }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) throws {
    guard let index = entity.layout.propertyIndex(name) else { return }
    let stored = try unit.storedConstant(value, entity, index)
    if entity.isMissingTimestamp(index, stored) { return }
    values[index] = stored
    if head?.unrecognized(name, standIn: item(value)) != nil { standIns.insert(index) }
  }

  override func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) throws {
    guard let index = entity.layout.propertyIndex(name),
      let relationship = entity.relationships[index]
    else { return }
    guard let id else {
      values[index] = .null
      return
    }
    if !takesOneToOnes { try relationship.requireManyToOne(entity) }
    let target = unit.entities[relationship.target]
    guard id.entityName == target.rootName, !id.isTemporary else {
      throw PropertyError(missing: id, relationship, entity, target)
    }
    values[index] = .integer(id.rowID)
  }
}

extension ManagedRelationship {
  /// Refuses that a row of `entity` that is added without an object refers to another one that
  /// would have to refer back.
  func requireManyToOne(_ entity: ManagedEntity) throws(StoreError) {
    guard !inverseIsToMany else { return }
    throw StoreError(
      .invalidRequest,
      "'\(entity.name).\(description.name)' is to-one at both ends, so that the row at the other "
        + "end would change too; leave it out and assign it to the object, or insert objects",
      entity: entity.name, properties: [description.name])
  }
}

extension ManagedObjectContext {
  /// Adds an object to the store for each of `items`, at once and without making objects, and
  /// returns their ids.
  ///
  ///     try context.insertAll(Book.self, from: lines) { book, line in
  ///       book.title = line.title
  ///       book.author = ursula
  ///     }
  ///
  /// What `assign` leaves out has its default. The outcome is that of inserting objects and saving:
  /// uniqueness, limits, the history and the commits are the same. A to-one whose inverse is to-one
  /// too cannot be assigned. For transactions and unsaved changes see `update(_:refreshing:_:)`.
  ///
  /// An error names an object by a temporary id that counts `items`: `Book-t1` is the first.
  ///
  /// - Parameters:
  ///   - type: The class of the objects.
  ///   - items: What the objects are made of; a few are held at once. They may be gone through more
  ///     than once.
  ///   - assign: Assigns the values of one object.
  /// - Throws: a `ValidationError`, a `StoreError` as a save does; a `PropertyError` if a to-one
  ///   refers to what does not exist; what `assign` throws. Nothing has been added then.
  @discardableResult
  public func insertAll<Object: ManagedObject, Item>(
    _ type: Object.Type, from items: some Collection<Item>,
    _ assign: (inout Assignments<Object>, Item) throws -> Void
  ) throws -> [ObjectID] {
    let unit = unit
    var (assignments, properties) = (Assignments<Object>(), AssignedProperties())
    return try insertAll(type, items) { item, entity in
      assignments.removeAll()
      try assign(&assignments, item)
      return try assignments.constants(entity, unit, &properties)
    }
  }

  /// Adds an object to the store for each of `values`, at once and without making objects, and
  /// returns their ids; see `insertAll(_:from:_:)`. The ids that values may have are not looked at.
  @discardableResult
  public func insertAll<Values: EntityValues>(
    _ values: some Collection<Values>
  ) throws -> [ObjectID] {
    let unit = unit
    return try insertAll(Values.Object.self, values) { item, entity in
      var values = item
      let collector = ValuesCollector(entity, unit)
      try values.accept(collector)
      return collector.values
    }
  }

  private func insertAll<Object: ManagedObject, Item>(
    _ type: Object.Type, _ items: some Collection<Item>,
    _ values: (Item, ManagedEntity) throws -> GivenValues
  ) throws -> [ObjectID] {
    try writingDirectly("insertAll") {
      let entity = try unit.entity(of: type)
      try entity.requireConcrete()
      try entity.requireSeveral()
      let insertion = BulkInsertion(entity, unit)
      let written = try unit.session.write(endsWithTask: true) { session in
        try insertion.write(items, session) { try values($0, entity) }
      } committed: { changes in
        if !changes.isEmpty { unit.didCommit(changes) }
      }
      Follower(unit: unit).takeOver(ownChanges: written)
      return written.inserts.map { ObjectID(entityName: entity.rootName, rowID: $0.id) }
    }
  }
}
