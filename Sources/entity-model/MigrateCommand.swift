import EntityModel
import EntitySQLite
import EntityStore
import ModelGeneration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Migrates a store that no program has open to the model that a file describes.
struct MigrateCommand {
  /// The path of the store.
  let store: String

  /// The path of a description of the model: what `describe` prints, or a snapshot.
  let model: String

  /// `true` if the plan is printed and nothing is done.
  let isDryRun: Bool

  /// What may be lost, and whether the store is copied beforehand.
  let policy: MigrationPolicy

  /// Prints the plan and carries it out; returns `true` if the store is one for the model then.
  func run() -> Bool {
    let location = StoreLocation.file(store)
    do {
      let model = try description()
      guard InputFile.exists(store) else { return refuse("there is no file '\(store)'") }
      let options = StoreOptions(migration: policy)
      guard
        let plan = try SQLiteStore.migrationPlan(for: model, at: location, options: options)
      else { return say("\(store): it is a store for this model already") }
      _ = say("\(store): \(plan)")
      if isDryRun { return plan.isAutomatic }
      var writing = options
      let progress = TerminalProgress()
      writing.migrationProgress = { progress.show($0) }
      defer { progress.end() }
      try SQLiteStore(model: model, at: location, options: writing).close()
      progress.end()
      return say("\(store): migrated")
    } catch {
      return refuse("\(error)")
    }
  }

  /// Why the description of the model cannot be used.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the model that is described.
  private func description() throws(Failure) -> ObjectModel {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(at: model)
    } catch {
      throw Failure(description: "\(model): the file cannot be read: \(error)")
    }
    let data = Data(bytes)
    do {
      // A snapshot in which types are missing has no version.
      let facts = try JSONDecoder().decode(Facts.self, from: data)
      guard !facts.isIncomplete else {
        throw Failure(
          description: "\(model): the snapshot does not say how all attributes are stored")
      }
      let model = try JSONDecoder().decode(ObjectModel.self, from: data)
      try model.validate()
      return model
    } catch let error as Failure {
      throw error
    } catch let error as ModelError {
      throw Failure(description: "\(model): \(error)")
    } catch {
      throw Failure(
        description:
          "\(model): it describes no model; give it what 'describe' prints, or a snapshot")
    }
  }

  /// What a description says besides entities.
  private struct Facts: Decodable {
    let entities: [Entity]

    struct Entity: Decodable {
      let properties: [Property]
    }

    struct Property: Decodable {
      let attribute: String?
      let type: String?
    }

    var isIncomplete: Bool {
      entities.contains { $0.properties.contains { $0.attribute != nil && $0.type == nil } }
    }
  }

  private func say(_ line: String) -> Bool { StandardStream.output.write(line + "\n") }

  private func refuse(_ line: String) -> Bool {
    StandardStream.error.write("entity-model: \(line)\n")
    return false
  }
}

/// Shows on a terminal how far a migration has come, and nothing in a pipe.
private final class TerminalProgress: @unchecked Sendable {
  // A store reports from the thread that opens it, which is the one that made this.
  private var width = 0
  private let isShown = isatty(STDERR_FILENO) != 0

  /// Shows `progress` in place of what was shown before.
  func show(_ progress: MigrationProgress) {
    guard isShown else { return }
    let percent = Int(progress.fraction * 100)
    let line = "\(percent)% \(progress.activity) (\(progress.completedRows) rows)"
    StandardStream.error.write(
      "\r" + line + String(repeating: " ", count: max(0, width - line.count)))
    width = line.count
  }

  /// Takes away what is shown.
  func end() {
    guard isShown, width > 0 else { return }
    StandardStream.error.write("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }
}
