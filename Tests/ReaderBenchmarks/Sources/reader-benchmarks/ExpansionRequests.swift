import Foundation

/// The messages in which the compiler asks for the expansions of a class.
enum ExpansionRequests {
  private static let header = "@Entity final class Author: ManagedObject"

  private static let properties = [
    "@Attribute(.unique) var email: String",
    "@Attribute var name: String",
    "@Attribute var born: Date?",
    "@Attribute var rating: Double = 0",
    "@Attribute var tags: [String] = []",
    "@Attribute(.indexed) var country: String = \"\"",
    "@Relationship(inverse: \"author\", deleteRule: .cascade) var books: Set<Book>",
    "@Relationship(inverse: \"authors\", deleteRule: .nullify) var publisher: Publisher?",
  ]

  /// Returns the messages for the members of a class and the accessors of each of its properties.
  static func ofOneClass() throws -> [[UInt8]] {
    let body = properties.map { "  \($0)\n" }.joined()
    let members = try message(
      annotation: "Entity", role: "member", source: "\n/// A writer.\n\(header) {\n\(body)}",
      context: [])
    let accessors = try properties.map { property in
      try message(
        annotation: String(property.dropFirst().prefix { $0.isLetter }), role: "accessor",
        source: "\n  \(property)", context: ["\(header) {}"])
    }
    return [members] + accessors
  }

  /// Returns the request to expand `annotation` on the declaration `source`.
  private static func message(
    annotation: String, role: String, source: String, context: [String]
  ) throws -> [UInt8] {
    let request: [String: Any] = [
      "macro": [
        "moduleName": "EntityMacros", "typeName": "\(annotation)Macro", "name": "\(annotation) ",
      ],
      "macroRole": role,
      "discriminator": "$s8Bookshop6Author6\(annotation)fMm_",
      "attributeSyntax": syntax("attribute", "@\(annotation) "),
      "declSyntax": syntax("declaration", source),
      "lexicalContext": context.map { syntax("declaration", $0) },
      "staticBuildConfiguration": buildConfiguration,
    ]
    return [UInt8](try JSONSerialization.data(withJSONObject: ["expandAttachedMacro": request]))
  }

  private static func syntax(_ kind: String, _ source: String) -> [String: Any] {
    let location: [String: Any] = [
      "fileID": "Bookshop/Author.swift", "fileName": "/src/Bookshop/Author.swift", "line": 1,
      "column": 1, "offset": 0,
    ]
    return ["kind": kind, "source": source, "location": location]
  }

  /// As much text as the compiler sends along about the build, which nobody reads.
  private static let buildConfiguration =
    "{\"features\":[" + (0..<250).map { "\"UpcomingFeature\($0)\"" }.joined(separator: ",") + "]}"
}
