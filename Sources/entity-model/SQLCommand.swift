import EntitySQL
import ModelGeneration

/// Prints the statements that create the tables of a module's model.
struct SQLCommand {
  let arguments: ModuleArguments

  /// Prints the statements and reports what is wrong with the model; returns `true` if nothing is.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportEverything() else { return false }
    reading.reportUnresolvedTypes()
    let statements = reading.model.model.schemaStatements
    return StandardStream.output.write(statements.map { $0 + ";\n" }.joined())
  }
}
