import EntityGraph
import Foundation
import Hummingbird
import Logging
import Metrics

/// Opens the store, fills it if it is new, and serves it until the process is asked to end.
@main struct Command {
  static func main() async {
    guard let arguments = Arguments(CommandLine.arguments.dropFirst()),
      let level = Logger.Level(rawValue: arguments.logLevel)
    else {
      print(Arguments.usage)
      exit(2)
    }
    var logger = Logger(label: "bookshop")
    logger.logLevel = level
    do {
      try await serve(arguments, logger)
    } catch {
      logger.critical("the server ends", metadata: ["error": "\(error)"])
      exit(1)
    }
  }

  private static func serve(_ arguments: Arguments, _ logger: Logger) async throws {
    let metrics = PrometheusRegistry()
    MetricsSystem.bootstrap(metrics)

    let container = try PersistentContainer(
      model: .bookshopServer, at: .file(arguments.database),
      options: .bookshop(observedBy: StoreTelemetry(logger: logger)))
    try await container.fillShelves(upTo: arguments.books)

    let folder = URL(filePath: arguments.database).deletingLastPathComponent()
    let shop = Bookshop(
      container: container, metrics: metrics, logger: logger,
      backups: folder.appending(path: "backups"))
    logger.notice("serving http://\(arguments.host):\(arguments.port)")
    try await shop.application(host: arguments.host, port: arguments.port).runService()
  }
}
