import Testing

@Suite struct SourceInvariantTests {
  @Test func importsFollowTheArrows() throws {
    try expectNoFindings(.importsFollowTheArrows, under: "Sources")
  }

  @Test func importAgainstTheArrowsIsFound() {
    let text = """
      #if canImport(FoundationEssentials)
        import FoundationEssentials
      #endif
      public import EntityModel
      @testable import struct EntityRuntime.Context
      // import EntityGraph
      let importance = "import EntityGraph"
      """

    expectFindings(
      .importsFollowTheArrows, at: "Sources/EntityStore/Store.swift", text,
      ["Sources/EntityStore/Store.swift:5: 'EntityStore' imports 'EntityRuntime'"])
  }

  @Test func folderThatIsNoTargetIsFound() {
    expectFindings(
      .importsFollowTheArrows, at: "Sources/Stray/Store.swift", "let a = 1\n",
      ["Sources/Stray/Store.swift: the folder 'Stray' is no known target"])
  }

  @Test func nothingPrintsTrapsOrForces() throws {
    try expectNoFindings(.nothingPrintsTrapsOrForces, under: "Sources")
  }

  @Test func printingTrappingAndForcingAreFound() {
    let text = #"""
      print(1)
      if broken { fatalError("broken") }
      let a = try! read()
      let b = a as! Int
      let c = "print(1) \(fatalError("x"))"  // print(1)
      printer.print(a)
      func print(_ a: Int) {}
      blueprint(a)
      /* try! /* as! */ print(1) */ let d = 1
      """#

    expectFindings(
      .nothingPrintsTrapsOrForces, at: "Sources/EntityStore/Store.swift", text,
      [
        "Sources/EntityStore/Store.swift:1: 'print('",
        "Sources/EntityStore/Store.swift:2: 'fatalError('",
        "Sources/EntityStore/Store.swift:3: 'try!'",
        "Sources/EntityStore/Store.swift:4: 'as!'",
      ])
  }

  @Test func programsMayPrintAndNothingElse() {
    expectFindings(
      .nothingPrintsTrapsOrForces, at: "Sources/entity-model/main.swift",
      "print(1)\nfatalError()\n",
      ["Sources/entity-model/main.swift:2: 'fatalError('"])
  }

  @Test func uncheckedSendableHasItsReasonInTheNextLine() throws {
    try expectNoFindings(.uncheckedSendableHasItsReason, under: "Sources")
  }

  @Test func uncheckedSendableWithoutReasonIsFound() {
    let text = """
      final class A: @unchecked Sendable {
        // Every access holds the lock.
      }
      final class B: @unchecked Sendable {
        let lock = 1
      }
      /// Says "@unchecked Sendable".
      let c = 1
      final class D: @unchecked Sendable {}
      """

    expectFindings(
      .uncheckedSendableHasItsReason, at: "Sources/EntityStore/Store.swift", text,
      [
        "Sources/EntityStore/Store.swift:4: '@unchecked Sendable' without its reason",
        "Sources/EntityStore/Store.swift:9: '@unchecked Sendable' without its reason",
      ])
  }

  @Test func linesHaveAtMostHundredColumns() throws {
    try expectNoFindings(
      .linesHaveAtMostHundredColumns, under: "Sources", "Tests", "Docs/Examples")
  }

  @Test func longLineIsFound() {
    let text = String(repeating: "é", count: 100) + "\n" + String(repeating: "a", count: 101)

    expectFindings(
      .linesHaveAtMostHundredColumns, at: "Tests/A.swift", text, ["Tests/A.swift:2: 101 columns"])
  }

  @Test func longLineOfTextIsLetPassAndLongCommentIsNot() {
    let long = String(repeating: "a", count: 101)
    let text = "let a = \"\"\"\n\(long)\n  \"\"\"\n// \(long)\n"

    expectFindings(
      .linesHaveAtMostHundredColumns, at: "Tests/A.swift", text, ["Tests/A.swift:4: 104 columns"])
  }

  @Test func filesHaveAtMostSixHundredLines() throws {
    try expectNoFindings(.filesHaveAtMostSixHundredLines, under: "Sources")
  }

  @Test func longFileIsFound() {
    let line = "let a = 1\n"

    expectFindings(
      .filesHaveAtMostSixHundredLines, at: "Sources/A/A.swift", String(repeating: line, count: 600),
      [])
    expectFindings(
      .filesHaveAtMostSixHundredLines, at: "Sources/A/A.swift", String(repeating: line, count: 601),
      ["Sources/A/A.swift: 601 lines"])
  }

  @Test func filesAreNamedForOneThing() throws {
    try expectNoFindings(.filesAreNamedForOneThing, under: "Sources", "Tests", "Docs/Examples")
  }

  @Test(arguments: ["Helpers", "Utils", "Support", "Types", "Manager", "StoreManager", "X+Helpers"])
  func fileNamedForAHeapIsFound(name: String) {
    expectFindings(
      .filesAreNamedForOneThing, at: "Sources/A/\(name).swift", "",
      ["Sources/A/\(name).swift: '\(name)'"])
    expectFindings(.filesAreNamedForOneThing, at: "Sources/\(name)/StorageTypes.swift", "", [])
  }

  @Test func manifestHasNoPackageDependency() throws {
    #expect(
      SourceRule.manifestHasNoPackageDependency.findings(try PackageTree.file("Package.swift"))
        == [])
  }

  @Test func packageDependencyIsFound() {
    let text = """
      dependencies: [
        .package(url: "https://example.org/x", from: "1.0.0")  // .package(
      ]
      products: [.plugin(name: "x", package: "y")]
      """

    expectFindings(
      .manifestHasNoPackageDependency, at: "Package.swift", text, ["Package.swift:2: '.package('"])
  }

  @Test(.enabled("nothing is tracked here") { PackageTree.trackedTopLevel() != nil })
  func topLevelHoldsOnlyWhatBelongsThere() {
    #expect(SourceRule.unexpectedAtTopLevel(PackageTree.trackedTopLevel() ?? []) == [])
  }

  @Test func strayNameAtTheTopLevelIsFound() {
    let names = [".ci", ".gitignore", "LICENSE", "Package.swift", "Sources", "notes.txt"]

    #expect(SourceRule.unexpectedAtTopLevel(names) == ["notes.txt"])
  }

  /// Expects every Swift file under the folders to obey the rule.
  private func expectNoFindings(
    _ rule: SourceRule, under folders: String..., location: SourceLocation = #_sourceLocation
  ) throws {
    let files = try folders.flatMap { try PackageTree.swiftFiles(under: $0) }
    #expect(files.flatMap(rule.findings) == [], sourceLocation: location)
  }

  /// Expects the rule to find exactly this in a file with that text.
  private func expectFindings(
    _ rule: SourceRule, at path: String, _ text: String, _ findings: [String],
    location: SourceLocation = #_sourceLocation
  ) {
    let file = SourceFile(path: path, text: text)
    #expect(rule.findings(file) == findings, sourceLocation: location)
  }
}
