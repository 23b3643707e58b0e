import EntityGraph
import TestSupport
import Testing

@testable import catalog

/// The model of the program's first version, in which a maintainer was a text.
private enum First {
  @Entity final class Package: ManagedObject {
    @Attribute(.unique) var name: String
    var isDescribed: Bool = false
    var version: String?
    var architecture: String?
    var priority: Priority?
    var homepage: String?
    var summary: String?
    var details: String?
    @Attribute(.indexed) var installedSize: Int?
    @Relationship(inverse: "packages", deleteRule: .nullify) var section: Section?
    var maintainer: String?
    @Relationship(inverse: "dependents", deleteRule: .nullify) var dependencies: Set<Package>
    @Relationship(inverse: "dependencies", deleteRule: .nullify) var dependents: Set<Package>
  }

  @Entity final class Section: ManagedObject {
    @Attribute(.unique) var name: String
    @Relationship(inverse: "section", deleteRule: .nullify) var packages: Set<Package>
  }
}

@Suite struct CatalogMigrationTests {
  @Test func aStoreOfTheFirstVersionHasMaintainersOfItsOwn() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("index")
      let first = try PersistentContainer(
        model: ObjectModel(First.Package.self, First.Section.self), at: .file(path))
      let context = first.newContext()
      let libs = First.Section(name: "libs", in: context)
      let ada = First.Package(
        name: "ada", isDescribed: true, priority: .optional, section: libs,
        maintainer: "Ada <ada@example.org>", in: context)
      let beam = First.Package(
        name: "beam", isDescribed: true, maintainer: "Ada L. <ada@example.org>", in: context)
      let crate = First.Package(name: "crate", maintainer: "Nobody", in: context)
      _ = First.Package(name: "dune", in: context)
      ada.dependencies = [beam, crate]
      try context.save()
      first.close()

      let plan = try #require(
        try PersistentContainer.migrationPlan(
          for: .catalog, at: .file(path), migrations: Migration.catalog))
      #expect(plan.isAutomatic)
      let index = try PackageIndex(at: .file(path))
      let packages = try index.context.fetch(Package.sorted(by: \.name))
      #expect(packages.map(\.name) == ["ada", "beam", "crate", "dune"])
      #expect(
        packages.map { $0.maintainer?.address } == [
          "ada@example.org", "ada@example.org", "Nobody", nil,
        ])
      #expect(packages[0].maintainer === packages[1].maintainer)
      #expect(packages[0].section?.name == "libs")
      #expect(packages[0].priority == .optional)
      #expect(packages[0].dependencies.map(\.name).sorted() == ["beam", "crate"])
      #expect(try index.context.count(Maintainer.all) == 2)
    }
  }
}
