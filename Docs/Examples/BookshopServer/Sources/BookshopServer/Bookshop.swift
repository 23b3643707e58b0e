import EntityGraph
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// The server: its store, its routes, and what observes it.
struct Bookshop {
  let container: PersistentContainer
  var metrics = PrometheusRegistry()
  var logger = Logger(label: "bookshop")
  var backups = URL(filePath: "backups")

  /// How many bytes a supplier's list has at most.
  var catalogueLimit = 256 << 20

  /// The routes, each behind what logs, counts and traces requests and answers their errors.
  func router() -> Router<ShopContext> {
    let router = Router(context: ShopContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
      TracingMiddleware()
      MetricsMiddleware()
      RequestLogMiddleware()
      ErrorMiddleware()
    }
    let store = ShopStore(container: container)
    PageRoutes().add(to: router)
    ListRoutes(store: store).add(to: router)
    BookRoutes(store: store).add(to: router)
    OrderRoutes(store: store).add(to: router)
    CatalogueRoutes(store: store, limit: catalogueLimit).add(to: router)
    ChangeRoutes(store: store).add(to: router)
    SettingsRoutes(store: store).add(to: router)
    LiveRoutes(store: store).add(to: router)
    OperationRoutes(store: store, metrics: metrics, backups: backups).add(to: router)
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
