import EntityCSQLite

/// The values of one row, which stand by until a statement asks for them.
// They are asked for one by one, many millions of times: what is reached through counted references
// would take longer to reach than to hand over.
final class RowCells {
  /// A value; bytes stand in the connection's buffer, or in `overflow`.
  enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
  }

  /// The values by column.
  let cells: UnsafeMutableBufferPointer<Cell>

  /// The bytes for which the connection's buffer has no room.
  private var overflow: [UnsafeMutableRawBufferPointer] = []

  /// Creates an empty row of `count` columns.
  init(count: Int) {
    cells = .allocate(capacity: count)
    cells.initialize(repeating: .null)
  }

  deinit {
    freeOverflow()
    cells.deallocate()
  }

  /// Makes room for the bytes of another row.
  func freeOverflow() {
    if overflow.isEmpty { return }
    for bytes in overflow { bytes.deallocate() }
    overflow = []
  }

  /// Returns a copy of `bytes` that stays as long as the row.
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    overflow.append(copy)
    return UnsafeRawBufferPointer(copy)
  }
}

extension RowCells.Cell {
  /// Makes the value what the function that is called with `context` answers.
  func answer(_ context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    case .text(let bytes):
      sqlite3_result_text64(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
        Statement.copied, UInt8(SQLITE_UTF8))
    case .blob(let bytes):
      // A blob without an address would be NULL.
      guard !bytes.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
      sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), Statement.copied)
    }
  }
}
