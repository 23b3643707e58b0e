import EntityModel
import EntitySQLite
import EntityStore
import ModelGeneration

/// Writes the objects of a store as lines of JSON, with the model that the store says it has.
struct ExportCommand {
  /// The path of the store.
  let store: String

  /// The path of the file; `-` for the standard output.
  let file: String

  let options: ExportOptions

  /// `true` if a file that is there is replaced.
  let isOverwriting: Bool

  /// Writes the file; returns `true` if it is whole.
  func run() -> Bool {
    let progress = TerminalProgress()
    do {
      defer { progress.end() }
      let location = StoreLocation.file(store)
      let model = try SQLiteStore.storedModel(at: location)
      let opened = try SQLiteStore(
        model: model, at: location, options: StoreOptions(isReadOnly: true))
      defer { opened.close() }
      let report = try write(opened, model) { progress.show("\($0)") }
      progress.end()
      return file == "-" || StandardStream.output.write("\(file): \(report)\n")
    } catch {
      StandardStream.error.write("entity-model: \(error)\n")
      return false
    }
  }

  private func write(
    _ store: SQLiteStore, _ model: ObjectModel, _ show: @escaping (TransferLine) -> Void
  ) throws -> ExportReport {
    func export(_ output: ([UInt8]) throws -> Void) throws -> ExportReport {
      try store.export(
        nil, options: options, modelVersion: model.versionHash,
        progress: { show(TransferLine(activity: "exported", $0)) }, to: output)
    }
    guard file != "-" else { return try export(TransferFile.writeToStandardOutput) }
    return try TransferFile.write(
      to: file, overwriting: isOverwriting, askedBy: "--overwrite",
      permissions: store.permissionsOfCopies(), export)
  }
}

/// How far an export or an import has come, as a line.
struct TransferLine: CustomStringConvertible {
  let description: String

  init(activity: String, _ progress: TransferProgress) {
    let percent = progress.fraction.map { "\(Int($0 * 100))% " } ?? ""
    description = "\(percent)\(activity) (\(progress.objects) objects)"
  }
}
