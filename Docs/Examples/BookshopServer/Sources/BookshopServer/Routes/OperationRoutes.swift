import EntityGraph
import Foundation
import Hummingbird

/// What whoever runs the server asks for: is it well, what does it do, a copy of the data.
///
/// In production these are for a port, or a path, that the public does not reach.
struct OperationRoutes {
  let store: ShopStore
  let metrics: PrometheusRegistry

  /// The folder in which copies are made.
  let backups: URL

  func add(to router: some RouterMethods<ShopContext>) {
    router.get("health", use: health).get("metrics", use: showMetrics)
      .post("backups", use: backUp)
  }

  /// Answers 200 if the store answers within a second.
  @Sendable private func health(
    _ request: Request, _ context: ShopContext
  ) async throws -> JSON {
    let books = try await store.read(timeout: .seconds(1)) { try $0.count(Book.all) }
    return ["books": JSON(books), "status": "ok"]
  }

  @Sendable private func showMetrics(
    _ request: Request, _ context: ShopContext
  ) async throws -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
  }

  /// Copies the store to a file of its own, while others go on to read and write.
  @Sendable private func backUp(
    _ request: Request, _ context: ShopContext
  ) async throws -> Response {
    try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
    let time = Date().ISO8601Format(
      .iso8601(
        timeZone: .gmt, includingFractionalSeconds: true, dateSeparator: .omitted,
        timeSeparator: .omitted))
    let name = "bookshop-\(time).sqlite"
    let file = backups.appending(path: name)
    try await store.container.perform { try $0.backUp(to: file) }
    let bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    return JSON(members: [
      ("bytes", JSON(bytes)), ("file", JSON(file.path(percentEncoded: false))),
    ]).response(status: .created)
  }
}
