import EntityGraph
import Foundation
import Testing

@Entity final class Wharf: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = ""
  @Relationship(inverse: "wharf", deleteRule: .cascade) var moorings: Set<Mooring>
  @Relationship(inverse: "wharf", deleteRule: .cascade) var bollards: [Bollard]
}

@Entity final class Mooring: ManagedObject {
  @Attribute(.unique) var id: Int
  var note: String = ""
  @Relationship(inverse: "moorings", deleteRule: .nullify) var wharf: Wharf
  @Relationship(inverse: "followers", deleteRule: .nullify) var next: Mooring?
  @Relationship(inverse: "next", deleteRule: .nullify) var followers: Set<Mooring>
}

@Entity final class Bollard: ManagedObject {
  @Attribute(.unique) var id: Int
  var note: String = ""
  @Relationship(inverse: "bollards", deleteRule: .nullify) var wharf: Wharf
}

/// Names that payloads have and Swift gives a meaning of its own.
@Entity final class Nuisance: ManagedObject {
  @Attribute(.unique) var id: Int
  var description: String = ""
  var hashValue: String = ""
  var debugDescription: String = ""
  var `default`: Bool = false
  @Attribute(json: "self") var selfLink: String = ""
}

/// Attributes of every type that must have a value and have no default.
@Entity final class Vacancy: ManagedObject {
  @Attribute(.unique) var id: Int
  var text: String
  var count: Int
  var ratio: Double
  var isOpen: Bool
  var price: Decimal
  var since: Date
  var key: UUID
  var bytes: Data
  var tags: [String] = []
  var limit: Int = 5
}

/// A member of several, whose names have plurals of every kind.
@Entity final class Sortable: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "sortables", deleteRule: .nullify) var categories: Set<Bin>
  @Relationship(inverse: "boxed", deleteRule: .nullify) var boxes: Set<Bin>
  @Relationship(inverse: "classified", deleteRule: .nullify) var classes: Set<Bin>
  @Relationship(inverse: "staffed", deleteRule: .nullify) var staff: Set<Bin>
  @Relationship(inverse: "glassed", deleteRule: .nullify) var homeURLs: Set<Bin>
  @Relationship(inverse: "stated", deleteRule: .nullify) var statuses: Set<Bin>
  @Relationship(inverse: "housed", deleteRule: .nullify) var houses: Set<Bin>
  @Relationship(inverse: "moved", deleteRule: .nullify) var movies: Set<Bin>
  @Relationship(inverse: "parents", deleteRule: .nullify) var children: Set<Bin>
  @Attribute(json: "place.city") var city: String = "nowhere"
  @Attribute(json: "place.geo.zone") var zone: Int?
  @Relationship(inverse: "owned", deleteRule: .nullify, json: "place.owner") var owner: Bin?
}

@Entity final class Bin: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "categories", deleteRule: .nullify) var sortables: Set<Sortable>
  @Relationship(inverse: "boxes", deleteRule: .nullify) var boxed: Set<Sortable>
  @Relationship(inverse: "classes", deleteRule: .nullify) var classified: Set<Sortable>
  @Relationship(inverse: "staff", deleteRule: .nullify) var staffed: Set<Sortable>
  @Relationship(inverse: "homeURLs", deleteRule: .nullify) var glassed: Set<Sortable>
  @Relationship(inverse: "statuses", deleteRule: .nullify) var stated: Set<Sortable>
  @Relationship(inverse: "houses", deleteRule: .nullify) var housed: Set<Sortable>
  @Relationship(inverse: "movies", deleteRule: .nullify) var moved: Set<Sortable>
  @Relationship(inverse: "children", deleteRule: .nullify) var parents: Set<Sortable>
  @Relationship(inverse: "owner", deleteRule: .nullify) var owned: Set<Sortable>
}

/// What is found by an attribute that a store may have several times.
@Entity final class Doublet: ManagedObject {
  @Attribute(.identity) var key: String
  var value: Int = 0
}

/// A store of what the rules are about.
struct SyncRuleRun {
  let container: PersistentContainer
  let context: ManagedObjectContext

  init() throws {
    container = try PersistentContainer.forTesting(
      Wharf.self, Mooring.self, Bollard.self, Nuisance.self, Vacancy.self, Sortable.self, Bin.self,
      Doublet.self, options: .patient)
    context = container.newContext()
  }

  /// Applies `payload`, saves and returns the report in words.
  @discardableResult
  func sync<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, deleting: SyncDeletion<Object> = .none,
    _ options: SyncOptions = SyncOptions()
  ) throws -> String {
    let report = try context.sync(
      type, from: JSON(reading: payload), deleting: deleting, options: options)
    try context.save()
    expectSound(context)
    return report.description
  }
}
