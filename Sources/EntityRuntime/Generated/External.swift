import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of an object that the store has apart from the object's row, and that is read when it is
/// needed first.
///
/// Of a value that the store has, the version of the row is known at which it was written, so that
/// whether two values are the same is known without reading them.
public struct __External<Value> {
  private enum Storage {
    /// A value that the store has and that has not been read; 0 for one that is not there.
    case unread(version: Int64)

    /// A value that the store has.
    case read(Value, version: Int64)

    /// A value that has not been stored.
    case assigned(Value)
  }

  private var storage: Storage

  /// Creates a value that has not been stored.
  public init(_ value: Value) { storage = .assigned(value) }

  /// Creates the value that was written when the row got `version`, which is to be read.
  init(version: Int64) { storage = .unread(version: version) }

  /// Creates the value that was written when the row got `version`.
  init(_ value: Value, version: Int64) { storage = .read(value, version: version) }

  /// The value; `nil` while it has not been read.
  public var value: Value? {
    switch storage {
    case .unread: nil
    case .read(let value, _), .assigned(let value): value
    }
  }

  /// The version of the row at which the store's value was written, 0 for none; `nil` for a value
  /// that has not been stored.
  var version: Int64? {
    switch storage {
    case .unread(let version), .read(_, let version): version
    case .assigned: nil
    }
  }

  /// Returns `value`, which has just been read, and stores it.
  @discardableResult public mutating func didRead(_ value: Value) -> Value {
    if case .unread(let version) = storage { storage = .read(value, version: version) }
    return value
  }

  /// Notes that the value has been written when the row got `version`.
  public mutating func didStore(_ version: Int64) {
    // An object whose row others have removed is stored again with what has been read.
    guard let value else { return }
    storage = .read(value, version: flattened(value) == nil ? 0 : version)
  }

  /// The version as a row has it.
  fileprivate var cell: __Cell {
    version.map { $0 == 0 ? .null : __Cell(integer: $0) } ?? .null
  }
}

// MARK: Taking them from a row

