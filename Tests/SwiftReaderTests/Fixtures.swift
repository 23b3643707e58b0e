import Foundation
import ReaderLaws

/// The sources in `Fixtures`, each with the tree that it has.
enum Fixtures {
  static let names = [
    "Accessors", "Conditional", "Declarations", "Initializers", "Lexical", "Local", "Model",
    "Types",
  ]

  static func source(_ name: String) throws -> String {
    let file = Corpus.fixtures.appending(path: "\(name).swift.txt")
    return try String(contentsOf: file, encoding: .utf8)
  }

  static func treeFile(_ name: String) -> URL {
    Corpus.fixtures.appending(path: "\(name).tree.txt")
  }
}
