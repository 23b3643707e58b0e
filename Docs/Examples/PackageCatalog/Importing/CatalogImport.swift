import EntityGraph
import Foundation

/// Brings the packages of a control file into a context, and saves them all or none.
final class CatalogImport {
  /// What an import has done.
  struct Outcome: Equatable {
    /// How many packages were not described before.
    var added = 0

    /// How many packages were described otherwise before.
    var updated = 0

    /// How many packages were described so before.
    var unchanged = 0

    /// How many records were left out, since a newer one of the same package counts.
    var superseded = 0

    /// How many dependencies the packages have.
    var links = 0

    /// How many packages the file describes.
    var packages: Int { added + updated + unchanged }
  }

  /// A package while its file is being read.
  private struct Entry {
    let package: Package

    /// `true` if the package was described before the import.
    let wasDescribed: Bool

    /// What the file says the package depends on, in its order; nil unless the file describes it.
    var dependencies: [Package]?

    /// `true` if the file describes the package otherwise than it was, dependencies aside.
    var isChanged = false
  }

  private let context: ManagedObjectContext
  private let moment: Date
  private let progress: ProgressBar
  private var entries: [String: Entry] = [:]
  private var sections: [String: Section] = [:]
  private var maintainers: [String: Maintainer] = [:]
  private var outcome = Outcome()

  private init(_ context: ManagedObjectContext, _ moment: Date, _ progress: ProgressBar) {
    self.context = context
    self.moment = moment
    self.progress = progress
  }

  /// Imports `file` at `moment`: a package that is new is added, one that is known is updated.
  ///
  /// - Throws: a `CatalogError` that says what is wrong with the file; what saving throws. Nothing
  ///   has changed then.
  static func run(
    _ file: ControlFile, into context: ManagedObjectContext, at moment: Date = Date(),
    progress: ProgressBar = ProgressBar(isShown: false)
  ) throws -> Outcome {
    let run = CatalogImport(context, moment, progress)
    defer { progress.clear() }
    do {
      try run.findKnown()
      try run.read(file)
      run.link()
      progress.show("saving", nil)
      try context.save()
      return run.outcome
    } catch {
      context.rollback()
      throw error
    }
  }

  /// Finds what is known already, so that no record needs a fetch of its own.
  private func findKnown() throws {
    for package in try context.fetch(Package.all) {
      entries[package.name] = Entry(package: package, wasDescribed: package.isDescribed)
    }
    for section in try context.fetch(Section.all) { sections[section.name] = section }
    for maintainer in try context.fetch(Maintainer.all) {
      maintainers[maintainer.address] = maintainer
    }
  }

  /// Reads all records of `file`.
  private func read(_ file: ControlFile) throws {
    while let stanza = try file.next() {
      take(try PackageRecord(stanza))
      progress.show("reading", file.progress)
    }
  }

  /// Gives the package of `record` the values of the record.
  private func take(_ record: PackageRecord) {
    let entry = entry(record.name)
    let package = entry.package
    if entry.dependencies != nil, !record.isNewer(than: package) {
      outcome.superseded += 1
      return
    }
    package.set(\.isDescribed, to: true)
    package.set(\.version, to: record.version)
    package.set(\.architecture, to: record.architecture)
    package.set(\.priority, to: record.priority)
    package.set(\.homepage, to: record.homepage)
    package.set(\.summary, to: record.summary)
    package.set(\.details, to: record.details)
    package.set(\.footprint, to: record.footprint)
    package.set(\.section, to: record.section.map(section))
    package.set(\.maintainer, to: record.maintainer.map(maintainer))
    // A package may be named twice, as when two ranges of its versions are excluded.
    var named: Set<Package> = []
    let dependencies = record.dependencies.map { self.entry($0).package }
    if entry.dependencies != nil { outcome.superseded += 1 }
    entries[record.name]?.dependencies = dependencies.filter { named.insert($0).inserted }
    // Linking packages changes those that others depend on too, whatever the file says of them.
    entries[record.name]?.isChanged = package.hasChanges
  }

  /// Links the packages of the file to those that they depend on, and counts what has changed.
  private func link() {
    // What has been linked needs no entry any more.
    var rest = Array(entries.values)
    entries = [:]
    while let entry = rest.popLast() {
      guard let dependencies = entry.dependencies else { continue }
      outcome.links += dependencies.count
      let isLinkedOtherwise = entry.package.dependencies != dependencies
      if !entry.wasDescribed {
        outcome.added += 1
      } else if isLinkedOtherwise || entry.isChanged {
        outcome.updated += 1
      } else {
        outcome.unchanged += 1
      }
      if isLinkedOtherwise { entry.package.dependencies = dependencies }
      if !entry.wasDescribed || isLinkedOtherwise || entry.isChanged {
        entry.package.changed = moment
      }
    }
  }

  /// Returns the entry of the package `name`, a new one unless it is known.
  private func entry(_ name: String) -> Entry {
    if let entry = entries[name] { return entry }
    let entry = Entry(package: Package(name: name, in: context), wasDescribed: false)
    entries[name] = entry
    return entry
  }

  /// Returns the section `name`, a new one unless it is known.
  private func section(_ name: String) -> Section {
    if let section = sections[name] { return section }
    let section = Section(name: name, in: context)
    sections[name] = section
    return section
  }

  /// Returns the maintainer with the address of `contact`, a new one unless it is known.
  private func maintainer(_ contact: PackageRecord.Contact) -> Maintainer {
    if let maintainer = maintainers[contact.address] { return maintainer }
    let maintainer: Maintainer =
      contact.isTeam
      ? Team(address: contact.address, name: contact.name, in: context)
      : Person(address: contact.address, name: contact.name, in: context)
    maintainers[contact.address] = maintainer
    return maintainer
  }
}

extension PackageRecord {
  /// The room that the package takes; nil if the record says nothing of it.
  fileprivate var footprint: Footprint? {
    if downloadSize == nil, installedSize == nil { return nil }
    return Footprint(download: downloadSize, installed: installedSize)
  }

  /// `true` if the record is of a later version than `package`.
  fileprivate func isNewer(than package: Package) -> Bool {
    DebianVersion(version ?? "") > DebianVersion(package.version ?? "")
  }
}

extension Package {
  /// Gives `property` a value, if it has another.
  fileprivate func set<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<Package, Value>, to value: Value
  ) {
    // An object that is assigned to has to be compared with its row when it is saved.
    if self[keyPath: property] != value { self[keyPath: property] = value }
  }
}
