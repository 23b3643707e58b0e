import EntityCSQLite
public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Takes the values of one row, which it binds to parameters or lets stand by; valid until the call
/// that it is handed to returns.
///
/// A failure is kept and thrown when the row is written.
public struct RowWriter {
  /// The statement whose parameters are bound; nil where the values stand by.
  private let statement: OpaquePointer?

  /// Where the values stand by, if they do.
  private let cells: UnsafeMutableBufferPointer<RowCells.Cell>

  /// What the cells belong to.
  // Whoever hands the writer out keeps it.
  private unowned(unsafe) let row: RowCells?

  /// The first failure, or SQLITE_OK.
  private(set) var status: Int32 = SQLITE_OK

  /// How many parameters have been bound.
  private(set) var count: Int32 = 0

  /// `true` iff a value could not be given the form in which it is kept; the row must not be
  /// written then.
  package private(set) var isRefused = false

  /// Where the bytes of the next text or blob go, which SQLite reads when the statement runs.
  private var position: UnsafeMutableRawPointer

  /// The end of the room for bytes.
  private let end: UnsafeMutableRawPointer

  /// Creates a writer for the parameters of `statement` that keeps bytes in `buffer`.
  init(_ statement: OpaquePointer, buffer: UnsafeMutableRawBufferPointer) {
    self.statement = statement
    cells = UnsafeMutableBufferPointer(start: nil, count: 0)
    row = nil
    // The scratch buffer of a connection is never empty.
    let start = buffer.baseAddress ?? UnsafeMutableRawPointer(statement)
    position = start
    end = start + buffer.count
  }

  /// Creates a writer for `row` that keeps bytes in `buffer`.
  init(_ row: RowCells, buffer: UnsafeMutableRawBufferPointer) {
    statement = nil
    cells = row.cells
    self.row = row
    // The scratch buffer of a connection is never empty.
    let start = buffer.baseAddress ?? Unmanaged.passUnretained(row).toOpaque()
    position = start
    end = start + buffer.count
  }

  /// Lets `cell` stand by as the value that has just been counted.
  private mutating func stand(by cell: RowCells.Cell) {
    guard Int(count) <= cells.count else { return note(SQLITE_RANGE) }
    cells[Int(count) - 1] = cell
  }

  /// Leaves the next parameter without the value that it should have.
  package mutating func refuse() {
    isRefused = true
    writeNull()
  }

  /// Notes what binding the next parameter came to.
  private mutating func note(_ result: Int32) {
    if result != SQLITE_OK, status == SQLITE_OK { status = result }
  }
}

extension RowWriter: ColumnWriting {
  public mutating func writeNull() {
    count += 1
    if statement == nil { return stand(by: .null) }
    note(sqlite3_bind_null(statement, count))
  }

  public mutating func write(integer: Int64) {
    count += 1
    if statement == nil { return stand(by: .integer(integer)) }
    note(sqlite3_bind_int64(statement, count, integer))
  }

  public mutating func write(real: Double) {
    guard real.isNaN else {
      count += 1
      if statement == nil { return stand(by: .real(real)) }
      return note(sqlite3_bind_double(statement, count, real))
    }
    // SQLite would turn a NaN into NULL.
    withUnsafeBytes(of: real.bitPattern.bigEndian) { write(bytes: $0) }
  }

  public mutating func write(text: String) {
    count += 1
    var text = text
    if statement == nil {
      return text.withUTF8 { stand(by: .text(kept(UnsafeRawBufferPointer($0)))) }
    }
    let result = text.withUTF8 { utf8 -> Int32 in
      guard utf8.count <= end - position else {
        return sqlite3_bind_text64(
          statement, count, UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self),
          UInt64(utf8.count), Statement.copied, UInt8(SQLITE_UTF8))
      }
      if let start = utf8.baseAddress { position.copyMemory(from: start, byteCount: utf8.count) }
      let bound = sqlite3_bind_text64(
        statement, count, position.assumingMemoryBound(to: CChar.self), UInt64(utf8.count),
        Statement.kept, UInt8(SQLITE_UTF8))
      position += utf8.count
      return bound
    }
    note(result)
  }

  public mutating func write(blob: Data) {
    blob.withUnsafeBytes { write(bytes: $0) }
  }

  public mutating func write(uuid: UUID) {
    withUnsafeBytes(of: uuid.uuid) { write(bytes: $0) }
  }

  /// Returns a copy of `bytes` that stays as long as the row that stands by.
  private mutating func kept(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let start = bytes.baseAddress, bytes.count <= end - position else {
      return row?.copy(bytes) ?? bytes
    }
    position.copyMemory(from: start, byteCount: bytes.count)
    let copy = UnsafeRawBufferPointer(start: position, count: bytes.count)
    position += bytes.count
    return copy
  }

  /// Takes `bytes` as the next value.
  private mutating func write(bytes: UnsafeRawBufferPointer) {
    count += 1
    if statement == nil { return stand(by: .blob(kept(bytes))) }
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      // A blob without an address would be NULL.
      return note(sqlite3_bind_zeroblob(statement, count, 0))
    }
    guard bytes.count <= end - position else {
      return note(
        sqlite3_bind_blob64(statement, count, start, UInt64(bytes.count), Statement.copied))
    }
    position.copyMemory(from: start, byteCount: bytes.count)
    note(sqlite3_bind_blob64(statement, count, position, UInt64(bytes.count), Statement.kept))
    position += bytes.count
  }
}
