public import EntityStore

/// A row that a generated type of a snapshot reads its properties from, valid until the initialiser
/// returns.
public struct __SnapshotRow {
  // Values are read where the generated types are compiled, which know the types of values.
  @usableFromInline let cells: UnsafeMutablePointer<__Cell>
  @usableFromInline let entity: StageEntity
  private let id: Int64

  /// Creates what reads `row`, a row of `entity`.
  init(_ row: __Row, _ entity: StageEntity) {
    cells = row.cells
    id = row.id
    self.entity = entity
  }

  /// Returns the id of the row.
  public func id<Object>(_ type: Object.Type) -> SnapshotID<Object> { SnapshotID(rowID: id) }

  /// Returns the value of the required attribute in the column `index`, as the entity counts them.
  @inlinable public func value<Value: Storable>(
    _ index: Int, _ type: Value.Type
  ) throws -> Value {
    guard let primitive = Value.Primitive(__cell: cells[entity.positions[index]]),
      let value = Value(primitive: primitive)
    else { throw unreadable(index, "\(type)") }
    return value
  }

  /// Returns the value of the optional attribute in the column `index`.
  @inlinable public func optional<Value: Storable>(
    _ index: Int, _ type: Value.Type
  ) throws -> Value? {
    cells[entity.positions[index]].isNull ? nil : try value(index, type)
  }

  /// Returns the reference of the required to-one in the column `index`.
  public func reference<Object>(_ index: Int, _ type: Object.Type) throws -> SnapshotID<Object> {
    SnapshotID(rowID: try value(index, Int64.self))
  }

  /// Returns the reference of the optional to-one in the column `index`.
  public func optionalReference<Object>(
    _ index: Int, _ type: Object.Type
  ) throws -> SnapshotID<Object>? {
    try optional(index, Int64.self).map { SnapshotID(rowID: $0) }
  }

  /// Returns the JSON of the required attribute in the column `index`.
  public func json<Value>(_ index: Int, _ type: Value.Type) throws -> SnapshotJSON<Value> {
    SnapshotJSON(text: try value(index, String.self))
  }

  /// Returns the JSON of the optional attribute in the column `index`.
  public func optionalJSON<Value>(_ index: Int, _ type: Value.Type) throws -> SnapshotJSON<Value>? {
    try optional(index, String.self).map { SnapshotJSON(text: $0) }
  }

  @usableFromInline func unreadable(_ index: Int, _ type: String) -> StoreError {
    let name = entity.names[index]
    return StoreError(
      .unreadableValue, "row \(id) of '\(entity.layout.name)' holds no \(type) in '\(name)'",
      entity: entity.layout.name, properties: [name])
  }
}

/// Collects the values of a snapshot's object, in the order of its columns.
public final class __SnapshotWriter {
  @usableFromInline let row = __RowWriter()

  /// What is wrong with what has been written.
  private(set) var problem: (any Error)?

  /// The stage that objects are written in, which has the writer.
  private unowned let stage: MigrationStage

  /// Creates a writer of objects of `stage`.
  init(_ stage: MigrationStage) { self.stage = stage }

  /// Begins another object.
  func begin() {
    row.begin()
    problem = nil
  }

  /// Adds the value of an attribute.
  @inlinable public func write<Value: Storable>(_ value: Value) {
    value.primitive.__write(to: row)
  }

  /// Adds the value of an optional attribute.
  @inlinable public func write<Value: Storable>(_ value: Value?) {
    if let value { write(value) } else { row.writeNull() }
  }

  /// Adds the JSON of an attribute.
  public func write<Value>(_ json: SnapshotJSON<Value>) { row.write(text: json.text) }

  /// Adds the JSON of an optional attribute.
  public func write<Value>(_ json: SnapshotJSON<Value>?) {
    if let json { write(json) } else { row.writeNull() }
  }

  /// Adds the reference of a to-one.
  public func write<Object>(_ id: SnapshotID<Object>) {
    if id.rowID == 0 {
      problem = StoreError(
        .invalidRequest,
        "an object refers to a '\(Object.__entity)' that has not been inserted; refer to it by the "
          + "id that 'insert' returns", entity: Object.__entity)
    }
    do {
      row.write(integer: try stage.newRowID(id))
    } catch {
      problem = error
      row.writeNull()
    }
  }

  /// Adds the reference of an optional to-one.
  public func write<Object>(_ id: SnapshotID<Object>?) {
    if let id { write(id) } else { row.writeNull() }
  }
}

/// An entity as a stage reads and writes its rows.
@usableFromInline final class StageEntity {
  let layout: EntityLayout

  /// `true` if it is one of the older snapshot.
  let isOld: Bool

  /// Where the columns of the entity are in a row of its table, and the names of their properties.
  @usableFromInline let positions: [Int]
  let names: [String]

  init(_ layout: EntityLayout, isOld: Bool) {
    self.layout = layout
    self.isOld = isOld
    let columns = layout.columnIndexes.compactMap { layout.columns[$0] }
    positions = columns.map(\.position)
    names = columns.map(\.property)
  }
}
