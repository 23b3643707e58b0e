import EntityModel
public import EntityStore

/// One row of a result while its columns are read, from the store or from memory.
public struct __ResultRow {
  /// The cells of the columns.
  @usableFromInline let cells: UnsafeBufferPointer<__Cell>

  /// The unit of work that has loaded the objects that the columns name; `nil` where none does.
  let unit: UnitOfWork?

  /// The indexes of the trees of the columns that hold objects.
  let trees: [Int?]

  /// The names of the roots of the trees whose ids columns hold, by column; none if no column does.
  let roots: [String?]

  /// Creates the row of `cells`; columns of objects are of `trees`, and the objects in `unit`;
  /// columns of ids are of `roots`.
  init(
    _ cells: UnsafeBufferPointer<__Cell>, roots: [String?], _ trees: [Int?] = [],
    _ unit: UnitOfWork? = nil
  ) {
    self.cells = cells
    self.roots = roots
    self.unit = unit
    self.trees = trees
  }

  /// Returns the id whose number `column` holds.
  func objectID(at column: Int) -> ObjectID? {
    guard column < roots.count, let root = roots[column], let id = cells[column].integer else {
      return nil
    }
    return ObjectID(entityName: root, rowID: id)
  }

  /// Returns the value in `column`, which is of the type `Column`.
  ///
  /// - Throws: an `UnreadableColumn` where it holds no value of that type.
  @inlinable func output<Column: __ReadableColumn>(
    of type: Column.Type, at column: Int
  ) throws -> Column.Output {
    guard let output = Column.__output(self, column) else {
      throw UnreadableColumn(column: column)
    }
    return output
  }

  /// Returns the value in the column `next`, which is of the type `Column`, and moves `next` on.
  ///
  /// - Throws: an `UnreadableColumn` where it holds no value of that type.
  @inlinable func output<Column: __ReadableColumn>(
    of type: Column.Type, movingOn next: inout Int
  ) throws -> Column.Output {
    defer { next += 1 }
    return try output(of: type, at: next)
  }

  /// `true` if `column` holds nothing.
  @inlinable public func isNull(at column: Int) -> Bool { cells[column].isNull }

  /// Returns the value in `column`, or `nil` if it holds none of the type.
  @inlinable public func value<Value: Storable>(at column: Int) -> Value? {
    Value.Primitive(__cell: cells[column]).flatMap { Value(primitive: $0) }
  }

  /// Returns the value in `column`, which may be nothing, or `nil` if it holds none of the type.
  @inlinable public func optionalValue<Value: Storable>(at column: Int) -> Value?? {
    if let value: Value = value(at: column) { return .some(value) }
    return isNull(at: column) ? .some(nil) : nil
  }

  /// Returns what the JSON in `column` represents, or `nil` if it represents no value of the type.
  func decoded<Value: Decodable>(at column: Int) -> Value? {
    JSONColumn.value(of: cells[column], as: Value.self)
  }

  /// Returns what the JSON in `column`, which may be nothing, represents, or `nil` if it represents
  /// no value of the type.
  func optionalDecoded<Value: Decodable>(at column: Int) -> Value?? {
    if let value: Value = decoded(at: column) { return .some(value) }
    return isNull(at: column) ? .some(nil) : nil
  }

  /// Returns the object whose row id `column` holds.
  func object(at column: Int) -> ManagedObject? {
    guard let unit, let tree = trees[column], let id = cells[column].integer else { return nil }
    return unit.tracker.liveObject(id, tree: tree)
  }
}
