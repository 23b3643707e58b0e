import EntityCSQLite
import EntityStore

extension __Cell {
  /// Creates the cell of `value`, whose bytes stay where SQLite has them; in a column of reals, the
  /// blob of a NaN is that NaN.
  // The connection of a value is used by one thread at a time, so that a value of a row may be
  // asked as if it were protected.
  @inline(__always)
  init(_ value: OpaquePointer?, isReal: Bool) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self.init(integer: sqlite3_value_int64(value))
    case SQLITE_FLOAT: self.init(real: sqlite3_value_double(value))
    case SQLITE_TEXT:
      // There is no text where memory has run out.
      let address = sqlite3_value_text(value)
      self.init(
        isText: true, address: address,
        count: address == nil ? 0 : Int(sqlite3_value_bytes(value)))
    case SQLITE_BLOB:
      // A blob of no bytes has no address.
      let address = sqlite3_value_blob(value)
      let count = address == nil ? 0 : Int(sqlite3_value_bytes(value))
      if isReal, let real = Double(bytesOfNaN: UnsafeRawBufferPointer(start: address, count: count))
      {
        self.init(real: real)
        return
      }
      self.init(isText: false, address: address, count: count)
    default: self = .null
    }
  }

  /// Binds the cell to the parameter at `index` of `statement`, counted from 1, and returns
  /// SQLite's result. Its bytes are read where they are until the statement is reset.
  @inline(__always)
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch kind {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer: return sqlite3_bind_int64(statement, index, integer ?? 0)
    case .real:
      let real = real ?? 0
      guard real.isNaN else { return sqlite3_bind_double(statement, index, real) }
      return real.withBytesOfNaN {
        sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), Statement.copied)
      }
    case .text:
      let bytes = bytes
      // A text without an address would be NULL.
      guard let start = bytes.baseAddress else {
        return sqlite3_bind_text64(statement, index, "", 0, Statement.copied, UInt8(SQLITE_UTF8))
      }
      return sqlite3_bind_text64(
        statement, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
        Statement.borrowed, UInt8(SQLITE_UTF8))
    case .blob:
      let bytes = bytes
      // A blob without an address would be NULL.
      guard let start = bytes.baseAddress, !bytes.isEmpty else {
        return sqlite3_bind_zeroblob(statement, index, 0)
      }
      return sqlite3_bind_blob64(
        statement, index, start, UInt64(bytes.count), Statement.borrowed)
    }
  }

  /// Makes the cell the result of the function that is called with `context`.
  func answer(_ context: OpaquePointer?) {
    switch kind {
    case .null: sqlite3_result_null(context)
    case .integer: sqlite3_result_int64(context, integer ?? 0)
    case .real:
      let real = real ?? 0
      guard real.isNaN else { return sqlite3_result_double(context, real) }
      real.withBytesOfNaN {
        sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), Statement.copied)
      }
    case .text:
      let bytes = bytes
      guard let start = bytes.baseAddress else {
        return sqlite3_result_text(context, "", 0, Statement.copied)
      }
      sqlite3_result_text64(
        context, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
        Statement.copied, UInt8(SQLITE_UTF8))
    case .blob:
      let bytes = bytes
      guard !bytes.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
      sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), Statement.copied)
    }
  }
}

extension String {
  /// Creates the text that `value` is; bytes that are not UTF-8 are replaced.
  init(sqliteText value: OpaquePointer?) {
    let bytes = sqlite3_value_text(value)
    let count = bytes == nil ? 0 : Int(sqlite3_value_bytes(value))
    self = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
