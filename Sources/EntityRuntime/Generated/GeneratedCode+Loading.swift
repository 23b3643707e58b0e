// What generated code calls to take values from a row. All that is public for generated code only
// begins with two underscores; a test holds the listing.

import EntityModel
public import EntityStore

extension ManagedObject {
  // MARK: Values that are read with the row

  /// Returns the required attribute in `column`, or its default where it cannot be read.
  @inlinable public final func __column<Value: Storable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value.Type
  ) -> Value {
    if let primitive = Value.Primitive(__cell: row[column]), let value = Value(primitive: primitive)
    {
      return value
    }
    __noteMismatch(row[column], index, Value.self)
    return __fallback(index)
  }

  /// Returns the optional attribute in `column`, or its default where it cannot be read.
  @inlinable public final func __column<Value: Storable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    if row[column].isNull { return nil }
    if let primitive = Value.Primitive(__cell: row[column]), let value = Value(primitive: primitive)
    {
      return value
    }
    __noteMismatch(row[column], index, Value.self)
    return __fallback(index)
  }

  /// Returns the required attribute stored as JSON in `column`, or its default where it cannot be
  /// read.
  public final func __column<Value: Codable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value.Type
  ) -> Value {
    if let value = JSONColumn.value(of: row[column], as: type) { return value }
    __noteUnreadable(row[column], index)
    return __fallback(index)
  }

  /// Returns the optional attribute stored as JSON in `column`, or its default where it cannot be
  /// read.
  public final func __column<Value: Codable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    if row[column].isNull { return nil }
    if let value = JSONColumn.value(of: row[column], as: Value.self) { return value }
    __noteUnreadable(row[column], index)
    return __fallback(index)
  }

  /// Returns the to-one reference in `column`.
  @inlinable public final func __reference(
    _ row: borrowing __Row, _ column: Int, _ index: Int
  ) -> __ToOne {
    let cell = row[column]
    if let id = cell.integer, id > 0 { return __ToOne(id: id) }
    if !cell.isNull { __noteUnreadable(cell, index) }
    return __ToOne()
  }

  // MARK: Values that may stay bytes

  /// Returns the required attribute in `column`, whose text or blob stays bytes.
  @inlinable public final func __deferred<Value: Storable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value.Type
  ) -> __Deferred<Value> {
    if Value.staysBytes, row[column].hasBytes, let base = row.__base {
      return __Deferred(bytes: row[column], base: base)
    }
    return __Deferred(__column(row, column, index, type))
  }

  /// Returns the optional attribute in `column`, whose text or blob stays bytes.
  @inlinable public final func __deferred<Value: Storable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value?.Type
  ) -> __Deferred<Value?> {
    if Value.staysBytes, row[column].hasBytes, let base = row.__base {
      return __Deferred(bytes: row[column], base: base)
    }
    return __Deferred(__column(row, column, index, type))
  }

  /// Returns the required attribute in `column`, whose JSON stays bytes.
  public final func __deferred<Value: Codable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value.Type
  ) -> __Deferred<Value> {
    if row[column].kind == .text, let base = row.__base {
      return __Deferred(bytes: row[column], base: base)
    }
    return __Deferred(__column(row, column, index, type))
  }

  /// Returns the optional attribute in `column`, whose JSON stays bytes.
  public final func __deferred<Value: Codable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value?.Type
  ) -> __Deferred<Value?> {
    if row[column].kind == .text, let base = row.__base {
      return __Deferred(bytes: row[column], base: base)
    }
    return __Deferred(__column(row, column, index, type))
  }

  // MARK: Reading what has stayed bytes

  /// Returns the value of a required attribute that is bytes.
  @inlinable public final func __read<Value: Storable>(
    _ deferred: __Deferred<Value>, _ index: Int, _ type: Value.Type
  ) -> Value {
    let cell = deferred.cell(base: __bytes)
    if let primitive = Value.Primitive(__cell: cell), let value = Value(primitive: primitive) {
      return value
    }
    __noteMismatch(cell, index, Value.self)
    return __fallback(index)
  }

  /// Returns the value of an optional attribute that is bytes.
  @inlinable public final func __read<Value: Storable>(
    _ deferred: __Deferred<Value?>, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    let cell = deferred.cell(base: __bytes)
    if let primitive = Value.Primitive(__cell: cell), let value = Value(primitive: primitive) {
      return value
    }
    __noteMismatch(cell, index, Value.self)
    return __fallback(index)
  }

  /// Returns the value of a required attribute whose JSON is bytes.
  public final func __read<Value: Codable>(
    _ deferred: __Deferred<Value>, _ index: Int, _ type: Value.Type
  ) -> Value {
    let value = JSONColumn.value(of: deferred.cell(base: __bytes), as: type)
    // Code of the user's has decoded it, which may have made a fault of the object.
    if __flags.contains(.isFault) { __fire() }
    if let value { return value }
    __noteUnreadable(deferred.cell(base: __bytes), index)
    return __fallback(index)
  }

  /// Returns the value of an optional attribute whose JSON is bytes.
  public final func __read<Value: Codable>(
    _ deferred: __Deferred<Value?>, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    let value = JSONColumn.value(of: deferred.cell(base: __bytes), as: Value.self)
    // Code of the user's has decoded it, which may have made a fault of the object.
    if __flags.contains(.isFault) { __fire() }
    if let value { return value }
    __noteUnreadable(deferred.cell(base: __bytes), index)
    return __fallback(index)
  }

  /// The beginning of the bytes of the values that have not been read.
  @usableFromInline final var __bytes: UnsafeRawPointer? { __bytesBase }

  // MARK: Values that cannot be read

  /// Notes that `cell` holds a value that the property `index` cannot: for an enumeration over the
  /// right type one that the program does not know, and damage otherwise.
  @usableFromInline final func __noteMismatch<Value: Storable>(
    _ cell: __Cell, _ index: Int, _ type: Value.Type
  ) {
    let isUnknownCase = type is any RawRepresentable.Type && Value.Primitive(__cell: cell) != nil
    if isUnknownCase, __entity.layout.properties[index].attribute?.undecodable != .throw {
      __unrecognized[index] = cell.storedValue
    } else {
      __unit.problems.noteUnreadable(
        self, index, cell.storedValue, by: type as? any TransformedAttribute.Type)
    }
  }

  /// Notes that `cell` holds something that the property `index` cannot hold.
  @usableFromInline final func __noteUnreadable(_ cell: __Cell, _ index: Int) {
    __unit.problems.noteUnreadable(self, index, cell.storedValue)
  }

  /// Returns the value that an object without a row has of the attribute `index`: its default or a
  /// placeholder.
  @usableFromInline final func __fallback<Value>(_ index: Int) -> Value {
    guard let value = __unit.blank(__entity).__value(index) as? Value else {
      preconditionFailure("an attribute answers with a value of its type")
    }
    return value
  }

  /// The value that replaces a missing one of `type`.
  @inlinable public final func __placeholder<Value: PlaceholderProviding>(
    of type: Value.Type
  ) -> Value { Value.placeholder }

  /// The first case of an enumeration, which replaces a missing value.
  public final func __placeholder<Value: CaseIterable>(of type: Value.Type) -> Value {
    guard let first = Value.allCases.first else {
      preconditionFailure("\(type) has no cases, so an attribute of it must be optional")
    }
    return first
  }
}
