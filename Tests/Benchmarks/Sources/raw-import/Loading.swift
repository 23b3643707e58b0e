import Foundation

/// Loads records into the tables: a row for every package that is described or depended on.
final class Loading {
  /// A package whose id is known.
  private struct Entry {
    let id: Int64

    /// The version of the record that has been loaded; nil when there was none.
    var version: String?
    var isDescribed = false
  }

  private let insertPackage: Statement
  private let insertName: Statement
  private let insertLink: Statement
  private let removeLinks: Statement
  private let insertSection: Statement
  private let insertMaintainer: Statement
  private let moment = Date().timeIntervalSinceReferenceDate
  private var packages: [String: Entry] = [:]
  private var sections: [String: Int64] = [:]
  private var maintainers: [String: Int64] = [:]

  init(_ connection: Connection) throws {
    insertPackage = try connection.prepare(
      """
      INSERT INTO Package (_id, _version, name, isDescribed, version, architecture, priority,
        homepage, summary, details, footprint, changed, section, maintainer)
      VALUES (?, 2, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (_id) DO UPDATE SET version = excluded.version,
        architecture = excluded.architecture, priority = excluded.priority,
        homepage = excluded.homepage, summary = excluded.summary, details = excluded.details,
        footprint = excluded.footprint, changed = excluded.changed,
        section = excluded.section, maintainer = excluded.maintainer
      """)
    insertName = try connection.prepare(
      "INSERT INTO Package (_id, _version, name, isDescribed) VALUES (?, 2, ?, 0)")
    insertLink = try connection.prepare(
      """
      INSERT OR IGNORE INTO "_Package.dependencies" (_first, _second, _firstPosition)
      VALUES (?, ?, ?)
      """)
    removeLinks = try connection.prepare(
      "DELETE FROM \"_Package.dependencies\" WHERE _first = ?")
    insertSection = try connection.prepare(
      "INSERT INTO Section (_id, _version, name) VALUES (?, 2, ?)")
    insertMaintainer = try connection.prepare(
      "INSERT INTO Maintainer (_id, _version, _entity, address, name) VALUES (?, 2, ?, ?, ?)")
  }

  /// Loads `record`, unless one of the same package and no earlier version has been loaded.
  func take(_ record: PackageRecord) throws {
    var entry = entry(record.name)
    if entry.isDescribed {
      guard DebianVersion(record.version ?? "") > DebianVersion(entry.version ?? "") else { return }
      try removeLinks.run { $0.bind(entry.id, 1) }
    }
    entry.isDescribed = true
    entry.version = record.version
    packages[record.name] = entry
    let section = try record.section.map(section)
    let maintainer = try record.maintainer.map(maintainer)
    try insertPackage.run { statement in
      statement.bind(entry.id, 1)
      statement.bind(record.name, 2)
      statement.bind(record.version, 3)
      statement.bind(record.architecture, 4)
      statement.bind(record.priority?.rawValue, 5)
      statement.bind(record.homepage, 6)
      statement.bind(record.summary, 7)
      statement.bind(record.details, 8)
      statement.bind(record.footprint, 9)
      statement.bind(moment, 10)
      statement.bind(section, 11)
      statement.bind(maintainer, 12)
    }
    for (position, name) in record.dependencies.enumerated() {
      let needed = self.entry(name).id
      try insertLink.run { statement in
        statement.bind(entry.id, 1)
        statement.bind(needed, 2)
        statement.bind(Int64(position + 1) << 32, 3)
      }
    }
  }

  /// Gives rows to the names that packages depend on and no record describes.
  func finish() throws {
    for (name, entry) in packages where !entry.isDescribed {
      try insertName.run { statement in
        statement.bind(entry.id, 1)
        statement.bind(name, 2)
      }
    }
  }

  /// Returns the entry of the package `name`, a new one unless it is known.
  private func entry(_ name: String) -> Entry {
    if let entry = packages[name] { return entry }
    let entry = Entry(id: Int64(packages.count + 1))
    packages[name] = entry
    return entry
  }

  /// Returns the id of the section `name`, which has a row afterwards.
  private func section(_ name: String) throws -> Int64 {
    if let id = sections[name] { return id }
    let id = Int64(sections.count + 1)
    sections[name] = id
    try insertSection.run { statement in
      statement.bind(id, 1)
      statement.bind(name, 2)
    }
    return id
  }

  /// Returns the id of the maintainer with the address of `contact`, who has a row afterwards.
  private func maintainer(_ contact: PackageRecord.Contact) throws -> Int64 {
    if let id = maintainers[contact.address] { return id }
    let id = Int64(maintainers.count + 1)
    maintainers[contact.address] = id
    try insertMaintainer.run { statement in
      statement.bind(id, 1)
      statement.bind(contact.isTeam ? "Team" : "Person", 2)
      statement.bind(contact.address, 3)
      statement.bind(contact.name, 4)
    }
    return id
  }
}

extension PackageRecord {
  /// The room that the package takes, as the catalogue stores it.
  fileprivate var footprint: String? {
    let sizes = [("download", downloadSize), ("installed", installedSize)].compactMap {
      name, size in
      size.map { "\"\(name)\":\($0)" }
    }
    return sizes.isEmpty ? nil : "{\(sizes.joined(separator: ","))}"
  }
}
