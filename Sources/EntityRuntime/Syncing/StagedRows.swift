import EntityStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Rows of a payload that wait for their transaction: the first megabyte in memory, what is more in
/// a file that nobody else can open and that goes with this.
final class StagedRows: @unchecked Sendable {
  // Sendable, because rows are added by one task, and read by its transaction once it adds no more.

  /// How many rows there are.
  private(set) var count = 0

  /// What has not been written to the file, behind what has.
  private var tail: [UInt8] = []

  /// The file; -1 where there is none yet.
  private var descriptor: Int32 = -1

  /// How many bytes the file has.
  private var fileSize = 0

  private let memoryLimit: Int

  /// Creates a place for rows, of which up to `memoryLimit` bytes are kept in memory.
  init(memoryLimit: Int = 1 << 20) { self.memoryLimit = memoryLimit }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// `true` once the rows that are in memory are to be written.
  var isFull: Bool { tail.count > memoryLimit }

  /// How many bytes the rows have.
  var byteCount: Int { fileSize + tail.count }

  /// Adds the JSON of the row that is at `index` of the payload.
  func add(_ source: ArraySlice<UInt8>, index: Int) {
    for number in [UInt64(index), UInt64(source.count)] {
      withUnsafeBytes(of: number) { tail.append(contentsOf: $0) }
    }
    tail.append(contentsOf: source)
    count += 1
  }

  /// Adds the JSON of a row, and writes what is in memory if that is too much.
  func keep(_ source: ArraySlice<UInt8>, index: Int) throws(StoreError) {
    add(source, index: index)
    if isFull { try write() }
  }

  /// Writes what is in memory to the file.
  ///
  /// - Throws: a `StoreError`, `diskFull` or `ioError`.
  func write() throws(StoreError) {
    if descriptor < 0 { try open() }
    var start = 0
    while start < tail.count {
      let written = tail.withUnsafeBytes { bytes in
        pwrite(
          descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start, off_t(fileSize))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.error("written") }
      start += written
      fileSize += written
    }
    tail.removeAll(keepingCapacity: true)
  }

  /// Creates the file, without a name.
  private func open() throws(StoreError) {
    let directories = [getenv("TMPDIR").map { String(cString: $0) }, "/var/tmp", "/tmp"]
    for directory in directories.compactMap({ $0 }) where !directory.isEmpty {
      var path = Array("\(directory)/entitygraph-XXXXXX".utf8CString)
      descriptor = path.withUnsafeMutableBufferPointer { path in
        guard let path = path.baseAddress else { return -1 }
        let descriptor = mkstemp(path)
        if descriptor >= 0 { unlink(path) }
        return descriptor
      }
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return
      }
    }
    throw Self.error("created")
  }

  private static func error(_ what: String) -> StoreError {
    StoreError(
      errno == ENOSPC ? .diskFull : .ioError,
      "the temporary file for a payload cannot be \(what): \(String(cString: strerror(errno)))")
  }

  // MARK: Reading

  /// Goes through the rows in the order in which they were added.
  struct Reader {
    private let rows: StagedRows
    private var window: [UInt8] = []
    private var index = 0

    /// How many bytes have been read, of the file and then of what is in memory.
    private var position = 0

    init(_ rows: StagedRows) { self.rows = rows }

    /// Returns the next row and its index in the payload; `nil` if there is none.
    mutating func next() throws(StoreError) -> (index: Int, source: ArraySlice<UInt8>)? {
      guard try fill(16) else { return nil }
      let (number, count) = window.withUnsafeBytes {
        (
          Int($0.loadUnaligned(fromByteOffset: index, as: UInt64.self)),
          Int($0.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self))
        )
      }
      index += 16
      guard try fill(count) else { return nil }
      defer { index += count }
      return (number, window[index..<index + count])
    }

    /// Has `count` bytes in the window, from the index on; `false` if there are not as many.
    private mutating func fill(_ count: Int) throws(StoreError) -> Bool {
      guard window.count - index < count else { return true }
      window.removeSubrange(..<index)
      index = 0
      while window.count < count {
        guard position < rows.fileSize else {
          let start = position - rows.fileSize
          guard start < rows.tail.count else { return false }
          window.append(contentsOf: rows.tail[start...])
          position += rows.tail.count - start
          continue
        }
        let wanted = min(max(count - window.count, 1 << 20), rows.fileSize - position)
        try read(wanted)
      }
      return true
    }

    private mutating func read(_ wanted: Int) throws(StoreError) {
      let start = window.count
      window.append(contentsOf: repeatElement(0, count: wanted))
      let (descriptor, position) = (rows.descriptor, position)
      var count = -1
      repeat {
        count = window.withUnsafeMutableBytes { bytes in
          pread(descriptor, bytes.baseAddress.map { $0 + start }, wanted, off_t(position))
        }
      } while count < 0 && errno == EINTR
      guard count > 0 else { throw StagedRows.error("read") }
      window.removeSubrange((start + count)...)
      self.position += count
    }
  }
}
