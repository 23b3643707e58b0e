import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Entity final class Skipper: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = "nobody"
  var note: String?
  var tags: [String] = []
  @Attribute(.secret) var pin: String = ""
  @Attribute(json: .notExported) var draft: String = ""
  @Relationship(inverse: "skipper", deleteRule: .cascade) var voyages: Set<Voyage>
}

@Entity final class Voyage: ManagedObject {
  @Attribute(.unique) var code: String
  @Attribute(.preserveValueOnDeletion) var title: String = ""
  @Attribute(json: "money.cost") var cost: Decimal?
  var begins: Date?
  @Attribute(.external) var log: Data?
  @Relationship(inverse: "voyages", deleteRule: .nullify) var skipper: Skipper?
  @Relationship(inverse: "voyages", deleteRule: .nullify) var harbours: Set<Harbour>
  @Relationship(inverse: "voyage", deleteRule: .cascade) var stages: [Stage]
  @Relationship(inverse: "voyages", deleteRule: .nullify) var passengers: [Passenger]
}

@Entity final class Harbour: ManagedObject {
  @Attribute(.unique) var name: String
  var depth: Int = 0
  @Relationship(inverse: "harbours", deleteRule: .nullify) var voyages: Set<Voyage>
}

@Entity final class Stage: ManagedObject {
  @Attribute(.unique) var id: Int
  var text: String = ""
  @Relationship(inverse: "stages", deleteRule: .nullify) var voyage: Voyage
}

@Entity final class Passenger: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = ""
  @Relationship(inverse: "passengers", deleteRule: .nullify) var voyages: Set<Voyage>
}

@Entity final class Cabin: ManagedObject {
  @Attribute(.unique) var number: Int
  var name: String = ""
  @Attribute(.deletedAt) var closed: Date?
}

@Entity final class Flotsam: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "load", deleteRule: .nullify) var raft: Raft?
}

@Entity final class Raft: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "raft", deleteRule: .nullify) var load: [Flotsam]
}

/// A store of voyages with a history, one of those that exchange what has been changed in them.
struct Replica {
  static let classes: [ManagedObject.Type] = [
    Skipper.self, Voyage.self, Harbour.self, Stage.self, Passenger.self, Cabin.self,
    Flotsam.self, Raft.self,
  ]

  let container: PersistentContainer

  init(history: HistoryPolicy? = .everything) throws {
    container = try PersistentContainer(
      model: ObjectModel(classes: Self.classes), at: .memory,
      options: StoreOptions(history: history))
  }

  /// Saves what `change` does, as changes of `author`.
  @discardableResult
  func change<Result>(
    by author: String = "app", _ change: (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    let context = container.newContext()
    context.author = author
    let result = try change(context)
    expectSound(context)
    try context.save()
    expectSound(context)
    return result
  }

  /// The changes of the app that are pending, each as JSON.
  func pending(since token: CommitToken? = nil) throws -> [String] {
    try container.pendingChanges(by: "app", since: token).changes.map(\.json.text)
  }

  /// Applies changes, saves, and returns the report in words.
  @discardableResult
  func apply(
    _ json: JSON, _ options: SyncOptions = SyncOptions(), merging policy: MergePolicy = .error,
    author: String = "server", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let context = container.newContext()
    context.author = author
    context.mergePolicy = policy
    let report = try context.applyChanges(from: json, options: options)
    expectSound(context, sourceLocation: sourceLocation)
    try context.save()
    expectSound(context, sourceLocation: sourceLocation)
    return report.description
  }

  /// Returns why `json` is refused, and expects that nothing has changed.
  func refusal(
    _ json: String, of types: [ManagedObject.Type] = [], _ options: SyncOptions = SyncOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String? {
    let context = container.newContext()
    do {
      let allowed = container.store.layout.entityNames(of: types)
      _ = try context.applyChanges(from: JSON(reading: json), of: allowed, options)
      return nil
    } catch {
      #expect(!context.hasChanges, sourceLocation: sourceLocation)
      return "\(error)"
    }
  }

  /// Everything that is in the store, a line for each object.
  func graph() throws -> [String] {
    let context = container.newContext()
    let skippers = try context.fetch(Skipper.all).map {
      "skipper \($0.id) \($0.name) \($0.note ?? "-") \($0.tags)"
    }
    let voyages = try context.fetch(Voyage.all).map { voyage in
      "voyage \(voyage.code) \(voyage.title) \(voyage.cost?.description ?? "-") "
        + "\(voyage.skipper?.id ?? -1) \(voyage.harbours.map(\.name).sorted()) "
        + "\(voyage.stages.map(\.id)) \(voyage.passengers.map(\.id))"
    }
    let harbours = try context.fetch(Harbour.all).map { "harbour \($0.name) \($0.depth)" }
    let stages = try context.fetch(Stage.all).map { "stage \($0.id) \($0.text) \($0.voyage.code)" }
    let passengers = try context.fetch(Passenger.all).map { "passenger \($0.id) \($0.name)" }
    return (skippers + voyages + harbours + stages + passengers).sorted()
  }
}
