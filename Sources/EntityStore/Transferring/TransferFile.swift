#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that exports are written to and imports read from.
package enum TransferFile {
  /// How many bytes are read at a time.
  private static let pieceSize = 1 << 18

  /// Writes the pieces that `body` hands out to the file at `path`, which appears there when it is
  /// whole and on disk; until then it has a name of its own beside that.
  ///
  /// - Parameters:
  ///   - overwriting: `true` if a file that is there is replaced.
  ///   - option: How the caller is asked for that, for the message of the refusal.
  ///   - permissions: those of the file; `nil` for `0o644` without what the process's umask takes
  ///     away.
  /// - Throws: a `StoreError`: `fileExists` if something is there; what `body` throws. What was
  ///   there before is as it was then.
  package static func write<Result>(
    to path: String, overwriting: Bool, askedBy option: String = "overwriting: true",
    permissions: Int?,
    _ body: (_ output: ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    guard overwriting || access(path, F_OK) != 0 else {
      throw StoreError(
        .fileExists,
        "'\(path)': there is a file already; name another, or overwrite it with '\(option)'")
    }
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let partial = "\(path).partial-\(digits)"
    let mode = mode_t(truncatingIfNeeded: permissions ?? 0o644)
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure(path) }
    // The process takes permissions away from a new file, and never adds any.
    if permissions != nil { _ = fchmod(descriptor, mode) }
    var isOpen = true
    do {
      let result = try body { try write($0, to: descriptor, at: path) }
      guard synchronize(descriptor) else { throw failure(path) }
      isOpen = false
      guard close(descriptor) == 0 else { throw failure(path) }
      // A link is refused where somebody else has made a file meanwhile; a rename is not.
      if overwriting {
        guard rename(partial, path) == 0 else { throw failure(path) }
      } else {
        try move(partial, to: path)
      }
      try synchronizeDirectory(of: path)
      return result
    } catch {
      if isOpen { close(descriptor) }
      unlink(partial)
      throw error
    }
  }

  /// Has the system write what `descriptor` is of to disk; `false` with the reason in `errno` if it
  /// cannot.
  private static func synchronize(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// Has the system write the names of the files beside `path` to disk.
  private static func synchronizeDirectory(of path: String) throws(StoreError) {
    let name = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : path[..<$0] } ?? "."
    let descriptor = open(String(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    // Some file systems do not write directories like this.
    guard synchronize(descriptor) || errno == EINVAL else { throw failure(path) }
  }

  /// Gives the file at `partial` the name `path`, which no file has.
  ///
  /// - Throws: `fileExists` if something is there.
  private static func move(_ partial: String, to path: String) throws(StoreError) {
    if link(partial, path) == 0 {
      unlink(partial)
      return
    }
    // Some file systems have no links: the name is taken by an empty file first.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { throw failure(path) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    close(descriptor)
    guard rename(partial, path) == 0 else {
      let error = failure(path)
      unlink(path)
      throw error
    }
  }

  /// Writes `bytes` to the standard output.
  package static func writeToStandardOutput(_ bytes: [UInt8]) throws {
    try write(bytes, to: STDOUT_FILENO, at: "standard output")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at path: String) throws {
    try bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = systemWrite(descriptor, part)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count == 0 || errno != EINTR {
          throw failure(path)
        }
      }
    }
  }

  /// Returns what `body` does with a function that returns the next piece of the file at `path`, or
  /// of the standard input where that is `nil`, until its end.
  ///
  /// - Throws: a `StoreError`: `fileMissing` if there is no file; what `body` throws.
  package static func read<Result>(
    from path: String?, _ body: (_ next: @escaping () throws -> [UInt8]?) throws -> Result
  ) throws -> Result {
    let name = path ?? "standard input"
    let descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw failure(name) }
    defer {
      if path != nil { close(descriptor) }
    }
    return try body {
      while true {
        var code: Int32?
        let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
          let step = systemRead(descriptor, buffer)
          if step < 0 { code = errno }
          count = max(0, step)
        }
        if code == EINTR { continue }
        if code != nil { throw failure(name) }
        return piece.isEmpty ? nil : piece
      }
    }
  }

  /// The error that `errno` says of the file at `path`.
  private static func failure(_ path: String) -> StoreError {
    let code = errno
    let kind: StoreError.Code =
      switch code {
      case ENOSPC: .diskFull
      case ENOENT: .fileMissing
      case EEXIST: .fileExists
      default: .ioError
      }
    return StoreError(kind, "'\(path)': \(String(cString: strerror(code)))")
  }
}

/// Writes bytes from the front of `buffer` and returns how many, or a negative number with the
/// reason in `errno`.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}

/// Reads bytes to the front of `buffer` and returns how many, or a negative number with the reason
/// in `errno`.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
