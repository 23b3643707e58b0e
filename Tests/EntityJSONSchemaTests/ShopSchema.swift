import EntityJSON
import EntityJSONSchema
import ModelGeneration
import SwiftReader
import Testing

/// Returns the schema of the module 'Shop' whose one file is `source`.
func schema(
  _ source: String, _ options: ModelSchema.Options = ModelSchema.Options()
) throws -> JSON {
  let json = try ModelSchema(.reading(["Shop.swift": source]), options: options).json
  #expect(SchemaCheck(document: json).problemsOfDefinitions() == [])
  return json
}

/// Returns the definitions of the schema of `source` as text.
func definitions(
  _ source: String, _ options: ModelSchema.Options = ModelSchema.Options()
) throws -> String {
  let json = try schema(source, options)
  let whole = try ModelSchema(.reading(["Shop.swift": source]), options: options).text
  #expect(try JSON(reading: whole) == json)
  let lines = whole.split(separator: "\n")
  #expect(
    lines.prefix(4) == [
      "{", "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",",
      "  \"title\": \"Shop\",", "  \"$defs\": {",
    ])
  return (["{"] + lines.dropFirst(4).dropLast().map { String($0.dropFirst(2)) })
    .joined(separator: "\n")
}

extension ModuleModel {
  /// Reads the module 'Shop' of files by their paths.
  static func reading(_ files: [String: String]) -> ModuleModel {
    let module = SourceModule(
      name: "Shop", relation: .own,
      files: files.sorted { $0.key < $1.key }.map { path, text in
        .init(path: path, tree: SyntaxTree(parsing: text))
      })
    return ModuleModel(
      [module],
      conditions: BuildConditions(
        names: [], system: "Linux", architecture: "x86_64", modules: ["Swift", "EntityGraph"],
        compiler: [6, 3]))
  }
}
