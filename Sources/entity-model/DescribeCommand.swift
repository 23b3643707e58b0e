import EntityModel
import ModelGeneration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints the model of a module as JSON.
struct DescribeCommand {
  let arguments: ModuleArguments

  /// Prints the model and reports what is wrong; returns `true` if nothing is.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportEverything() else { return false }
    reading.reportUnresolvedTypes()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let account = ModelAccount(
      model: reading.model.modelWithConstants, typeNames: reading.model.typeNames)
    guard let json = try? encoder.encode(account) else { return false }
    return StandardStream.output.write(Array(json) + [0x0A])
  }
}
