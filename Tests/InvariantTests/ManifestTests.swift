import Testing

/// The reader's benchmarks compile targets of the library anew, by a manifest of their own.
@Suite struct ManifestTests {
  @Test func theBenchmarksOfTheReaderHaveTheTargetsAsTheyAre() throws {
    let library = try dependencies(inFile: "Package.swift")
    let benchmarks = try dependencies(inFile: "Tests/ReaderBenchmarks/Package.swift")

    #expect(benchmarks["EntityMacros"]?.isEmpty == false)
    for (target, names) in benchmarks {
      if let expected = library[target] { #expect(names == expected, "\(target)") }
      for name in names where library[name] != nil {
        #expect(benchmarks[name] != nil, "\(target) needs \(name)")
      }
    }
  }

  @Test func whatATargetDependsOnIsRead() {
    let text = """
      .target(name: "A", path: "Sources/A"),
      .target(
        name: "B", dependencies: ["A", "C"], path: "Sources/B"),
      .executableTarget(
        name: "D",
        dependencies: [
          "B", .product(name: "E", package: "e"),
        ]),
      """

    #expect(dependencies(in: text) == ["A": [], "B": ["A", "C"], "D": ["B"], "E": []])
  }

  private func dependencies(inFile path: String) throws -> [String: [String]] {
    dependencies(in: try PackageTree.file(path).lines.joined(separator: "\n"))
  }

  /// Returns the targets that each name in a manifest depends on; products have none.
  private func dependencies(in manifest: String) -> [String: [String]] {
    var found: [String: [String]] = [:]
    let pattern = /name:\s*"([^"]+)",\s*(?:dependencies:\s*\[([^\]]*)\])?/
    for match in manifest.matches(of: pattern) {
      let list = match.2 ?? ""
      let names = list.split(separator: ",").compactMap { item -> String? in
        let name = item.drop { $0.isWhitespace }
        guard name.hasPrefix("\""), name.dropFirst().contains("\"") else { return nil }
        return String(name.dropFirst().prefix { $0 != "\"" })
      }
      found[String(match.1), default: []] += names
    }
    // What a list names stands inside the match of its target.
    for match in manifest.matches(of: /\.product\(name:\s*"([^"]+)"/) {
      found[String(match.1), default: []] += []
    }
    return found
  }
}
