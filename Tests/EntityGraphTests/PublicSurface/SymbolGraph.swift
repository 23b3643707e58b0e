import Foundation

/// What the compiler says that a module consists of; a part of the format of symbol graphs.
struct SymbolGraph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relation]

  /// A declaration.
  struct Symbol: Decodable {
    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let accessLevel: String
    let declarationFragments: [Fragment]?

    /// The declaration as text, on one line.
    var declaration: String {
      let text = (declarationFragments ?? []).map(\.spelling).joined()
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `true` if other packages can see the declaration, should its surroundings be visible.
    var isPublic: Bool { accessLevel == "public" || accessLevel == "open" }
  }

  /// What one declaration is to another, such as a conformance.
  struct Relation: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  struct Identifier: Decodable { let precise: String }
  struct Kind: Decodable { let identifier: String }
  struct Fragment: Decodable { let spelling: String }
}

extension SymbolGraph {
  /// Extracts the graph of `module`, which has been built, with its extensions of other modules.
  init(of module: String, in directory: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Below the level of 'internal' what begins with an underscore is left out.
    process.arguments =
      [
        "swift-symbolgraph-extract", "-module-name", module, "-minimum-access-level", "internal",
        "-skip-synthesized-members", "-skip-inherited-docs", "-emit-extension-block-symbols",
        "-target", Compiler.target, "-output-dir", directory.path,
      ] + Compiler.searchPaths
    try process.run()
    process.waitUntilExit()
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    symbols = []
    relationships = []
    for file in files where file.hasPrefix("\(module).") || file.hasPrefix("\(module)@") {
      let data = try Data(contentsOf: directory.appending(path: file))
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      symbols += graph.symbols
      relationships += graph.relationships
    }
  }

  /// What other packages can see of the module, a line for each declaration and conformance.
  var publicLines: Set<String> {
    // An extension that has nothing public hides nothing of another one.
    let hidden = Set(
      symbols.filter { !$0.isPublic && $0.kind.identifier != "swift.extension" }
        .map { $0.pathComponents.path })
    let visible = symbols.filter { symbol in
      let path = symbol.pathComponents
      return symbol.isPublic && !path.indices.contains { hidden.contains(path[..<$0].path) }
    }
    let declarations = visible.filter { $0.kind.identifier != "swift.extension" }.map { symbol in
      let name = symbol.pathComponents.path.prefix { $0 != "(" }
      return "\(name): \(symbol.declaration)"
    }
    let paths = Dictionary(
      visible.map { ($0.identifier.precise, $0.pathComponents.path) },
      uniquingKeysWith: { first, _ in first })
    let conformances = relationships.compactMap { relation -> String? in
      guard relation.kind == "conformsTo", let path = paths[relation.source] else { return nil }
      let name = paths[relation.target] ?? relation.targetFallback ?? relation.target
      return Self.implied.contains(name) ? nil : "\(path): conforms to \(name)"
    }
    return Set(declarations + conformances)
  }

  /// The names of the types that other packages can use, nested ones left out.
  var publicTypes: [String] {
    let kinds = ["swift.class", "swift.enum", "swift.protocol", "swift.struct", "swift.typealias"]
    return symbols.filter { symbol in
      symbol.isPublic && symbol.pathComponents.count == 1 && kinds.contains(symbol.kind.identifier)
        && !symbol.pathComponents.path.hasPrefix("__")
    }.map(\.pathComponents.path).sorted()
  }

  /// What nearly every type conforms to.
  private static let implied: Set<String> = [
    "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype",
  ]
}

extension Collection<String> {
  /// The names of nested declarations as one.
  fileprivate var path: String { joined(separator: ".") }
}
