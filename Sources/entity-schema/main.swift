import EntityModel
import EntitySQL
import Foundation

/// How the tool is called.
let usage = """
  usage: entity-schema sql
         entity-schema diagram [--svg]

  Prints the statements that create the tables of a model, or its picture, in Mermaid or SVG. The
  standard input is what 'entity-model describe' prints.

  """

/// Prints `complaint` on the standard error and ends the program.
func fail(_ complaint: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("entity-schema: \(complaint)\n".utf8))
  exit(code)
}

let words = Array(CommandLine.arguments.dropFirst())
let isKnown = [["sql"], ["diagram"], ["diagram", "--svg"]].contains(words)
if !isKnown { fail("unknown arguments '\(words.joined(separator: " "))'\n\(usage)", code: 64) }

let input = try FileHandle.standardInput.readToEnd() ?? Data()
// Whoever should have described the model has said what is wrong with it.
if input.isEmpty { exit(1) }
do {
  let account = try JSONDecoder().decode(ModelAccount.self, from: input)
  switch words {
  case ["sql"]:
    for statement in account.model.schemaStatements { print(statement + ";") }
  case ["diagram"]:
    print(ModelDiagram(account.model, typeNames: account.typeNames).mermaid)
  default:
    print(ModelDiagram(account.model, typeNames: account.typeNames).svg)
  }
} catch {
  fail("the standard input holds no model: \(error)", code: 1)
}
