package import EntityJSON
import EntityModel
package import ModelGeneration

/// What the entities of a module look like in JSON, as a schema that clients are generated from.
///
/// An entity is what `context.json(book)` writes: its attributes that are neither secret, external
/// nor left out of JSON, and the identities of its to-ones. Members that are always there and never
/// null are required.
package struct ModelSchema: Sendable {
  /// What a schema says beside the model.
  package struct Options: Hashable, Sendable {
    /// `true` for a document of OpenAPI 3.1 whose components are the entities, `false` for a JSON
    /// schema of draft 2020-12 whose definitions are.
    package var isOpenAPI = false

    /// How members are named.
    package var keys = JSONKeyStyle.asWritten

    /// `true` if dates are numbers, `false` if they are texts.
    package var datesAreNumbers = false

    /// `true` if to-manys are members too, lists of identities.
    package var includesToManys = false

    /// Creates the options of a schema that says what is written where nothing else is asked for.
    package init() {}

    /// What stands before the name of a definition in a reference to it.
    var referencePrefix: String { isOpenAPI ? "#/components/schemas/" : "#/$defs/" }
  }

  /// The schema.
  package let json: JSON

  /// The schema as text, a member in each line.
  package var text: String { json.indentedText + "\n" }

  /// Creates the schema of the entities of `model` and of the types that they use.
  ///
  /// - Throws: a `ModelSchemaError` for a name that OpenAPI does not allow.
  package init(_ model: ModuleModel, options: Options) throws(ModelSchemaError) {
    var entities = EntitySchemas(model, options)
    let definitions = entities.definitions().sorted { $0.name < $1.name }
    guard options.isOpenAPI else {
      json = [
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": JSON(model.name),
        "$defs": JSON(members: definitions.map { ($0.name, $0.schema) }),
      ]
      return
    }
    for definition in definitions where !definition.name.isComponentName {
      throw ModelSchemaError(name: definition.name)
    }
    json = [
      "openapi": "3.1.0", "info": ["title": JSON(model.name), "version": "1"],
      "components": ["schemas": JSON(members: definitions.map { ($0.name, $0.schema) })],
    ]
  }
}

/// A name that cannot stand in a schema.
package struct ModelSchemaError: Error, Hashable, CustomStringConvertible {
  /// The name of an entity or a type.
  package let name: String

  package var description: String {
    "'\(name)' cannot name a component of OpenAPI, whose names are of the letters A to Z, digits, "
      + "'.', '-' and '_'; a JSON schema can have it"
  }
}

extension String {
  /// `true` if a component of OpenAPI can have the name.
  fileprivate var isComponentName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
