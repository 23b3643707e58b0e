// What generated code calls for attributes whose values may be bytes of a row.

public import EntityModel
public import EntityStore

/// A value that is still bytes of an object's row.
@usableFromInline struct __PackedValue {
  /// The row; it must not outlive the object's.
  @usableFromInline let row: RowReader

  /// Where the value stands in it.
  @usableFromInline let column: Int

  /// `true` iff the value is worth being kept once it has been made.
  @usableFromInline let isReadOften: Bool
}

extension ManagedObject {
  // MARK: Reading a row

  /// Reads a required attribute from `column`; nil where the row keeps it as bytes.
  @inlinable public final func __keeping<Value: Storable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value.Type,
    default placeholder: @autoclosure () -> Value
  ) -> Value? {
    row.keeps(column) ? nil : __column(row, column, index, type, default: placeholder())
  }

  /// Reads an optional attribute from `column`; nil where the row keeps it as bytes.
  @inlinable public final func __keeping<Value: Storable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value?.Type,
    default placeholder: @autoclosure () -> Value?
  ) -> Value?? {
    if row.keeps(column) { return nil }
    return .some(__column(row, column, index, type, default: placeholder()))
  }

  /// Reads a required attribute kept as JSON from `column`; nil where the row keeps it as bytes.
  public final func __keeping<Value: Codable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value.Type,
    default placeholder: @autoclosure () -> Value
  ) -> Value? {
    row.keeps(column) ? nil : __column(row, column, index, type, default: placeholder())
  }

  /// Reads an optional attribute kept as JSON from `column`; nil where the row keeps it as bytes.
  public final func __keeping<Value: Codable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value?.Type,
    default placeholder: @autoclosure () -> Value?
  ) -> Value?? {
    if row.keeps(column) { return nil }
    return .some(__column(row, column, index, type, default: placeholder()))
  }

  // MARK: Values

  /// Returns the value of a required attribute, which is `value` unless that is still bytes.
  @inlinable public final func __kept<Value: Storable>(
    _ value: inout Value?, _ index: Int, _ type: Value.Type
  ) -> Value {
    if let value { return value }
    let packed = __packed(index)
    let unpacked = __unpack(packed, index, type)
    if let unpacked, !packed.isReadOften { return unpacked }
    let kept = unpacked ?? __requiredPlaceholder(at: index)
    value = kept
    __didUnpack()
    return kept
  }

  /// Returns the value of an optional attribute, which is `value` unless that is still bytes.
  @inlinable public final func __kept<Value: Storable>(
    _ value: inout Value??, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    if let value { return value }
    let packed = __packed(index)
    let isNull = packed.row.isNull(at: packed.column)
    let unpacked = isNull ? nil : __unpack(packed, index, Value.self)
    if isNull || unpacked != nil, !packed.isReadOften { return unpacked }
    let kept = isNull ? nil : unpacked ?? __placeholder(at: index)
    value = .some(kept)
    __didUnpack()
    return kept
  }

  /// Returns the value of a required attribute kept as JSON, which is `value` unless that is still
  /// bytes.
  public final func __kept<Value: Codable>(
    _ value: inout Value?, _ index: Int, _ type: Value.Type
  ) -> Value {
    if let value { return value }
    let unpacked = __unpackJSON(__packed(index), index, type) ?? __requiredPlaceholder(at: index)
    value = unpacked
    __didUnpack()
    return unpacked
  }

  /// Returns the value of an optional attribute kept as JSON, which is `value` unless that is still
  /// bytes.
  public final func __kept<Value: Codable>(
    _ value: inout Value??, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    if let value { return value }
    let packed = __packed(index)
    let unpacked =
      packed.row.isNull(at: packed.column)
      ? nil : __unpackJSON(packed, index, Value.self) ?? __placeholder(at: index)
    value = .some(unpacked)
    __didUnpack()
    return unpacked
  }

  /// Makes a value of the bytes that the row holds for the property `index`; nil, which is noted,
  /// when they are none of its type.
  @inlinable final func __unpack<Value: Storable>(
    _ packed: __PackedValue, _ index: Int, _ type: Value.Type
  ) -> Value? {
    guard let primitive = Value.Primitive.read(from: packed.row, at: packed.column) else {
      __noteUnreadable(packed.row, packed.column, index)
      return nil
    }
    guard let value = Value(primitive: primitive) else {
      __noteUnrecognized(packed.row, packed.column, index)
      return nil
    }
    return value
  }

  /// Makes a value of the JSON that the row holds for the property `index`; nil, which is noted,
  /// when it is none of its type.
  final func __unpackJSON<Value: Codable>(
    _ packed: __PackedValue, _ index: Int, _ type: Value.Type
  ) -> Value? {
    guard let text = packed.row.text(at: packed.column),
      let value = JSONColumn.value(of: text, as: type)
    else {
      __noteUnreadable(packed.row, packed.column, index)
      return nil
    }
    return value
  }

  /// Where the bytes of the property `index` stand; to ask counts as a reading.
  @usableFromInline final func __packed(_ index: Int) -> __PackedValue {
    guard let rows = __state.row else {
      return __PackedValue(row: .blank, column: 0, isReadOften: true)
    }
    let place = __state.rowPlace
    return __PackedValue(
      row: rows.reader(at: place), column: __state.entity.packedPositions[index],
      isReadOften: rows.isReadOften(at: place))
  }

  /// Lets go of the row once all of it has been taken over.
  ///
  /// While there are changes it stays: taking them back makes values bytes again.
  @usableFromInline final func __didUnpack() {
    guard __state.changes == nil, let rows = __state.row else { return }
    if rows.takeOne(at: __state.rowPlace) { __state.row = nil }
  }

  /// The value that stands in for that of the attribute `index`, which is missing or unknown: its
  /// default or a placeholder.
  @usableFromInline final func __placeholder<Value>(at index: Int) -> Value? {
    __state.unit.blank(__state.entity).__value(index) as? Value
  }

  /// The value that stands in for that of the required attribute `index`.
  @usableFromInline final func __requiredPlaceholder<Value>(at index: Int) -> Value {
    guard let value: Value = __placeholder(at: index) else {
      preconditionFailure("a required attribute answers with a value of its type")
    }
    return value
  }

  /// The stored form of the attribute `index`, which is still bytes.
  public final func __packedValue(_ index: Int) -> StoredValue {
    guard let rows = __state.row else { return .null }
    let position = __state.entity.packedPositions[index]
    return rows.reader(at: __state.rowPlace).storedValue(at: position)
  }
}
