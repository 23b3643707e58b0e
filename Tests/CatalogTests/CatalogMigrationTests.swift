import EntityGraph
import Foundation
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

/// The model of snapshot 4, in which a maintainer was just one and a size was a number of KiB.
private enum Fourth {
  @Entity final class Package: ManagedObject {
    @Attribute(.unique, .searchable(.porter)) var name: String
    var isDescribed: Bool = false
    var version: String?
    var architecture: String?
    var priority: Priority?
    var homepage: String?
    @Attribute(.searchable(.porter)) var summary: String?
    var details: String?
    @Attribute(.indexed) var installedSize: Int?
    var changed: Date?
    @Relationship(inverse: "packages", deleteRule: .nullify) var section: Section?
    @Relationship(inverse: "packages", deleteRule: .nullify) var maintainer: Maintainer?
    @Relationship(inverse: "dependents", deleteRule: .nullify) var dependencies: Set<Package>
    @Relationship(inverse: "dependencies", deleteRule: .nullify) var dependents: Set<Package>
  }

  @Entity final class Section: ManagedObject {
    @Attribute(.unique) var name: String
    @Relationship(inverse: "section", deleteRule: .nullify) var packages: Set<Package>
  }

  @Entity final class Maintainer: ManagedObject {
    @Attribute(.unique) var address: String
    var name: String
    @Relationship(inverse: "maintainer", deleteRule: .nullify) var packages: Set<Package>
  }
}

@Suite struct CatalogMigrationTests {
  @Test func aStoreOfTheFourthSnapshotHasPeopleTeamsAndFootprints() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("index")
      let fourth = try PersistentContainer(
        model: ObjectModel(Fourth.Package.self, Fourth.Section.self, Fourth.Maintainer.self),
        at: .file(path))
      let context = fourth.newContext()
      let section = Fourth.Section(name: "libs", in: context)
      let ada = Fourth.Maintainer(address: "ada@example.org", name: "Ada", in: context)
      let team = Fourth.Maintainer(
        address: "team@lists.example.org", name: "Engines", in: context)
      _ = Fourth.Maintainer(address: "idle@example.org", name: "Idle", in: context)
      let changed = Date(timeIntervalSinceReferenceDate: 8)
      let engine = Fourth.Package(
        name: "engine", isDescribed: true, version: "1", summary: "analytical", installedSize: 3,
        changed: changed, section: section, maintainer: ada, in: context)
      let wheel = Fourth.Package(
        name: "wheel", isDescribed: true, installedSize: .max, section: section, maintainer: team,
        in: context)
      let axle = Fourth.Package(name: "axle", maintainer: team, in: context)
      engine.dependencies = [wheel, axle]
      try context.save()
      let ids = [engine, wheel, axle].map(\.objectID)
      fourth.close()

      let index = try PackageIndex(at: .file(path))
      let packages = try index.context.fetch(Package.all)
      #expect(packages.map(\.objectID) == ids)
      #expect(packages.map(\.name) == ["engine", "wheel", "axle"])
      // So many KiB are more bytes than a number can say.
      #expect(packages.map(\.footprint) == [Footprint(installed: 3072), nil, nil])
      #expect(packages.map(\.changed) == [changed, nil, nil])
      #expect(packages.map { $0.section?.name } == ["libs", "libs", nil])
      #expect(packages.map { $0.maintainer?.name } == ["Ada", "Engines", "Engines"])
      #expect(packages[0].dependencies.map(\.name) == ["wheel", "axle"])
      #expect(packages[2].dependents == [packages[0]])
      let people = try index.context.fetch(Person.sorted(by: \.name))
      #expect(people.map(\.address) == ["ada@example.org", "idle@example.org"])
      let teams = try index.context.fetch(Team.all)
      #expect(teams.map(\.address) == ["team@lists.example.org"])
      #expect(teams.map(\.packageCount) == [2])
      #expect(try index.context.count(Maintainer.all) == 3)
      #expect(try index.packagesPerSection().map(\.count) == [2])
      #expect(try index.search("analytical", limit: 5).map(\.installed) == [3072])
      #expect(try index.largest(5).map(\.name) == ["engine"])
    }
  }

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
      #expect(packages[0].dependencies.map(\.name) == ["beam", "crate"])
      #expect(try index.context.count(Maintainer.all) == 2)
    }
  }
}
