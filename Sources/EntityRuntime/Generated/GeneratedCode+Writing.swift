// What generated code calls to write values into a row.

public import EntityStore

extension __RowWriter {
  /// Writes an attribute's value.
  @inlinable public func write<Value: Storable>(_ value: Value) {
    value.primitive.__write(to: self)
  }

  /// Writes an optional attribute's value.
  @inlinable public func write<Value: Storable>(_ value: Value?) {
    if let value { value.primitive.__write(to: self) } else { writeNull() }
  }

  /// Writes an attribute stored as JSON.
  public func write<Value: Codable>(_ value: Value) {
    // The value may be encoded by code of the user's, which may use the object that is written.
    writeLater { JSONColumn.text(of: value) }
  }

  /// Writes an optional attribute stored as JSON.
  public func write<Value: Codable>(_ value: Value?) {
    if let value { write(value) } else { writeNull() }
  }

  /// Writes an attribute's value, or its bytes as they are.
  @inlinable public func write<Value: Storable>(_ deferred: __Deferred<Value>) {
    if let value = deferred.value { write(value) } else { write(deferred.cell(base: __base)) }
  }

  /// Writes an optional attribute's value, or its bytes as they are.
  @inlinable public func write<Value: Storable>(_ deferred: __Deferred<Value?>) {
    if let value = deferred.value { write(value) } else { write(deferred.cell(base: __base)) }
  }

  /// Writes an attribute stored as JSON, or its bytes as they are.
  public func write<Value: Codable>(_ deferred: __Deferred<Value>) {
    if let value = deferred.value { write(value) } else { write(deferred.cell(base: __base)) }
  }

  /// Writes an optional attribute stored as JSON, or its bytes as they are.
  public func write<Value: Codable>(_ deferred: __Deferred<Value?>) {
    if let value = deferred.value { write(value) } else { write(deferred.cell(base: __base)) }
  }

  /// Writes a to-one reference.
  public func write(_ reference: __ToOne) {
    let id = reference.rowID
    if id == 0 { writeNull() } else { write(integer: id) }
  }
}
