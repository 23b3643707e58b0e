import EntityDiagram
import ModelGeneration

/// Draws the model of a module.
struct DiagramCommand {
  let arguments: ModuleArguments
  /// `true` for SVG, `false` for Mermaid.
  let drawsSVG: Bool

  /// Prints the picture and reports what is wrong with the model; returns `true` if nothing is.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportEverything() else { return false }
    reading.reportUnresolvedTypes()
    let diagram = ModelDiagram(reading.model.model, typeNames: reading.model.typeNames)
    return StandardStream.output.write((drawsSVG ? diagram.svg : diagram.mermaid) + "\n")
  }
}
