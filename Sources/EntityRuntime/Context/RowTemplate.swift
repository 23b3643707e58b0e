import EntityModel
import EntityStore

/// What rows of objects of an entity hold where nothing is given; by it objects are given values
/// as a store has them.
final class RowTemplate {
  private let entity: ManagedEntity
  private let unit: UnitOfWork

  /// The values of the columns, by their positions.
  private let defaults: [StoredValue]

  /// The positions of the columns of properties, by their indexes; -1 for one without.
  private let positions: [Int]

  /// The properties that are relationships, and the attributes that are stored as JSON: only the
  /// type of a Codable value knows whether it is one.
  private let relationships: PropertySet
  private let codables: PropertySet

  /// The attributes whose values differ from object to object where nothing is given.
  private let computed: [Int]

  /// `true` if there is more to a new object than its values.
  private let isSpecial: Bool

  /// The attributes of which an object would write what its row says.
  private let plain: PropertySet

  /// The attributes that rules are about which do not accept the default.
  private let ruled: PropertySet

  private let writer = __RowWriter(byteCapacity: 1 << 10)

  /// Where the value of each column is among those of the row that is being written; -1 for one
  /// without.
  // Nobody else is called while it changes.
  @exclusivity(unchecked) private var places: [Int]

  /// What values are read into to be assigned; `nil` while it is in use and before.
  private var carrier: ManagedObject?

  init(_ entity: ManagedEntity, _ unit: UnitOfWork) {
    (self.entity, self.unit) = (entity, unit)
    let layout = entity.layout
    let blank = unit.blank(entity)
    var defaults = Array(repeating: StoredValue.null, count: layout.table.columns.count)
    var positions = Array(repeating: -1, count: layout.properties.count)
    var (relationships, codables, computed) = (PropertySet(), PropertySet(), [Int]())
    for index in layout.properties.indices {
      let attribute = layout.properties[index].attribute
      if entity.relationships[index] != nil { relationships.insert(index) }
      if attribute?.type == .json { codables.insert(index) }
      if let attribute, attribute.hasComputedDefault {
        // Of an optional one the description does not say whether there is a default at all.
        let isNil = attribute.isOptional && blank.storedValue(at: index).isNull
        if !isNil { computed.append(index) }
      }
      if let column = layout.columns[index] { positions[index] = column.position }
    }
    for index in entity.columnIndexes where !relationships.contains(index) {
      if positions[index] >= 0 { defaults[positions[index]] = blank.storedValue(at: index) }
    }
    self.defaults = defaults
    places = Array(repeating: -1, count: defaults.count)
    self.positions = positions
    (self.relationships, self.codables, self.computed) = (relationships, codables, computed)
    plain = PropertySet(
      layout.properties.indices.filter { positions[$0] >= 0 && entity.isPlain($0) })
    ruled = PropertySet(
      entity.rules.filter { !$0.broken(by: blank.storedValue(at: $0.index)).isEmpty }
        .map(\.index))
    isSpecial =
      !entity.externalSet.isEmpty || !entity.timestampIndexes.isEmpty || entity.hasLifeCycle
  }

  /// Returns a new object that has `values`.
  func insert(_ values: PayloadValues, _ context: ManagedObjectContext) -> ManagedObject {
    let assigned = values.indexes.subtracting(codables)
    guard !isSpecial, computed.allSatisfy({ assigned.contains($0) }) else {
      let object = context.insert(entity.type)
      assign(values.byIndex, to: object)
      return object
    }
    let object = entity.type.init(__owner: .inserting(entity.type, in: context))
    write(values, assigned)
    unit.take(rowOf: writer, 0, object)
    unit.tracker.insert(object, taking: assigned, (0..<values.count).lazy.map(values.index(at:)))
    if !values.indexes.intersection(codables).isEmpty {
      assign(values.byIndex.filter(codables.contains), to: object)
    }
    return object
  }

  /// `true` if saving objects that are made of rows comes to the same as adding rows to the store:
  /// where these give all of `all` values, and others that are among `given`, as rules accept them.
  func takesRows(giving given: PropertySet, all: PropertySet) -> Bool {
    !isSpecial && !entity.isValidated && !entity.hasLimits
      && !(entity.type is any SingleObject.Type) && plain.contains(all: given)
      && computed.allSatisfy { all.contains($0) } && all.contains(all: ruled)
      && all.contains(all: entity.requiredSet)
  }

  /// What a row has where nothing is given, in the order of the entity's columns, and the positions
  /// of these by property index, -1 for one without.
  var columns: (defaults: [StoredValue], slots: [Int]) {
    var slots = Array(repeating: -1, count: positions.count)
    for (slot, index) in entity.columnIndexes.enumerated() { slots[index] = slot }
    return (entity.columnIndexes.map { defaults[positions[$0]] }, slots)
  }

  /// Has the writer hold the columns of a row that has those of `values` that are `assigned`.
  private func write(_ values: PayloadValues, _ assigned: PropertySet) {
    for place in 0..<values.count {
      let index = values.index(at: place)
      if assigned.contains(index), positions[index] >= 0 { places[positions[index]] = place }
    }
    writer.begin()
    for column in defaults.indices {
      let place = places[column]
      if place < 0 {
        writer.write(defaults[column])
      } else {
        values.write(place, into: writer)
        places[column] = -1
      }
    }
  }

  /// Gives the attributes of `object` that are among `values` these; those whose type does not know
  /// theirs have it as their unrecognized value.
  func assign(_ values: PropertyValues, to object: ManagedObject) {
    if object.__flags.contains(.isFault) { unit.loader.fire(object) }
    let attributes = values.indexes.subtracting(relationships)
    if attributes.isEmpty { return }
    // A property's observers, which are the user's, may have objects of the entity changed too.
    let carrier = carrier ?? unit.blank(entity)
    self.carrier = nil
    defer { self.carrier = carrier }
    // The row before this one may have had what its type does not know.
    if carrier.__hasUnrecognized { carrier.__unrecognized = [:] }
    unit.problems.ignoring {
      unit.take(cells(values), 0, carrier, by: writer)
    }
    for index in attributes.sorted {
      // The number of a version is no value, and says that the one in the store stays.
      if entity.externalSet.contains(index), case .integer = values[index] { continue }
      // What has stayed bytes is found not to be of the type when it is asked for.
      let value = unit.problems.ignoring { carrier.__value(index) }
      _ = object.__setValue(index, value)
      guard carrier.__hasUnrecognized, let stored = carrier.__unrecognized[index] else { continue }
      // Nothing is written where the default is assigned to what has it.
      unit.willWrite(object, index)
      object.__unrecognized[index] = stored
    }
  }

  /// Returns the columns of a row that has `values`.
  private func cells(_ values: some Sequence<(index: Int, value: StoredValue)>) -> [StoredValue] {
    var cells = defaults
    for (index, value) in values where positions[index] >= 0 { cells[positions[index]] = value }
    return cells
  }
}

extension ManagedEntity {
  /// `true` if the property `index` is an attribute of a standard type that keeps what is stored as
  /// it is.
  fileprivate func isPlain(_ index: Int) -> Bool {
    guard let attribute = layout.properties[index].attribute, transforms[index] == nil,
      let type = valueType(of: attribute.name), standardTypes.contains(ObjectIdentifier(type))
    else { return false }
    switch attribute.type {
    case .boolean, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .float, .double,
      .string, .date, .data, .uuid:
      return true
    default: return false
    }
  }
}
