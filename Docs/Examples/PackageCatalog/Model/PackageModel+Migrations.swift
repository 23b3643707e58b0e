import EntityGraph

extension Migration {
  /// How the stores of earlier versions of the program become those of this one.
  static let catalog: [Migration] = [maintainersOfTheirOwn, peopleAndTeams]

  /// Makes objects of the maintainers, which were texts such as 'Ada <ada@example.org>'.
  private static let maintainersOfTheirOwn = Migration(from: 1, to: 2) { stage in
    try stage.forEach(Snapshot1.Package.self) { old in
      let contact = old.maintainer.map(PackageRecord.Contact.init)
      return Snapshot2.Package(
        from: old, maintainer: try contact.map { try maintainer($0, in: stage) })
    }
  }

  /// Returns the maintainer with the address of `contact`, a new one unless there is one.
  private static func maintainer(
    _ contact: PackageRecord.Contact, in stage: MigrationStage
  ) throws -> SnapshotID<Snapshot2.Maintainer> {
    try stage.first(Snapshot2.Maintainer.self) { $0.address == contact.address }?.id
      ?? stage.insert(Snapshot2.Maintainer(address: contact.address, name: contact.name))
  }

  /// Makes people and teams of the maintainers, and footprints of the sizes, which were in KiB.
  private static let peopleAndTeams = Migration(from: 4, to: 5) { stage in
    try stage.forEach(Snapshot4.Maintainer.self) { old in
      isTeam(old) ? Snapshot5.Team(address: old.address, name: old.name) : nil
    }
    try stage.forEach(Snapshot4.Maintainer.self) { old in
      isTeam(old) ? nil : Snapshot5.Person(address: old.address, name: old.name)
    }
    // Nobody is only a maintainer any more.
    try stage.forEach(Snapshot4.Maintainer.self) { _ -> Snapshot5.Maintainer? in nil }
    try stage.forEach(Snapshot4.Package.self) { old in
      let footprint = old.installedSize.flatMap { Footprint(kibibytes: $0) }
      return Snapshot5.Package(from: old, footprint: try footprint.map { try SnapshotJSON($0) })
    }
  }

  private static func isTeam(_ maintainer: Snapshot4.Maintainer) -> Bool {
    PackageRecord.Contact(name: maintainer.name, address: maintainer.address).isTeam
  }
}

extension Footprint {
  /// Creates the footprint of what takes so many KiB once it is installed; `nil` if that is more
  /// than a number of bytes can say.
  fileprivate init?(kibibytes: Int) {
    let (bytes, isTooLarge) = kibibytes.multipliedReportingOverflow(by: 1024)
    if isTooLarge { return nil }
    self.init(installed: bytes)
  }
}
