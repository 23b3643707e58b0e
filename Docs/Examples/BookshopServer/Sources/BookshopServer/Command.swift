import EntityGraph
import Foundation
import Hummingbird
import Logging
import Metrics

/// Opens the store, fills it if it is new, and serves it until the process is asked to end; or
/// exports or imports it.
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
      switch arguments.task {
      case .serve: try await serve(arguments, logger)
      case .export(let file): print(try await export(arguments.database, to: file))
      case .importObjects(let file): print(try await importObjects(from: file, arguments.database))
      }
    } catch {
      logger.critical("the program ends", metadata: ["error": "\(error)"])
      exit(1)
    }
  }

  /// Writes the store in `database`, which others may use meanwhile, to `file`.
  static func export(_ database: String, to file: String) async throws -> ExportReport {
    let container = try PersistentContainer(
      model: .bookshopServer, at: .file(database), options: StoreOptions(isReadOnly: true))
    defer { container.close() }
    return try await container.perform { try $0.export(to: file) }
  }

  /// Adds the objects in `file` to the store in `database`; those that it has become what the file
  /// says.
  static func importObjects(from file: String, _ database: String) async throws -> ImportReport {
    let container = try PersistentContainer(
      model: .bookshopServer, at: .file(database), options: StoreOptions(history: .days(30)))
    defer { container.close() }
    return try await container.perform {
      try $0.importObjects(from: file, existing: .update, author: "import")
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
