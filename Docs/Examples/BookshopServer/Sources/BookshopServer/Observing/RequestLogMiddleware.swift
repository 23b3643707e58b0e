import Hummingbird
import Logging

/// Writes a line for each request: what was asked, how it was answered, how long that took.
struct RequestLogMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ShopContext,
    next: (Request, ShopContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let duration = ContinuousClock.now - start
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)",
        "status": "\(response.status.code)", "ms": "\(duration.milliseconds)",
      ])
    return response
  }
}

extension Duration {
  /// The duration in thousandths of a second, to a thousandth of one.
  var milliseconds: Double { (seconds * 1_000_000).rounded() / 1000 }

  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
