import Foundation
import Testing

/// The walk of Docs/Migrations.md, done by the real tools: its files are those of the document.
@Suite(BuildThread.ofScratchPackages) struct MigrationWalkTests {
  /// The target of the walk, without files yet that matter.
  static let targets: [ScratchPackage.Target] = [
    .init(name: "people", isExecutable: true, files: ["main.swift": ""])
  ]

  @Test func theWalkLeadsFromTheFirstModelToTheThird() throws {
    let package = try ScratchPackage.adopting.get()
    var files = try Self.files()
    func write(_ count: Int) throws {
      for (path, text) in files.prefix(count) { try package.write(text, to: path) }
      files.removeFirst(count)
    }
    func snapshot(_ options: String...) throws -> Int32 {
      try package.command(["snapshot", "--target", "people"] + options).status
    }
    try? package.remove("Sources/people")
    let stored = ["people.sqlite", "people.sqlite-wal", "people.sqlite-shm"]
    for file in stored { try? package.remove(file) }

    try write(2)
    #expect(
      try package.runExecutable("people") == [
        "Ada Main Street 1", "Grace Main Street 1", "Linus nowhere",
      ])
    #expect(try snapshot() == 0)
    let first = stored.map { try? package.bytes($0) }

    try write(2)
    #expect(
      try package.runExecutable("people") == [
        "Ada no phone Main Street 1", "Grace no phone Main Street 1", "Linus no phone nowhere",
      ])
    #expect(try snapshot() == 0)

    try write(1)
    let refusal = try package.build("people")
    #expect(!refusal.succeeds)
    #expect(refusal.diagnostics.contains { $0.contains("'Person.street' is gone") })
    #expect(try snapshot() == 1)
    #expect(try snapshot("--accept") == 0)
    try write(2)
    let third = ["Main Street 1 [\"Ada\", \"Grace\"]", "3"]
    #expect(try package.runExecutable("people") == third)
    #expect(try package.runExecutable("people") == third)

    // A server that has slept through the second version.
    for (file, bytes) in zip(stored, first) {
      try? package.remove(file)
      if let bytes { try package.write(bytes, to: file) }
    }
    #expect(try package.runExecutable("people") == third)
    #expect(files.isEmpty)
  }

  /// Returns the files of the document in the order in which it has them.
  private static func files() throws -> [(path: String, text: String)] {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let text = try String(
      contentsOf: root.appending(path: "Docs/Migrations.md"), encoding: .utf8)
    return text.components(separatedBy: "```swift\n// Sources/").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
      return ("Sources/" + lines[0], lines.dropFirst().joined(separator: "\n") + "\n")
    }
  }
}
