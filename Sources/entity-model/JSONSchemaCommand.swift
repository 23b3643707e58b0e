import EntityJSON
import EntityJSONSchema
import ModelGeneration

/// Prints what the objects of a module look like in JSON.
struct JSONSchemaCommand {
  /// What the command can be given beside a module.
  static let flags = ["--openapi", "--snake-case", "--numeric-dates", "--to-many"]

  let arguments: ModuleArguments
  private let options: ModelSchema.Options

  init(arguments: ModuleArguments, flags: Set<String>) {
    self.arguments = arguments
    var options = ModelSchema.Options()
    options.isOpenAPI = flags.contains("--openapi")
    if flags.contains("--snake-case") { options.keys = .snakeCase }
    options.datesAreNumbers = flags.contains("--numeric-dates")
    options.includesToManys = flags.contains("--to-many")
    self.options = options
  }

  /// Prints the schema and reports what is wrong with the model; returns `true` if nothing is.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportEverything() else { return false }
    reading.reportUnresolvedTypes(standIn: "any value")
    do {
      return StandardStream.output.write(try ModelSchema(reading.model, options: options).text)
    } catch {
      StandardStream.error.write("entity-model: \(error)\n")
      return false
    }
  }
}
