public import EntityModel
public import EntityStore

/// One row of a result while its columns are read, from the store or from memory.
public struct __ResultRow {
  /// The store's row; a blank one where the values are in memory.
  @usableFromInline let reader: RowReader

  /// The values, where they are in memory.
  @usableFromInline let values: [StoredValue]?

  /// The unit of work that has loaded the objects that the values name.
  let unit: UnitOfWork?

  /// The positions of the trees of the columns that hold objects.
  let trees: [Int?]

  /// Creates the row that `reader` is at.
  init(_ reader: RowReader) {
    self.reader = reader
    values = nil
    unit = nil
    trees = []
  }

  /// Creates the row of `values`; columns of objects are of `trees`, and the objects in `unit`.
  init(_ values: [StoredValue], _ trees: [Int?], _ unit: UnitOfWork) {
    reader = .blank
    self.values = values
    self.unit = unit
    self.trees = trees
  }

  /// Returns the value in `column`, which is of the type `Column`.
  ///
  /// - Throws: an `UnreadableColumn` where it holds no value of that type.
  @inlinable func output<Column: ResultColumn>(
    of type: Column.Type, at column: Int
  ) throws -> Column.Output {
    guard let output = Column.__output(self, column) else {
      throw UnreadableColumn(column: column)
    }
    return output
  }

  /// Returns `true` if `column` holds NULL.
  @inlinable public func isNull(at column: Int) -> Bool {
    if let values { values[column].isNull } else { reader.isNull(at: column) }
  }

  /// Returns the value in `column`, or `nil` if it holds none of the type.
  @inlinable public func value<Value: Storable>(at column: Int) -> Value? {
    guard let primitive: Value.Primitive = primitive(at: column) else { return nil }
    return Value(primitive: primitive)
  }

  /// Returns the primitive in `column`, or `nil` if it holds none of the type.
  @inlinable func primitive<Primitive: StoredPrimitive>(at column: Int) -> Primitive? {
    if let values {
      Primitive(storedValue: values[column])
    } else {
      Primitive.read(from: reader, at: column)
    }
  }

  /// Returns the value in `column`, which may be NULL, or `nil` if it holds none of the type.
  @inlinable public func optionalValue<Value: Storable>(at column: Int) -> Value?? {
    if let value: Value = value(at: column) { return .some(value) }
    return isNull(at: column) ? .some(nil) : nil
  }

  /// Returns the object whose number `column` holds.
  func object(at column: Int) -> ManagedObject? {
    guard let values, let unit, let tree = trees[column], case .integer(let number) = values[column]
    else { return nil }
    return unit.liveObject(number, tree: tree)
  }
}
