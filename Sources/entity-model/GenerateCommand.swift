import EntityExpansion

/// Checks the entities of a module and writes the file that declares their model.
struct GenerateCommand {
  let arguments: ModuleArguments
  let output: String

  /// Writes the file and complains about what is wrong; returns `true` iff nothing is.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportModel(), reading.reportChanges() else { return false }
    do {
      try OutputFile(path: output).write(reading.model.code)
      return true
    } catch {
      StandardStream.error.write("\(output): error: the file cannot be written: \(error)\n")
      return false
    }
  }
}
