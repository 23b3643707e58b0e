import EntityModel
import EntitySQLite
import EntityStore
import ModelGeneration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Adds the objects of a file of lines of JSON to a store.
struct ImportCommand {
  /// The path of the store.
  let store: String

  /// The path of the file; `-` for the standard input.
  let file: String

  /// The path of a description of the model that a new store is made for; `nil` if there has to be
  /// a store.
  let model: String?

  let options: ImportOptions

  /// Imports the file and prints what has been done, and what has been passed over; returns `true`
  /// if it has not been refused.
  func run() -> Bool {
    let progress = TerminalProgress()
    do {
      defer { progress.end() }
      let location = StoreLocation.file(store)
      let exists = InputFile.exists(store)
      guard exists || model != nil else {
        throw Problem("there is no file '\(store)'; name the model of a new store with '--model'")
      }
      // The file comes first: no store is made for one that cannot be read.
      let report = try TransferFile.read(from: file == "-" ? nil : file) { next in
        let model =
          try exists
          ? SQLiteStore.storedModel(at: location) : DescribedModel(path: self.model ?? "").read()
        var storeOptions = StoreOptions()
        // The model that a store has does not say what is derived, and the store keeps it.
        storeOptions.keepsDerived = !exists
        let opened = try SQLiteStore(model: model, at: location, options: storeOptions)
        do {
          let report = try opened.write { session in
            let run = try StoreImport(
              session, opened.layout, options: options, knowledge: StoreImport.Knowledge(),
              now: opened.now().storedValue,
              progress: { progress.show("\(TransferLine(activity: "imported", $0))") }, from: next)
            let report = try run.run()
            _ = try session.recordCommit(by: nil)
            return report
          }
          opened.close()
          return report
        } catch {
          // Somebody else may have put something into it meanwhile.
          let isLeft = exists || !isEmpty(opened)
          opened.close()
          if !isLeft { removeStore() }
          throw error
        }
      }
      progress.end()
      for problem in report.skipped { StandardStream.error.write("\(file): \(problem)\n") }
      return StandardStream.output.write("\(store): \(report)\n")
    } catch let error as ImportError {
      for problem in error.problems { StandardStream.error.write("\(file): \(problem)\n") }
      return false
    } catch {
      StandardStream.error.write("entity-model: \(error)\n")
      return false
    }
  }

  /// `true` if `store` is known to have no objects.
  private func isEmpty(_ store: SQLiteStore) -> Bool {
    let isEmpty = try? store.read { session in
      try store.layout.entities.allSatisfy { entity in
        try session.ids(EntityQuery(entity: entity.name, limit: 1)) { _ in false }
      }
    }
    return isEmpty ?? false
  }

  /// Removes the store that has been made for a file which has been refused.
  private func removeStore() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(store + suffix) }
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
