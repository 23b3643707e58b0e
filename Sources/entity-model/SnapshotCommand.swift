import EntityModel
import ModelGeneration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Stores the model of a module in a file, to compare later ones with.
struct SnapshotCommand {
  let arguments: ModuleArguments
  /// The folder of the snapshots, which need not exist.
  let folder: String
  /// `true` if a model is stored too that no automatic migration leads to.
  let accepts: Bool

  /// Writes the snapshot and prints what has changed since the last one; returns `true` if the
  /// model is stored now.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportEverything() else { return false }
    let model = reading.model
    var snapshot = model.snapshot

    do {
      let stored = try SnapshotFolder(folder)
      if let newest = try stored.newest() {
        let comparison = snapshot.comparison(with: newest.snapshot)
        let changes = comparison.changes
        if snapshot.hasSameModel(as: newest.snapshot) {
          return say("\(model.name): nothing has changed since \(newest.path)")
        }
        for change in changes { _ = say("  " + change.line) }
        if !accepts, changes.contains(where: \.needsAcceptance) {
          return refuse(
            "no automatic migration leads from \(newest.path) to this model; '--accept' stores it "
              + "all the same")
        }
        if accepts { snapshot.accepted = comparison.losses }
      }
      return write(snapshot, to: "\(folder)/\(stored.nextName)", in: folder, of: model.name)
    } catch {
      return report("\(error)")
    }
  }

  /// Writes `snapshot` to the file at `path` in `folder`, which it creates if it is missing.
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
    guard snapshot.versionHash == nil else { return say("\(name): stored in \(path)") }
    for (entity, types) in snapshot.unresolvedTypes.sorted(by: { $0.key < $1.key }) {
      for (attribute, type) in types.sorted(by: { $0.key < $1.key }) {
        _ = say(
          "  the sources do not show how '\(type)', the type of '\(entity).\(attribute)', "
            + "is stored")
      }
    }
    return say(
      "\(name): stored in \(path), which is incomplete: no stage of a migration can start from it "
        + "or lead to it")
  }

  private func say(_ line: String) -> Bool { StandardStream.output.write(line + "\n") }

  private func refuse(_ line: String) -> Bool { report("entity-model: \(line)") }

  private func report(_ line: String) -> Bool {
    StandardStream.error.write(line + "\n")
    return false
  }
}

extension ModelChange {
  /// The change, and what is missing to carry it out.
  fileprivate var line: String {
    if let condition { return "\(message); automatic \(condition)" }
    return effect.advice.map { "\(message); \($0)" } ?? message
  }
}
