import EntityGraph
import TestSupport
import Testing

@testable import catalog

@Suite struct CatalogImportTests {
  private let index: PackageIndex

  init() throws { index = try PackageIndex(at: .memory) }

  @Test func recordBecomesAPackage() throws {
    try bring(
      """
      Package: bash
      Version: 5.2-2
      Architecture: amd64
      Priority: required
      Section: shells
      Maintainer: A. Person <Person@Example.org>
      Installed-Size: 7164
      Size: 1490652
      Homepage: https://example.org
      Description: GNU Bourne Again SHell
       Bash is a shell.
       .
        * indented
      """)
    let bash = try index.package("bash")
    #expect(bash.isDescribed)
    #expect(bash.version == "5.2-2")
    #expect(bash.architecture == "amd64")
    #expect(bash.priority == .required)
    #expect(bash.section?.name == "shells")
    #expect(bash.maintainer?.name == "A. Person")
    #expect(bash.maintainer?.address == "person@example.org")
    #expect(bash.footprint == Footprint(download: 1_490_652, installed: 7164 * 1024))
    #expect(bash.homepage == "https://example.org")
    #expect(bash.summary == "GNU Bourne Again SHell")
    #expect(bash.details == "Bash is a shell.\n\n * indented")
  }

  @Test func dependenciesAreLinkedBothWays() throws {
    try bring("Package: a\nDepends: b | c, b (>= 2)\nPre-Depends: d\n\nPackage: b\n")
    let a = try index.package("a")
    #expect(a.dependencies.map(\.name) == ["d", "b", "c"])
    #expect(try index.package("b").dependents == [a])
    #expect(try index.package("b").isDescribed)
    #expect(try !index.package("c").isDescribed)
  }

  @Test func packageThatWasOnlyNamedIsAddedOnceItIsDescribed() throws {
    try bring("Package: a\nDepends: b\n")
    let outcome = try bring("Package: b\nVersion: 1\n")
    #expect(outcome == .init(added: 1))
    #expect(try index.package("b").dependents.map(\.name) == ["a"])
    #expect(try index.context.count(Package.all) == 2)
  }

