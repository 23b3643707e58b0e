import EntityGraph
import Foundation
import Hummingbird

/// Bytes on the way to a client, in a temporary file without a name.
///
/// They are written as fast as the store is read and sent as slowly as the client takes them: one
/// that is slow keeps neither a connection of the store nor anything in memory.
final class Spool: Sendable {
  private let file: FileHandle

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "bookshop-\(UUID())")
    let path = url.path(percentEncoded: false)
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    file = try FileHandle(forUpdating: url)
    // The system keeps it for as long as it is open.
    try FileManager.default.removeItem(at: url)
  }

  /// Adds `bytes`.
  func write(_ bytes: [UInt8]) throws { try file.write(contentsOf: bytes) }

  /// Returns the answer that sends what has been written; `container` has the threads that read it.
  func response(
    headers: HTTPFields, on container: PersistentContainer
  ) throws -> Response {
    let count = try file.offset()
    let body = ResponseBody(contentLength: Int(count)) { [self] writer in
      try file.seek(toOffset: 0)
      while let piece = try await container.perform({ _ in try self.file.read(upToCount: 1 << 16) }
      ),
        !piece.isEmpty
      {
        try await writer.write(ByteBuffer(bytes: piece))
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: body)
  }
}