extension ManagedObject {
  /// Returns the required external attribute in `column`, whose value is read later.
  public final func __external<Value: Storable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value.Type
  ) -> __External<Value> {
    if let external: __External<Value> = __storedElsewhere(row[column]) { return external }
    return __External(__column(row, column, index, type))
  }

  /// Returns the optional external attribute in `column`, whose value is read later.
  public final func __external<Value: Storable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value?.Type
  ) -> __External<Value?> {
    if row[column].isNull { return __External(nil, version: 0) }
    if let external: __External<Value?> = __storedElsewhere(row[column]) { return external }
    return __External(__column(row, column, index, type))
  }

  /// Returns the required external attribute in `column`, whose JSON is read later.
  public final func __external<Value: Codable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value.Type
  ) -> __External<Value> {
    if let external: __External<Value> = __storedElsewhere(row[column]) { return external }
    return __External(__column(row, column, index, type))
  }

  /// Returns the optional external attribute in `column`, whose JSON is read later.
  public final func __external<Value: Codable>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value?.Type
  ) -> __External<Value?> {
    if row[column].isNull { return __External(nil, version: 0) }
    if let external: __External<Value?> = __storedElsewhere(row[column]) { return external }
    return __External(__column(row, column, index, type))
  }

  /// Returns what `cell` says of a value elsewhere; `nil` if the row has the value itself, as those
  /// of stores have that keep nothing apart.
  private final func __storedElsewhere<Value>(_ cell: __Cell) -> __External<Value>? {
    if cell.isNull { return __External(version: 0) }
    return cell.integer.map { __External(version: $0) }
  }

  // MARK: Reading them

  /// Returns the value of a required external attribute that has not been read.
  public final func __read<Value: Storable>(
    _ external: __External<Value>, _ index: Int, _ type: Value.Type
  ) -> Value {
    guard let stored = __storedValue(external.version, index) else { return __fallback(index) }
    if let value: Value = __decoded(stored, index) { return value }
    return __fallback(index)
  }

  /// Returns the value of an optional external attribute that has not been read.
  public final func __read<Value: Storable>(
    _ external: __External<Value?>, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    guard let stored = __storedValue(external.version, index) else { return __fallback(index) }
    if stored.isNull { return nil }
    if let value: Value = __decoded(stored, index) { return value }
    return __fallback(index)
  }

  /// Returns the value of a required external attribute whose JSON has not been read.
  public final func __read<Value: Codable>(
    _ external: __External<Value>, _ index: Int, _ type: Value.Type
  ) -> Value {
    guard let stored = __storedValue(external.version, index) else { return __fallback(index) }
    if let value: Value = __decodedJSON(stored, index) { return value }
    return __fallback(index)
  }

  /// Returns the value of an optional external attribute whose JSON has not been read.
  public final func __read<Value: Codable>(
    _ external: __External<Value?>, _ index: Int, _ type: Value?.Type
  ) -> Value? {
    guard let stored = __storedValue(external.version, index) else { return __fallback(index) }
    if stored.isNull { return nil }
    if let value: Value = __decodedJSON(stored, index) { return value }
    return __fallback(index)
  }

  /// Returns the value that `stored` is of the attribute `index`; `nil`, which is noted, if it is
  /// none.
  private final func __decoded<Value: Storable>(_ stored: StoredValue, _ index: Int) -> Value? {
    if let value = Value(storedValue: stored) { return value }
    stored.withCell { __noteMismatch($0, index, Value.self) }
    return nil
  }

  /// Returns the value that the JSON `stored` represents of the attribute `index`; `nil`, which is
  /// noted, if it represents none.
  private final func __decodedJSON<Value: Codable>(_ stored: StoredValue, _ index: Int) -> Value? {
    let value = stored.withCell { JSONColumn.value(of: $0, as: Value.self) }
    // Code of the user's has decoded it, which may have made a fault of the object.
    if __flags.contains(.isFault) { __fire() }
    if let value { return value }
    stored.withCell { __noteUnreadable($0, index) }
    return nil
  }

  /// Returns what the store has of the external attribute `index`, which was written at `version`;
  /// `nil`, which is noted, where that cannot be read.
  private final func __storedValue(_ version: Int64?, _ index: Int) -> StoredValue? {
    version == 0 ? .null : __unit.loader.externalValue(of: self, index)
  }
}

// MARK: Writing them

extension __RowWriter {
  /// Writes an external attribute's value, or the version of one that is not to be read.
  public func write<Value: Storable>(_ external: __External<Value>) {
    if let value = valueToWrite(external) { write(value) } else { write(external.cell) }
  }

  /// Writes an optional external attribute's value, or the version of one that is not to be read.
  public func write<Value: Storable>(_ external: __External<Value?>) {
    if let value = valueToWrite(external) { write(value) } else { write(external.cell) }
  }

  /// Writes an external attribute stored as JSON, or the version of one that is not to be read.
  public func write<Value: Codable>(_ external: __External<Value>) {
    if let value = valueToWrite(external) { write(value) } else { write(external.cell) }
  }

  /// Writes an optional external attribute stored as JSON, or the version of one that is not to be
  /// read.
  public func write<Value: Codable>(_ external: __External<Value?>) {
    if let value = valueToWrite(external) { write(value) } else { write(external.cell) }
  }

  /// Returns the value that is to be written; `nil` if that is the version.
  private func valueToWrite<Value>(_ external: __External<Value>) -> Value? {
    writesVersions && external.version != nil ? nil : external.value
  }
}

extension StoredValue {
  /// Returns what `body` makes of the value as a cell, which is valid until it returns.
  fileprivate func withCell<Result>(_ body: (__Cell) -> Result) -> Result {
    switch self {
    case .null: return body(.null)
    case .integer(let number): return body(__Cell(integer: number))
    case .real(let number): return body(__Cell(real: number))
    case .text(var text):
      return text.withUTF8 {
        body(__Cell(isText: true, address: UnsafeRawPointer($0.baseAddress), count: $0.count))
      }
    case .blob(let data):
      return data.withUnsafeBytes {
        body(__Cell(isText: false, address: $0.baseAddress, count: $0.count))
      }
    }
  }
}
