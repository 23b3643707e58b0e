#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A change of what other packages can see is a change of Docs/PublicAPI.txt.
  ///
  /// `RECORD=1 swift test --filter PublicSurfaceTests` writes the file again.
  @Suite struct PublicSurfaceTests {
    /// The modules that programs import, by `import EntityGraph` all but the second.
    private static let modules = [
      "EntityGraph", "EntityGraphFoundation", "EntityJSON", "EntityModel", "EntityRuntime",
      "EntitySQLite", "EntityStore",
    ]

    @Test func thePublicSurfaceIsTheOneThatIsListed() throws {
      let file = Compiler.root.appending(path: "Docs/PublicAPI.txt")
      let found = try Self.listing()
      if ProcessInfo.processInfo.environment["RECORD"] != nil {
        try Data(found.utf8).write(to: file)
        Issue.record("recorded \(file.path)")
        return
      }
      let listed = try String(contentsOf: file, encoding: .utf8)
      let changes = found.split(separator: "\n").difference(from: listed.split(separator: "\n"))
      let report = changes.map { change in
        switch change {
        case .insert(_, let line, _): "+ \(line)"
        case .remove(_, let line, _): "- \(line)"
        }
      }
      #expect(
        report == [],
        "the public surface has changed; 'RECORD=1 swift test --filter PublicSurfaceTests' lists it"
      )
    }

    @Test func thePublicTypesAreNamedBesideOtherPackages() throws {
      let file = "Tests/Coexistence/Sources/coexistence/Names.swift"
      let text = try String(contentsOf: Compiler.root.appending(path: file), encoding: .utf8)
      let named = text.matches(of: /(\w+)(?:<[^>]*>)?\)?\.self,/).map { String($0.output.1) }
      let types = try TemporaryDirectory.with { directory in
        try Self.modules.flatMap { try SymbolGraph(of: $0, in: directory.url).publicTypes }
      }
      #expect(types.filter { !named.contains($0) } == [], "name them in \(file)")
      #expect(named.filter { !types.contains($0) } == [], "remove them from \(file)")
    }

    /// Returns the listing of what is built.
    private static func listing() throws -> String {
      try TemporaryDirectory.with { directory in
        var promised = ""
        var generated = ""
        for module in modules {
          let lines = try SymbolGraph(of: module, in: directory.url).publicLines.sorted()
          let isGenerated = { (line: String) in
            line.prefix { $0 != ":" && $0 != "(" }.contains("__") || line.hasPrefix("__")
          }
          promised += section(module, lines.filter { !isGenerated($0) })
          generated += section(module, lines.filter(isGenerated))
        }
        return """
          What EntityGraph promises to programs: the public declarations, a line for each.
          \(promised)

          What is public for generated and inlined code alone, and may change with any version.
          \(generated)

          """
      }
    }

    private static func section(_ module: String, _ lines: [String]) -> String {
      lines.isEmpty ? "" : "\n\n## \(module)\n\n" + lines.joined(separator: "\n")
    }
  }
#endif
