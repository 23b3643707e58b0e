import EntityModel
import EntityStore

/// What rows of new objects of an entity hold where nothing is given.
final class RowTemplate {
  private let entity: ManagedEntity

  /// The values of the columns, by their positions.
  private let defaults: [StoredValue]

  /// The attributes whose values differ from object to object where nothing is given.
  private let computed: [Int]

  /// `true` if there is more to a new object than its values.
  private let isSpecial: Bool

  private let writer = __RowWriter(byteCapacity: 1 << 10)

  init(_ entity: ManagedEntity, _ unit: UnitOfWork) {
    self.entity = entity
    let layout = entity.layout
    let blank = unit.blank(entity)
    var defaults = Array(repeating: StoredValue.null, count: layout.table.columns.count)
    for index in entity.columnIndexes where entity.relationships[index] == nil {
      if let column = layout.columns[index] {
        defaults[column.position] = blank.storedValue(at: index)
      }
    }
    self.defaults = defaults
    computed = layout.properties.indices.filter {
      layout.properties[$0].attribute?.hasComputedDefault == true
    }
    isSpecial =
      !entity.externalSet.isEmpty || !entity.timestampIndexes.isEmpty || entity.hasLifeCycle
  }

  /// Returns a new object that has `values`.
  func insert(_ values: PayloadValues, _ context: ManagedObjectContext) -> ManagedObject {
    let unit = context.unit
    var assigned: PropertySet = []
    var later: [Int: StoredValue] = [:]
    for (index, value) in values.all {
      // Only the type of a Codable value knows whether it is one.
      if entity.layout.properties[index].attribute?.type == .json {
        later[index] = value
      } else {
        assigned.insert(index)
      }
    }
    guard !isSpecial, computed.allSatisfy({ assigned.contains($0) }) else {
      let object = context.insert(entity.type)
      unit.assign(values.byIndex, to: object)
      return object
    }
    let object = entity.type.init(__owner: .inserting(entity.type, in: context))
    var cells = defaults
    for (index, value) in values.all where assigned.contains(index) {
      if let column = entity.layout.columns[index] { cells[column.position] = value }
    }
    unit.take(cells, 0, object, by: writer)
    unit.tracker.insert(object, taking: assigned, values.all.lazy.map(\.index))
    if !later.isEmpty { unit.assign(later, to: object) }
    return object
  }
}
