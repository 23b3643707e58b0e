import EntityGraph
import Foundation
import Synchronization

/// What conditions of fetched properties compare with, so that tests decide when it changes.
enum DepotClock {
  private static let value = Mutex(0)

  /// The present, as a number.
  static var now: Int {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// Has fetched properties with everything that a fetch can have.
@Entity class Depot: ManagedObject {
  var name: String = ""
  var minimum: Int = 0
  var limit: Int?
  var day: Date?
  @Relationship(inverse: "archive", deleteRule: .nullify) var papers: Set<Sheet>
  @Relationship(inverse: "archives", deleteRule: .nullify) var keeper: Warden?

  @Fetched(Sheet.self, sortedBy: \.pages, .descending) var longestFirst: [Sheet]
  @Fetched(Sheet.self, sortedBy: \.writer?.name) var byWriter: [Sheet]
  @Fetched(
    Sheet.self, where: { paper, archive in paper.archive == archive },
    sortedBy: [.by(\.pages, .descending), .by(\.title, ignoringCase: true)], limit: 2)
  var twoLongest: [Sheet]
  @Fetched(
    Sheet.self, sortedBy: [.by(.descending, nils: .last) { $0.writer.name }, .by(\.title)],
    limit: 3, offset: 1)
  var second: [Sheet]
  @Fetched(Sheet.self, includesSubentities: false) var plain: [Sheet]
  @Fetched(countOf: Sheet.self, includesSubentities: false, includesPendingChanges: false)
  var savedPlainCount: Int
  @Fetched(
    identifiersOf: Sheet.self, sortedBy: \.title, .descending, limit: 1,
    includesPendingChanges: false)
  var lastSaved: [ObjectID]
  @Fetched(
    dictionariesOf: Sheet.self, sortedBy: \.title, properties: [\.title, \.writer?.name, \.writer])
  var titles: [[String: Any]]
  @Fetched(Sheet.self, where: { paper, _ in paper.pages > DepotClock.now }, sortedBy: \.title)
  var aheadOfTime: [Sheet]
  @Fetched(countOf: Sheet.self, where: { paper, _ in paper.pages > DepotClock.now }, limit: 2)
  var upToTwo: Int

  @Fetched(
    Sheet.self,
    where: { (paper: Fields<Sheet>, owner: Owner<Depot>) in
      paper.pages > owner.minimum && paper.archive == owner
    }, sortedBy: \.title)
  var long: [Sheet]
  @Fetched(
    countOf: Sheet.self,
    where: { (paper: Fields<Sheet>, owner: Owner<Depot>) in
      (owner.papers.count > 1).outer() && paper.writer == owner.keeper.favourite
        && paper.pages * 2 >= owner.minimum + owner.keeper.age
    })
  var favourites: Int
  @Fetched(
    identifiersOf: Sheet.self,
    where: { (paper: Fields<Sheet>, owner: Owner<Depot>) in
      paper.notes.contains { $0.weight > owner.minimum }
        && Sheet.where { $0.pages == paper.pages && $0.archive != owner }.exists()
    }, sortedBy: [.by(\.title)])
  var noted: [ObjectID]
}

@Entity final class Cellar: Depot {
  var depth: Int = 0
  @Fetched(
    Sheet.self,
    where: { (paper: Fields<Sheet>, owner: Owner<Cellar>) in
      paper.pages < owner.depth && paper.archive != owner
    }, sortedBy: \.title)
  var shallow: [Sheet]
}

@Entity class Sheet: ManagedObject {
  var title: String
  var pages: Int = 0
  @Relationship(inverse: "papers", deleteRule: .nullify) var archive: Depot?
  @Relationship(inverse: "papers", deleteRule: .nullify) var writer: Scribe?
  @Relationship(inverse: "paper", deleteRule: .cascade) var notes: Set<SheetNote>
  // Two classes that fetch each other.
  @Fetched(
    Depot.self,
    where: { (archive: Fields<Depot>, owner: Owner<Sheet>) in
      archive.minimum < owner.pages && archive.name != owner.title
    }, sortedBy: \.name)
  var fitting: [Depot]
}

@Entity final class Postcard: Sheet {
  var stamp: String?
}

@Entity final class SheetNote: ManagedObject {
  var weight: Int = 0
  @Relationship(inverse: "notes", deleteRule: .nullify) var paper: Sheet?
}

@Entity final class Scribe: ManagedObject {
  var name: String
  @Relationship(inverse: "writer", deleteRule: .nullify) var papers: Set<Sheet>
  @Relationship(inverse: "favourite", deleteRule: .nullify) var admirers: Set<Warden>
}

@Entity final class Warden: ManagedObject {
  var age: Int = 0
  @Relationship(inverse: "keeper", deleteRule: .nullify) var archives: Set<Depot>
  @Relationship(inverse: "admirers", deleteRule: .nullify) var favourite: Scribe?
}

/// Fetches what cannot be fetched.
@Entity final class Stray: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "strays", deleteRule: .nullify) var others: Set<Stray>
  @Relationship(inverse: "others", deleteRule: .nullify) var strays: Set<Stray>
  @Fetched(
    Sheet.self,
    where: { (sheet: Fields<Sheet>, owner: Owner<Scribe>) in sheet.title == owner.name })
  var sheets: [Sheet]
  @Fetched(
    Sheet.self,
    where: { (sheet: Fields<Sheet>, owner: Owner<Stray>) in
      owner.others.any { $0.name == sheet.title }.outer()
    })
  var both: [Sheet]
}
