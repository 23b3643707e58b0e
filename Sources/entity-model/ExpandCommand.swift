import EntityExpansion
import ModelGeneration

/// Prints the sources of a module with every annotation carried out.
struct ExpandCommand {
  let arguments: ModuleArguments
  /// The class to print alone, nil for all sources.
  let type: String?

  /// Prints the sources and reports those that cannot be read; returns `true` if there
  /// are none and a class was found that was asked for.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    var succeeds = reading.reportFiles()
    let sources = reading.files.map { (path: $0.path, expanded: ExpandedSource($0.tree)) }
    if let type {
      do {
        let found = try sources.flatMap(\.expanded.types).matching(type)
        return StandardStream.output.write(found.map(\.text).joined(separator: "\n")) && succeeds
      } catch {
        StandardStream.error.write("entity-model: \(error)\n")
        return false
      }
    }
    for (path, expanded) in sources {
      // With several files each has its path before it, as a comment, so that all stays Swift.
      let heading = sources.count > 1 ? "// MARK: - \(path)\n\n" : ""
      let ending = expanded.text.hasSuffix("\n") ? "" : "\n"
      succeeds = StandardStream.output.write(heading + expanded.text + ending) && succeeds
    }
    return succeeds
  }
}
