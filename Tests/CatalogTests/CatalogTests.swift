import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import catalog

@Suite struct CatalogTests {
  @Test func importedStoreAnswers() throws {
    try TemporaryDirectory.with { directory in
      let (file, store) = (directory.path("Packages"), directory.path("catalog.sqlite"))
      try Excerpt.text.write(toFile: file, atomically: true, encoding: .utf8)

      let first = run(["import", file, "--store", store])
      #expect(first.code == 0)
      #expect(first.output.hasSuffix("  48 added, 0 updated, 0 unchanged"))
      let second = run(["import", file, "--store=\(store)"])
      #expect(second.output.hasSuffix("  0 added, 0 updated, 48 unchanged"))

      let answer = run(["ask", "tar", "--store", store])
      #expect(answer.code == 0)
      #expect(answer.output.hasPrefix("tar 1.34+dfsg-1.2+deb12u1 (amd64)\nGNU version of the tar"))
      #expect(answer.output.contains("\nInstalled   3.0 MiB\n"))
      #expect(answer.output.contains("\n  libacl1, libc6, libselinux1\n"))
      #expect(answer.output.contains("\n1 package depends on it directly, "))
      let found = run(["search", "archiving", "utility", "--store", store])
      #expect(found.output == "tar: GNU version of the tar *archiving* *utility* (3.0 MiB)")
      #expect(
        run(["search", "\"no such", "--store", store]).output == "no package has all these words")
      let page = run(["browse", "libs", "--store", store])
      #expect(
        page.output.hasPrefix(
          "gcc-12-base: GCC, the GNU Compiler Collection (base package) (100 KiB)\n"))
      let summary = run(["summary", "--store", store])
      #expect(summary.output.hasPrefix("48 packages, and 12 names that are only depended on\n"))
    }
  }

  @Test func pagesFollowEachOther() throws {
    try TemporaryDirectory.with { directory in
      let (file, store) = (directory.path("Packages"), directory.path("catalog.sqlite"))
      let packages = (10..<55).map { "Package: p\($0)\nSection: \($0 < 50 ? "libs" : "games")\n" }
      try packages.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      #expect(run(["import", file, "--store", store]).code == 0)
      var names: [String] = []
      var arguments = ["browse", "libs", "--store", store]
      for _ in 0..<3 {
        let lines = run(arguments).output.split(separator: "\n").map(String.init)
        names += lines.filter { $0.hasPrefix("p") }
        guard let cursor = lines.last?.split(separator: " ").last, lines.count == 21 else { break }
        arguments = ["browse", "libs", "--after", String(cursor), "--store", store]
      }
      #expect(names == (10..<50).map { "p\($0)" })
      #expect(run(["browse", "games", "--store", store]).output == "p50\np51\np52\np53\np54")
      #expect(run(["browse", "none", "--store", store]).output == "no packages")
      let other = run(["browse", "games"] + arguments.suffix(4))
      #expect(other.code == 1)
      #expect(run(["browse", "--after", "x", "--store", store]).code == 1)
    }
  }

  @Test func monthsAreThoseOfImports() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("catalog.sqlite")
      let index = try PackageIndex(at: .file(path))
      func bring(_ text: String, on date: String) throws {
        let file = try ControlFile(ByteSource(text: text, name: "text"))
        _ = try CatalogImport.run(
          file, into: index.context, at: Date(date, strategy: .iso8601))
      }
      #expect(run(["months", "--store", path]).output == "no package has changed")
      let a = "Package: a\nSize: 700000\nInstalled-Size: 2048\n"
      let b = "Package: b\nInstalled-Size: 9\n"
      try bring(
        [a, b, "Package: c\nDepends: d\n"].joined(separator: "\n"), on: "2024-11-30T23:59:59Z")
      try bring(
        [a, "Package: b\nInstalled-Size: 10\n"].joined(separator: "\n"), on: "2024-12-01T00:00:00Z")
      #expect(
        try index.changesByMonth().map(\.footprint) == [
          Footprint(installed: 10 << 10), Footprint(download: 700_000, installed: 2 << 20),
        ])
      #expect(try index.changesByMonth().map(\.count) == [1, 2])
      #expect(
        run(["months", "--store", path]).output == """
            2024-12                      1 package, 10 KiB  ███████████████
            2024-11  2 packages, 2.0 MiB, download 683 KiB  ██████████████████████████████
          """)
    }
  }

  @Test func machineWithoutAnIndexGetsTheExcerpt() {
    let result = run([])
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("the bundled excerpt: 48 packages, "))
    #expect(
      result.output.contains(
        "\nMaintainers with most packages, of 22 people and 12 teams\n"))
  }

  @Test func malformedFileLeavesTheStoreAsItWas() throws {
    try TemporaryDirectory.with { directory in
      let (file, store) = (directory.path("Packages"), directory.path("catalog.sqlite"))
      try "Package: a\n".write(toFile: file, atomically: true, encoding: .utf8)
      #expect(run(["import", file, "--store", store]).code == 0)
      try "Package: b\n\nPackage: a\nVersion\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      let result = run(["import", file, "--store", store])
      #expect(result.code == 1)
      #expect(
        result.message
          == "catalog: \(file):4: 'Version' is no field; a field reads 'Name: value'; "
          + "nothing of the file has been stored")
      #expect(run(["ask", "b", "--store", store]).message == "catalog: there is no package 'b'")
    }
  }

  @Test func anExportedStoreIsRestored() throws {
    try TemporaryDirectory.with { directory in
      let (index, file) = (directory.path("Packages"), directory.path("catalog.jsonl"))
      let (first, second) = (directory.path("first.sqlite"), directory.path("second.sqlite"))
      try Excerpt.text.write(toFile: index, atomically: true, encoding: .utf8)
      #expect(run(["import", index, "--store", first]).code == 0)
      let written = run(["export", file, "--store", first])
      #expect(written.code == 0)
      #expect(written.output.contains(" objects, "))
      let read = run(["restore", file, "--store", second])
      #expect(read.output.hasSuffix(" inserted, 0 updated, 0 unchanged, 0 skipped"))
      for words in [["summary"], ["ask", "tar"], ["browse", "libs"], ["search", "archiving"]] {
        #expect(
          run(words + ["--store", second]).output == run(words + ["--store", first]).output)
      }
      let again = directory.path("again.jsonl")
      #expect(run(["export", again, "--store", second]).code == 0)
      #expect(
        try String(contentsOfFile: again, encoding: .utf8)
          == String(contentsOfFile: file, encoding: .utf8))
      #expect(
        run(["restore", file, "--store", second]).output.contains(": 0 inserted, 0 updated, "))
      #expect(run(["export", file, "--store", first]).code == 1)
      #expect(run(["restore", directory.path("none"), "--store", second]).code == 1)
    }
  }

  @Test func fileThatCannotBeReadLeavesNoStore() throws {
    try TemporaryDirectory.with { directory in
      let store = directory.path("catalog.sqlite")
      let result = run(["import", directory.url.path, "--store", store])
      #expect(result.code == 1)
      #expect(
        result.message == "catalog: \(directory.url.path) cannot be read: Is a directory")
      #expect(!FileManager.default.fileExists(atPath: store))
      #expect(run(["ask", "a", "--store", store]).code == 1)
      #expect(!FileManager.default.fileExists(atPath: store))
    }
  }

  @Test func messagesHoldNothingThatATerminalObeys() throws {
    let result = run(["ask", "\u{1B}[31m"])
    #expect(result.message == "catalog: there is no package '\u{FFFD}[31m'")
  }

  @Test(arguments: [
    (["frob"], "unknown command 'frob'"), (["ask"], "'ask' needs the name of a package"),
    (["import"], "'import' needs a file"), (["export"], "'export' needs a file"),
    (["restore", "x"], "'restore' needs '--store STORE'"),
    (["search"], "'search' needs words to search for"),
    (["browse", "--after"], "'--after' needs the cursor that the page before has shown"),
    (["ask", "a", "--after", "x"], "'--after' belongs to 'browse'"),
    (["browse", "a", "b"], "unexpected argument 'b'"),
    (["import", "x"], "'import' needs '--store STORE'"),
    (["months", "b"], "unexpected argument 'b'"),
    (["ask", "a", "b"], "unexpected argument 'b'"), (["help", "me"], "unexpected argument 'me'"),
    (["--frob"], "unknown option '--frob'"),
    (["summary", "--store"], "'--store' needs the path of a store"),
    (["--store", "a", "--store", "b"], "'--store' is given twice"),
  ])
  func wrongArgumentsAreExplained(arguments: [String], problem: String) {
    let result = run(arguments)
    #expect(result.code == 64)
    #expect(result.message == "catalog: \(problem)\n\(Arguments.usage)")
    #expect(result.output == "")
  }

  @Test(arguments: [["help"], ["--help"], ["import", "-h"]])
  func helpIsPrinted(arguments: [String]) {
    let result = run(arguments)
    #expect(result.code == 0)
    #expect(result.output == Arguments.usage)
  }

  /// Runs the program on a machine without an index.
  private func run(
    _ arguments: [String]
  ) -> (code: Int32, output: String, message: String) {
    var (output, message) = ([String](), [String]())
    let catalog = Catalog(
      machineIndex: "/nowhere/status", write: { output.append($0) },
      writeError: { message.append($0) })
    let code = catalog.run(arguments)
    return (code, output.joined(separator: "\n"), message.joined(separator: "\n"))
  }
}
