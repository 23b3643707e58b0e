import EntityGraph
import Foundation
import Hummingbird
import Logging
import Metrics

/// Opens the store, fills it if it is new, and serves it until the process is asked to end.
@main struct Command {
  static func main() async throws {
    guard let arguments = Arguments(CommandLine.arguments.dropFirst()),
      let level = Logger.Level(rawValue: arguments.logLevel)
    else {
      print(Arguments.usage)
      return
    }
    var logger = Logger(label: "bookshop")
    logger.logLevel = level
    let metrics = PrometheusRegistry()
    MetricsSystem.bootstrap(metrics)

    let container = try PersistentContainer(
      model: .bookshopServer, at: .file(arguments.database),
      options: .bookshop(observedBy: StoreTelemetry(logger: logger)))
    try await container.fillShelves(upTo: arguments.books)
    let shop = Bookshop(
      container: container, metrics: metrics, logger: logger,
      backups: URL(filePath: arguments.database).deletingLastPathComponent()
        .appending(path: "backups"))
    logger.notice("serving http://\(arguments.host):\(arguments.port)")
    try await shop.application(host: arguments.host, port: arguments.port).runService()
  }
}
