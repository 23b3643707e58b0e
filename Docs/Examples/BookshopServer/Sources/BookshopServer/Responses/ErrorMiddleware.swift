import Hummingbird

/// Answers with what an error means to the client.
struct ErrorMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ShopContext,
    next: (Request, ShopContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let refusal = Refusal(error)
      if refusal == nil { context.logger.error("request failed", metadata: ["error": "\(error)"]) }
      return (refusal ?? .internalError).response(from: request, context: context)
    }
  }
}
