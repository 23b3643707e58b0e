import EntityExpansion
import EntityModel
import ModelGeneration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps the model of a module in a file, to compare later ones with.
struct SnapshotCommand {
  let arguments: ModuleArguments
  /// `true` iff a model is kept too that no automatic migration leads to.
  let accepts: Bool

  /// Writes the snapshot and prints what has changed since the last one; returns `true` iff the
  /// model is kept now.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportEverything() else { return false }
    let model = reading.model
    let snapshot = SchemaSnapshot(model.model, unresolvedTypes: model.unresolvedTypes)
    let folder = arguments.snapshots ?? "."
    do {
      let kept = try SnapshotFolder(folder)
      if let newest = try kept.newest() {
        let changes = snapshot.changes(since: newest.snapshot)
        if snapshot == newest.snapshot {
          return say("\(model.name): nothing has changed since \(newest.path)")
        }
        for change in changes { _ = say("  " + change.line) }
        if !accepts, changes.contains(where: { $0.missingStage != nil }) {
          return refuse(
            "no automatic migration leads from \(newest.path) to this model; '--accept' keeps it "
              + "all the same")
        }
      }
      return write(snapshot, to: "\(folder)/\(kept.nextName)", in: folder, of: model.name)
    } catch {
      return complain("\(error)")
    }
  }

  /// Makes `folder` hold `snapshot` as the file at `path`.
  private func write(
    _ snapshot: SchemaSnapshot, to path: String, in folder: String, of name: String
  ) -> Bool {
    do {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw InputFile.Failure(code: errno)
      }
      try OutputFile(path: path).write(snapshot.text)
    } catch {
      return refuse("\(path): the snapshot cannot be written: \(error)")
    }
    return say("\(name): kept in \(path)")
  }

  private func say(_ line: String) -> Bool { StandardStream.output.write(line + "\n") }

  private func refuse(_ line: String) -> Bool { complain("entity-model: \(line)") }

  private func complain(_ line: String) -> Bool {
    StandardStream.error.write(line + "\n")
    return false
  }
}

extension ModelChange {
  /// The change, and what is missing to carry it out.
  fileprivate var line: String { missingStage.map { "\(message); \($0)" } ?? message }
}