  @Test func theModelRefusesWhatNoFileMayBring() throws {
    _ = Package(name: "", footprint: Footprint(installed: -1), in: index.context)
    let error = #expect(throws: ValidationError.self) { try index.context.save() }
    #expect(
      error?.problems.map(\.message) == [
        "'Package.footprint' must not be less than nothing",
        "'Package.name' must have at least 1 character",
      ])
    index.context.rollback()
  }

  @Test func sameFileAgainChangesNothing() throws {
    let first = try bring(Excerpt.text)
    let counts = try counts()
    let second = try bring(Excerpt.text)
    #expect(first.added == 48)
    #expect(second == .init(unchanged: 48, links: first.links))
    #expect(try self.counts() == counts)
  }

  @Test func sameFileAgainChangesNothingInAStore() throws {
    try TemporaryDirectory.with { directory in
      let store = StoreLocation.file(directory.path("catalog.sqlite"))
      let first = try bring(Excerpt.text, into: PackageIndex(at: store))
      let second = try bring(Excerpt.text, into: PackageIndex(at: store))
      #expect(second == .init(unchanged: 48, links: first.links))
      let index = try PackageIndex(at: store, isReadOnly: true)
      #expect(try index.packageCount() == 48)
      #expect(try index.package("bash").dependencies.count == 4)
    }
  }

  @Test func changesAreTakenOverAndCounted() throws {
    try bring("Package: a\nVersion: 1\nDepends: b\n\nPackage: b\nSection: x\n\nPackage: c\n")
    let outcome = try bring(
      "Package: a\nVersion: 1\nDepends: c\n\nPackage: b\nSection: y\n\nPackage: c\n")
    #expect(outcome == .init(updated: 2, unchanged: 1, links: 1))
    #expect(try index.package("a").dependencies.map(\.name) == ["c"])
    #expect(try index.package("b").section?.name == "y")
    #expect(try index.package("b").dependents.isEmpty)
  }

  @Test func dependenciesAreInTheOrderOfTheirRecord() throws {
    try bring("Package: a\nDepends: c, b, d, c (<< 3)\n\nPackage: b\n")
    #expect(try index.package("a").dependencies.map(\.name) == ["c", "b", "d"])
    let outcome = try bring("Package: a\nDepends: c, d, b\n\nPackage: b\n")
    #expect(outcome == .init(updated: 1, unchanged: 1, links: 3))
    #expect(try index.package("a").dependencies.map(\.name) == ["c", "d", "b"])
  }

  @Test func countsFollowTheFile() throws {
    try bring("Package: a\nSection: x\n\nPackage: b\nSection: x\n")
    let section = try index.context.only(Section.all)
    #expect(section.packageCount == 2)
    try bring("Package: b\nSection: y\n")
    #expect(section.packageCount == 1)
  }

  @Test(arguments: [
    "Package: a\nVersion: 9\n\nPackage: a\nVersion: 10\nDepends: b\n",
    "Package: a\nVersion: 10\nDepends: b\n\nPackage: a\nVersion: 9\n",
  ])
  func newestOfSeveralRecordsCounts(text: String) throws {
    #expect(try bring(text) == .init(added: 1, superseded: 1, links: 1))
    #expect(try bring(text) == .init(unchanged: 1, superseded: 1, links: 1))
    #expect(try index.package("a").version == "10")
  }

  @Test func maintainersAreDistinguishedByTheirAddresses() throws {
    try bring(
      """
      Package: a
      Maintainer: One <x@example.org>

      Package: b
      Maintainer: Another <X@example.org>

      Package: c
      Maintainer: nobody

      Package: d
      Maintainer: <y@example.org>
      """)
    let maintainers = try index.context.fetch(Maintainer.sorted(by: \.address))
    #expect(maintainers.map(\.address) == ["nobody", "x@example.org", "y@example.org"])
    #expect(maintainers.map(\.name) == ["nobody", "One", "y@example.org"])
    #expect(maintainers.map(\.packages.count) == [1, 2, 1])
    #expect(maintainers.map(\.packageCount) == [1, 2, 1])
  }

  @Test(arguments: [
    ("Ada Lovelace <ada@example.org>", false), ("S. Steam <steam@example.org>", false),
    ("Debian Perl Group <pkg-perl@example.org>", true), ("Ada <ada@lists.example.org>", true),
    ("Python <team+python@tracker.example.org>", true), ("nobody", false),
  ])
  func maintainersArePeopleOrTeams(contact: String, isTeam: Bool) throws {
    try bring("Package: a\nMaintainer: \(contact)\n")
    #expect(try index.package("a").maintainer is Team == isTeam)
    #expect(try index.package("a").maintainer is Person != isTeam)
  }

  @Test(arguments: [
    ("Version: 1\n", 1, "the record has no field 'Package'"),
    ("Package: a\n\nA: 1\nB: 2\n", 3, "the record has no field 'Package'"),
    ("Version: 1\nPackage: a b\n", 2, "'a b' cannot be the name of a package"),
    ("Package: a\nInstalled-Size: much\n", 2, "'much' is not a size in KiB"),
    ("Package: a\nInstalled-Size: -1\n", 2, "'-1' is not a size in KiB"),
    ("Package: a\nInstalled-Size: \(Int.max)\n", 2, "'\(Int.max)' is not a size in KiB"),
    ("Package: a\nSize: 1.5\n", 2, "'1.5' is not a size in bytes"),
    ("Package: a\nDepends: b,\n c d\n", 3, "'Depends': expected ',' or '|', found 'd'"),
  ])
  func malformedRecordIsNamedAndNothingIsStored(text: String, line: Int, problem: String) throws {
    try bring("Package: known\nVersion: 1\n")
    #expect(throws: CatalogError.malformed(file: "test", line: line + 3, problem: problem)) {
      try bring("Package: known\nVersion: 2\n\n" + text)
    }
    #expect(!index.context.hasChanges)
    #expect(try index.package("known").version == "1")
    #expect(try index.context.count(Package.all) == 1)
  }

  /// Imports a file called 'test' that holds `text`.
  @discardableResult private func bring(
    _ text: String, into other: PackageIndex? = nil
  ) throws -> CatalogImport.Outcome {
    try CatalogImport.run(
      ControlFile(ByteSource(text: text, name: "test")), into: (other ?? index).context)
  }

  /// How many packages, sections and maintainers there are.
  private func counts() throws -> [Int] {
    let context = index.context
    return try [
      context.count(Package.all), context.count(Section.all), context.count(Maintainer.all),
    ]
  }
}
