import EntityModel
import ModelGeneration

/// Says what is wrong with the entities of a module.
struct CheckCommand {
  let arguments: ModuleArguments

  /// Prints what is wrong, or that nothing is; returns `true` iff nothing is.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    let model = reading.model
    guard reading.reportEverything(), reading.reportChanges() else { return false }
    let count = model.model.entities.count
    return StandardStream.output.write(
      "\(model.name): \(count == 1 ? "1 entity" : "\(count) entities"), nothing wrong\n")
  }
}
