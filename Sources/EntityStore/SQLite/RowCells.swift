import CSQLite

/// The values of one row, which stand by until a statement asks for them.
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
  @exclusivity(unchecked) private var cells: [Cell] = []

  /// The bytes for which the connection's buffer has no room.
  @exclusivity(unchecked) private var overflow: [UnsafeMutableRawBufferPointer] = []

  deinit { removeAll() }

  /// Makes room for another row.
  func removeAll() {
    cells.removeAll(keepingCapacity: true)
    for bytes in overflow { bytes.deallocate() }
    overflow.removeAll()
  }

  /// Adds the value of the next column.
  func append(_ cell: Cell) { cells.append(cell) }

  /// Returns a copy of `bytes` that stays as long as the row.
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    overflow.append(copy)
    return UnsafeRawBufferPointer(copy)
  }

  /// Has the function that is called with `context` answer with the value of `column`, or with
  /// nothing where there is none.
  func answer(_ context: OpaquePointer?, _ column: Int) {
    guard cells.indices.contains(column) else { return }
    switch cells[column] {
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
