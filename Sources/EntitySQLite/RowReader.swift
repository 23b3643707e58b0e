import EntityCSQLite
public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One row of a result, valid until the call that it is handed to returns.
///
/// Its columns are the header (id, version and, in trees of several entities, the entity's name)
/// and those of all the properties of the tree.
public struct RowReader {
  /// The statement that stands at the row; nil for a blank row, of which SQLite says that each
  /// column is null, and for a packed one.
  let statement: OpaquePointer?

  /// The values of a packed row, which are texts and blobs.
  private let packed: PackedValues?

  /// A bit for each of the first columns whose value has been packed.
  @usableFromInline var kept: UInt64 = 0

  // Layouts live as long as the store, which outlives its rows; no reference is counted per row.
  unowned(unsafe) let layout: EntityLayout?

  /// The position in the model of the entity that the row's object is of; 0 for a blank row.
  package let entityIndex: Int

  /// The column of the first property declared by the class at the root of the lineage.
  private let rootStart: Int

  /// A row that holds nothing, so that whoever reads it takes defaults and placeholders.
  public static var blank: RowReader { RowReader() }

  /// Creates a reader of the row that `statement` stands at, which is one of `layout`'s entity.
  ///
  /// Without a layout the columns are those of a result, and `storedValue` takes NaNs for blobs.
  init(_ statement: OpaquePointer, _ layout: EntityLayout?) {
    self.statement = statement
    packed = nil
    self.layout = layout
    entityIndex = layout?.index ?? 0
    rootStart = layout?.starts.first ?? 0
  }

  /// Creates a reader of a packed row, whose columns are its values by position.
  init(_ values: PackedValues) {
    statement = nil
    packed = values
    layout = nil
    entityIndex = 0
    rootStart = 0
  }

  /// Creates a blank row.
  private init() {
    statement = nil
    packed = nil
    layout = nil
    entityIndex = 0
    rootStart = 0
  }

  /// `true` iff there is no row.
  public var isBlank: Bool { statement == nil && packed == nil }

  /// The row's id.
  package var id: Int64 { sqlite3_column_int64(statement, 0) }

  /// The row's version.
  package var version: Int64 { sqlite3_column_int64(statement, 1) }

  /// The entity that the row's object is of.
  ///
  /// - Requires: the row is not blank.
  package var entity: EntityLayout {
    guard let layout else { preconditionFailure("a blank row is of no entity") }
    return layout
  }

  /// Returns the column of the first property declared by the class that stands at `depth` in the
  /// lineage of the row's entity, 0 being the root.
  public func start(_ depth: Int) -> Int {
    // Most classes are roots, and reaching the layout's list counts references.
    if depth == 0 { return rootStart }
    return layout?.starts[depth] ?? 0
  }

  /// `true` iff the value in `column` has been kept as bytes, so that it need not be read.
  @inlinable public func keeps(_ column: Int) -> Bool { kept & 1 << UInt64(column) != 0 }

  /// Returns the value in `column`, which is of `type`.
  package func storedValue(at column: Int, as type: StorageType) -> StoredValue {
    if type.form == .real, let real = real(at: column) { return .real(real) }
    return storedValue(at: column)
  }
}

extension RowReader: ColumnReading {
  public func isNull(at column: Int) -> Bool {
    if let packed { return packed.isNull(at: column) }
    return sqlite3_column_type(statement, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  public func integer(at column: Int) -> Int64? {
    if packed != nil { return nil }
    // The statement's connection is used by one thread at a time, so the value is safe to ask.
    let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
    guard sqlite3_value_type(value) == SQLITE_INTEGER else { return nil }
    return sqlite3_value_int64(value)
  }

  public func real(at column: Int) -> Double? {
    if packed != nil { return nil }
    let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
    switch sqlite3_value_type(value) {
    case SQLITE_FLOAT: return sqlite3_value_double(value)
    case SQLITE_BLOB: return Self.notANumber(value)
    default: return nil
    }
  }

  public func text(at column: Int) -> String? {
    if let packed { return packed.text(at: column) }
    let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
    return Self.string(value)
  }

  public func blob(at column: Int) -> Data? {
    if let packed { return packed.blob(at: column) }
    let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
    guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    return Self.data(value)
  }

  public func uuid(at column: Int) -> UUID? {
    if packed != nil { return nil }
    let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
    guard sqlite3_value_type(value) == SQLITE_BLOB, let bytes = sqlite3_value_blob(value),
      sqlite3_value_bytes(value) == 16
    else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  public func storedValue(at column: Int) -> StoredValue {
    if let packed { return packed.storedValue(at: column) }
    let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT: return .text(Self.string(value))
    case SQLITE_BLOB:
      if layout?.table.isReal[column] == true, let real = Self.notANumber(value) {
        return .real(real)
      }
      return .blob(Self.data(value))
    default: return .null
    }
  }
}

extension RowReader {
  /// Returns the text `value`; bytes that are not UTF-8 are replaced.
  static func string(_ value: OpaquePointer?) -> String {
    guard let text = sqlite3_value_text(value) else { return "" }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Returns the bytes of the blob `value`.
  private static func data(_ value: OpaquePointer?) -> Data {
    // A blob of no bytes has no address.
    guard let bytes = sqlite3_value_blob(value) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  /// Returns the NaN whose bits the blob `value` holds, or nil.
  private static func notANumber(_ value: OpaquePointer?) -> Double? {
    guard sqlite3_value_bytes(value) == 8, let bytes = sqlite3_value_blob(value) else { return nil }
    let real = Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    return real.isNaN ? real : nil
  }
}
