// Prints the statements that create the tables of a model, which stands as JSON on the standard
// input.

import EntityModel
import EntityStore
import Foundation

do {
  let data = try FileHandle.standardInput.readToEnd() ?? Data()
  let model = try JSONDecoder().decode(ObjectModel.self, from: data)
  for statement in model.schemaStatements { print(statement + ";") }
} catch {
  FileHandle.standardError.write(
    Data("entity-schema: the standard input holds no model: \(error)\n".utf8))
  exit(1)
}
