#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What distinguishes a file from every other one that exists at the same time, whatever its path.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// How many bytes the file has.
  let bytes: Int

  /// The permissions of the file, as POSIX numbers them.
  let permissions: Int

  /// Creates the identity of the file at `path`, links followed; `nil` if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    bytes = Int(status.st_size)
    permissions = Int(status.st_mode) & 0o777
  }

  static func == (left: FileIdentity, right: FileIdentity) -> Bool {
    left.device == right.device && left.number == right.number
  }
}
