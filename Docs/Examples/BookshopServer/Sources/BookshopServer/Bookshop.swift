import EntityGraph
import Hummingbird
import Logging
import ServiceLifecycle

/// The server: its store, its routes, and what observes it.
struct Bookshop {
  let container: PersistentContainer
  var metrics = PrometheusRegistry()
  var logger = Logger(label: "bookshop")

  /// The routes, each behind what logs, counts and traces requests and answers their errors.
  func router() -> Router<ShopContext> {
    let router = Router(context: ShopContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
      TracingMiddleware()
      MetricsMiddleware()
      RequestLogMiddleware()
      ErrorMiddleware()
    }
    PageRoutes().add(to: router)
    ListRoutes(container: container).add(to: router)
    BookRoutes(container: container).add(to: router)
    OrderRoutes(container: container).add(to: router)
    LiveRoutes(container: container).add(to: router)
    OperationRoutes(container: container, metrics: metrics).add(to: router)
    return router
  }

  /// The server at `host` and `port`, which closes the store when it has been shut down.
  func application(
    host: String = "127.0.0.1", port: Int = 8080
  ) -> some ApplicationProtocol {
    Application(
      router: router(),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
      services: [StoreService(container: container)], logger: logger)
  }
}

/// Closes the store once the server, which is shut down first, has answered its last request.
struct StoreService: Service {
  let container: PersistentContainer

  func run() async throws {
    try? await gracefulShutdown()
    try await container.shutDown(timeout: .seconds(10))
  }
}
