import EntityGraph
import Testing

@testable import catalog

@Suite struct PackageIndexTests {
  private let index: PackageIndex

  init() throws {
    index = try PackageIndex(at: .memory)
    let file = try ControlFile(ByteSource(text: Excerpt.text, name: "excerpt"))
    _ = try CatalogImport.run(file, into: index.context)
  }

  @Test func describedAndUndescribedAreCounted() throws {
    #expect(try index.packageCount() == 48)
    #expect(try index.undescribedCount() == 12)
    #expect(try !index.package("awk").isDescribed)
  }

  @Test func sectionsAreOrderedByTheirPackages() throws {
    let sections = try index.packagesPerSection()
    #expect(sections.map(\.count) == sections.map(\.count).sorted(by: >))
    #expect(sections.first?.name == "libs")
    #expect(sections.reduce(0) { $0 + $1.count } == 48)
    for (name, count) in sections {
      let section = try #require(try index.context.first(Section.where { $0.name == name }))
      #expect(section.packages.count == count)
    }
  }

  @Test func busiestMaintainersComeFirst() throws {
    let maintainers = try index.busiestMaintainers(3)
    #expect(maintainers.map(\.packageCount) == [6, 3, 2])
    #expect(maintainers.map(\.packages.count) == [6, 3, 2])
    #expect(maintainers.first?.name == "util-linux packagers")
    #expect(maintainers.first is Team)
  }

  @Test func peopleAndTeamsAreCountedThatHavePackages() throws {
    let counts = try index.maintainerCounts()
    #expect([counts.people, counts.teams] == [22, 12])
    for package in Set(try index.context.fetch(Team.all).flatMap(\.packages)) {
      package.maintainer = nil
    }
    #expect(try index.maintainerCounts().teams == 0)
  }

  @Test func largestComeFirst() throws {
    let largest = try index.largest(5)
    #expect(largest.count == 5)
    #expect(largest.first?.name == "coreutils")
    let sizes = largest.compactMap(\.footprint?.installed)
    #expect(sizes == sizes.sorted(by: >))
  }

  @Test func nobodyDependsOnWhatHasNoDependents() throws {
    let packages = try index.context.fetch(index.neededByNobody)
    #expect(packages.count == 20)
    #expect(packages.allSatisfy { $0.isDescribed && $0.dependents.isEmpty })
  }

  @Test func mostNeededComesFirst() throws {
    #expect(try index.mostNeeded(1).map(\.name) == ["libc6"])
  }

  @Test func dependentsAreFollowedToTheEnd() throws {
    let selinux = try index.package("libselinux1")
    #expect(selinux.dependents.count == 9)
    #expect(selinux.allDependents.count == 13)
    let libc = try index.package("libc6")
    #expect(libc.allDependents.isSuperset(of: selinux.allDependents))
    // libc6 and libgcc-s1 need each other.
    #expect(!libc.allDependents.contains(libc))
    for package in libc.allDependents { #expect(package.allDependencies.contains(libc)) }
  }

  @Test func unknownPackageSuggestsOthers() {
    #expect(throws: CatalogError.unknown(package: "zlib", similar: ["zlib1g"])) {
      try index.package("zlib")
    }
    #expect(throws: CatalogError.unknown(package: "%", similar: [])) { try index.package("%") }
  }
}
