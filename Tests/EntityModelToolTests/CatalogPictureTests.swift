import Foundation
import TestSupport
import Testing

/// The picture in README is that of the catalogue's model as it is.
@Suite struct CatalogPictureTests {
  @Test func theCataloguesPictureIsUpToDate() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let folder = root.appending(path: "Docs/Examples/PackageCatalog")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let files = names.filter { $0.hasSuffix(".swift") }.sorted().map {
      folder.appending(path: $0).path
    }
    try TemporaryDirectory.with { directory in
      let picture = try Tool.run(
        arguments: ["diagram", "--svg", "--module", "catalog"] + files, in: directory)
      let stored = root.appending(path: "Docs/Pictures/catalog-model.svg")
      #expect(picture == Tool.Run(output: try String(contentsOf: stored, encoding: .utf8)))
    }
  }
}
