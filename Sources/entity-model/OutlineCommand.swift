import ModelGeneration
import SwiftReader

/// Prints what files declare, one JSON object in a line for each.
struct OutlineCommand {
  let files: [String]

  /// Prints the outlines of the files that can be read and complains about the others; returns
  /// `true` iff there are no others and everything was written.
  func run() -> Bool {
    var succeeds = true
    for path in files {
      do {
        let tree = SyntaxTree(parsing: try InputFile.bytes(at: path))
        var json = JSONText()
        Outline(of: tree, path: path).write(to: &json)
        guard StandardStream.output.write(json.bytes + [0x0A]) else {
          StandardStream.error.write("entity-model: standard output: cannot be written\n")
          return false
        }
      } catch {
        StandardStream.error.write("entity-model: \(path): \(error)\n")
        succeeds = false
      }
    }
    return succeeds
  }
}
