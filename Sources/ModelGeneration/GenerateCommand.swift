/// Checks the entities of a module and writes the file that declares their model.
package struct GenerateCommand {
  /// How the command is called.
  package static let usage = "generate --output FILE MODULE"

  private let arguments: ModuleArguments
  private let output: String

  /// Reads `words`, those after `generate`.
  package init(_ words: [String]) throws(Misuse) {
    var output: String?
    arguments = try ModuleArguments(words, of: "generate") { option, value in
      guard option == "--output" else { return false }
      output = value
      return true
    }
    guard let output else { throw Misuse("'generate' needs '--output FILE'") }
    self.output = output
  }

  /// Runs the command that `words` ask for, or says what is wrong with them; returns the exit code.
  package static func status(of words: [String]) -> Int32 {
    do {
      guard words.first == "generate" else { throw Misuse("expected 'generate'") }
      return try GenerateCommand(Array(words.dropFirst())).run() ? 0 : 1
    } catch {
      StandardStream.error.write("\(error)\nusage: \(usage)\n")
      return 64
    }
  }

  /// Writes the file and reports what is wrong; returns `true` if nothing is.
  package func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportModel(), reading.reportChanges() else { return false }
    reading.reportHints()
    do {
      try OutputFile(path: output).write(reading.model.code)
      return true
    } catch {
      StandardStream.error.write("\(output): error: the file cannot be written: \(error)\n")
      return false
    }
  }
}
