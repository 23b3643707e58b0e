import EntityGraph
import Foundation
import Hummingbird

/// What whoever runs the server asks for: is it well, what does it do, a copy of the data.
///
/// In production these are for a port, or a path, that the public does not reach.
struct OperationRoutes {
  let container: PersistentContainer
  let metrics: PrometheusRegistry

  func add(to router: some RouterMethods<ShopContext>) {
    router.get("health", use: health).get("metrics", use: showMetrics)
  }

  private struct Health: ResponseCodable {
    var status: String
    var books: Int
  }

  /// Answers 200 if the store answers within a second.
  @Sendable private func health(
    _ request: Request, _ context: ShopContext
  ) async throws -> Health {
    let books = try await container.read(timeout: .seconds(1)) { try $0.count(Book.all) }
    return Health(status: "ok", books: books)
  }

  @Sendable private func showMetrics(
    _ request: Request, _ context: ShopContext
  ) async throws -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
  }
}
