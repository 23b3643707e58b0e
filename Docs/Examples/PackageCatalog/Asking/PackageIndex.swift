import EntityGraph
import Foundation

/// A package index in a store, and the questions that it answers.
struct PackageIndex {
  /// The context that the index is read and changed in.
  let context: ManagedObjectContext

  /// Opens the index in the store at `location`; one that is in no file, or may be changed, is
  /// created when there is none.
  init(at location: StoreLocation, isReadOnly: Bool = false) throws {
    let container = try PersistentContainer(
      model: .catalog, at: location,
      options: StoreOptions(isReadOnly: isReadOnly), migrations: Migration.catalog)
    context = container.newContext()
  }

  // MARK: Questions

  /// How many packages are described.
  func packageCount() throws -> Int {
    try context.count(Package.where { $0.isDescribed.isTrue })
  }

  /// The names that packages depend on and no record describes.
  func undescribedCount() throws -> Int {
    try context.count(Package.where { !$0.isDescribed })
  }

  /// The names of the sections that have packages, and how many, most first.
  func packagesPerSection() throws -> [(name: String, count: Int)] {
    try context.fetch(
      Section.where { $0.packageCount > 0 }
        .sorted(by: \.packageCount, .descending).sorted(by: \.name)
        .select { ($0.name, $0.packageCount) }
    ).map { (name: $0.0, count: $0.1) }
  }

  /// How many people, and how many teams, look after packages.
  func maintainerCounts() throws -> (people: Int, teams: Int) {
    (
      people: try context.count(Person.where { $0.packageCount > 0 }),
      teams: try context.count(Team.where { $0.packageCount > 0 })
    )
  }

  /// The maintainers with most packages, people and teams, at most `limit`.
  func busiestMaintainers(_ limit: Int) throws -> [Maintainer] {
    try context.fetch(
      Maintainer.sorted(by: \.packageCount, .descending).sorted(by: \.name).limit(limit))
  }

  /// The packages that take most room once they are installed, at most `limit`.
  func largest(_ limit: Int) throws -> [Package] {
    try context.fetch(
      Package.where { $0.footprint.installed > 0 }
        .sorted(by: \.footprint?.installed, .descending).sorted(by: \.name)
        .limit(limit))
  }

  /// The request for the packages that nobody depends on.
  var neededByNobody: FetchRequest<Package> {
    Package.where { $0.isDescribed.isTrue && $0.dependents.isEmpty }
  }

  /// The packages that most others depend on directly, at most `limit`.
  func mostNeeded(_ limit: Int) throws -> [Package] {
    try context.fetch(Package.where { !$0.dependents.isEmpty }.sorted(by: \.name))
      .sorted { $0.dependents.count > $1.dependents.count }
      .prefix(limit).map(\.self)
  }

  /// The months in which imports have last added or changed packages, in GMT, the latest first;
  /// with how many packages those were and how much room they take together.
  func changesByMonth() throws -> [(month: Date, count: Int, footprint: Footprint)] {
    try context.fetch(
      Package.where { $0.changed != nil }.group { $0.changed.start(of: .month) }
        .sorted(.descending) { $0.changed.start(of: .month) }
        .select {
          (
            $0.changed.start(of: .month), $0.count, $0.footprint.download.sum,
            $0.footprint.installed.sum
          )
        }
    ).compactMap { month, count, download, installed in
      // A sum of none is zero.
      let download = download == 0 ? nil : download
      return month.map { ($0, count, Footprint(download: download, installed: installed)) }
    }
  }

  /// Returns the names and the summaries of the packages that a search for `words` finds, and what
  /// they take once they are installed; the most relevant first, at most `limit`.
  func search(
    _ words: String, limit: Int
  ) throws -> [(name: String, summary: String?, installed: Int?)] {
    try context.fetch(
      Package.search(words, weights: [\.name: 4]).limit(limit).select {
        ($0.name, $0.summary.highlighted("*", "*"), $0.footprint.installed)
      }
    ).map { (name: $0.0, summary: $0.1, installed: $0.2) }
  }

  /// Returns the page of the packages of a section, or of all, by name, that follows `cursor`.
  ///
  /// - Throws: a `StoreError` where the cursor is none, or one of another section.
  func browse(_ section: String?, after cursor: String?) throws -> FetchedPage<Package> {
    var request = Package.where { $0.isDescribed }
    if let section { request = request.where { $0.section.name == section } }
    return try context.fetch(
      request.sorted(by: \.name).page(after: cursor.map { PageCursor($0) }, size: 20))
  }

  /// Returns the package `name`.
  ///
  /// - Throws: `unknown`, with names that `name` is part of, when there is none.
  func package(_ name: String) throws -> Package {
    if let package = try context.first(Package.where { $0.name == name }) { return package }
    let similar = try context.fetch(
      Package.where { $0.name.contains(name, ignoringCase: true) }.sorted(by: \.name).limit(5))
    throw CatalogError.unknown(package: name, similar: similar.map(\.name))
  }
}
