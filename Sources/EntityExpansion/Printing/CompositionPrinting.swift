import SwiftReader

/// Prints what makes a struct a composition.
///
/// Like:
///
///     nonisolated extension Address: EntityGraph.Composition, Swift.Codable {
///       static let __leafTable = EntityGraph.__LeafTable { leaves in
///         leaves.add("city", \Address.city, isIndexed: true)
///         leaves.add("geo", \Address.geo)
///       }
///
///       init(__leaves leaves: EntityGraph.__LeafDecoder) throws {
///         self.city = try leaves.value("city")
///         self.geo = try leaves.optional("geo")
///       }
///
///       func __encode(to leaves: inout EntityGraph.__LeafEncoder) throws {
///         try leaves.encode(self.city, "city")
///         try leaves.encodeOptional(self.geo, "geo")
///       }
///     }
struct CompositionPrinting {
  let declaration: CompositionDeclaration

  /// The type to extend, with those around it.
  let type: String

  /// The conformances to coding that the type does not have yet.
  let coding: CodingConformances

  /// The extension.
  var text: String {
    var writer = CodeWriter()
    let leaves = declaration.leaves
    writer.block(
      "nonisolated extension \(type): EntityGraph.Composition\(coding.clause)"
    ) { writer in
      writer.block(
        "\(access)static let __leafTable = EntityGraph.__LeafTable", parameters: "leaves"
      ) { writer in
        if leaves.isEmpty { writer.line("_ = leaves") }
        for leaf in leaves { writer.list("leaves.add(", arguments(of: leaf), ")") }
      }
      writer.line()
      writer.block("\(access)init(__leaves leaves: EntityGraph.__LeafDecoder) throws") { writer in
        for leaf in leaves { writer.line("self.\(leaf.name) = try leaves.\(reading(leaf))") }
      }
      writer.line()
      writer.block("\(access)func __encode(to leaves: inout EntityGraph.__LeafEncoder) throws") {
        for leaf in leaves {
          let function = leaf.isOptional ? "encodeOptional" : "encode"
          $0.line("try leaves.\(function)(self.\(leaf.name), \(quoted(leaf.identifier)))")
        }
      }
    }
    return writer.text
  }

  /// A modifier and a space, or nothing where the modifier would say what goes without it.
  private var access: String {
    let access = min(declaration.header.access, .public)
    return access >= .package ? access.rawValue + " " : ""
  }

  /// Returns the arguments that describe `leaf`.
  private func arguments(of leaf: LeafDeclaration) -> [String] {
    var arguments = [quoted(leaf.identifier), "\\\(type).\(leaf.name)"]
    if leaf.isIndexed { arguments.append("isIndexed: true") }
    if let originalName = leaf.originalName {
      arguments.append("originalName: \(quoted(originalName))")
    }
    if !leaf.isOptional, let constant = leaf.defaultValue?.constant {
      arguments.append("default: \(constant)")
    }
    return arguments
  }

  /// Returns the call that reads `leaf`.
  private func reading(_ leaf: LeafDeclaration) -> String {
    let name = quoted(leaf.identifier)
    if leaf.isOptional { return "optional(\(name))" }
    return leaf.initializer.map { "value(\(name), default: \($0.text))" } ?? "value(\(name))"
  }
}

extension CodeWriter {
  /// Adds `head { parameters in`, the lines of `body` one level deeper, and `}`.
  fileprivate mutating func block(
    _ head: String, parameters: String, _ body: (inout CodeWriter) -> Void
  ) {
    line("\(head) { \(parameters) in")
    indented(body)
    line("}")
  }
}
