import EntityGraph

extension Migration {
  /// How the stores of earlier versions of the program become those of this one.
  static let catalog: [Migration] = [maintainersOfTheirOwn]

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
}
