import Dispatch
import EntityStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock on the directory of a store's file, which only those wait for who replace what is in one.
///
/// It leaves no file behind, and ends with the process.
struct DirectoryLock {
  private let descriptor: Int32

  /// Waits for the lock; `nil` if the directory cannot be locked at all.
  ///
  /// - Throws: `busy` if another process has it for longer than `timeout`.
  init?(of file: StoreFile, waiting timeout: Duration) throws(StoreError) {
    let descriptor = open(file.directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let deadline = ContinuousClock.now + timeout
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        close(descriptor)
        return nil
      }
      guard ContinuousClock.now < deadline else {
        close(descriptor)
        throw StoreError(
          .busy, "'\(file.path)' is damaged, and another process is making it again; try again")
      }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
    }
    self.descriptor = descriptor
  }

  /// Lets others have the lock.
  func release() { close(descriptor) }
}
