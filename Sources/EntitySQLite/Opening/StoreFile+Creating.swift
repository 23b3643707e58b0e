import EntityStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension StoreFile {
  /// Makes an empty file with `permissions`, unless there is one; SQLite gives the files beside it
  /// the same.
  func create(_ permissions: Int) throws(StoreError) {
    // Closing a file releases the locks that the process has on it, which another thread may have
    // set by then: the file is at its path only once it has been closed.
    let temporary = path + ".new-" + StoreMetadata.newID()
    let mode = mode_t(truncatingIfNeeded: permissions)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure("cannot be created") }
    // What a new file may not have is taken from `mode` by the process.
    let isSet = fchmod(descriptor, mode) == 0
    close(descriptor)
    defer { unlink(temporary) }
    guard isSet else { throw failure("cannot have these permissions") }
    guard try link(temporary, isFallback: { rename(temporary, path) == 0 }) else { return }
  }

  /// Makes the file at `other` the one at the path too; returns `false` if there is one already.
  ///
  /// - Parameter isFallback: does so where the file system has no links.
  /// - Throws: why it cannot.
  func link(_ other: String, isFallback: () -> Bool) throws(StoreError) -> Bool {
    #if canImport(Glibc)
      let result = Glibc.link(other, path)
    #elseif canImport(Musl)
      let result = Musl.link(other, path)
    #else
      let result = Darwin.link(other, path)
    #endif
    if result == 0 { return true }
    if errno == EEXIST { return false }
    // A moment may pass in which somebody else makes the file.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else {
      throw failure("cannot be created")
    }
    if exists { return false }
    guard isFallback() else { throw failure("cannot be created") }
    return true
  }

  /// Returns the error that the system has just reported of the file: that it `text`.
  func failure(_ text: String) -> StoreError {
    let reason = String(cString: strerror(errno))
    let code: StoreError.Code =
      switch errno {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS, EACCES, EPERM: .readOnly
      default: .ioError
      }
    return StoreError(code, "'\(path)' \(text): \(reason)")
  }

  /// Has the system write all of the file, and its name, to disk.
  func synchronize() throws(StoreError) {
    try synchronize(path, O_RDONLY)
    try synchronize(directory, O_RDONLY)
  }

  /// Has the system write what is at `path` to disk.
  private func synchronize(_ path: String, _ flags: Int32) throws(StoreError) {
    let descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot be written to disk") }
    defer { close(descriptor) }
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // Some file systems do not write directories like this.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw failure("cannot be written to disk")
    }
  }
}
