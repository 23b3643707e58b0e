import EntityGraph
import Foundation
import Synchronization
import TestSupport

@testable import EntityRuntime
@testable import EntityStore

/// A store, a context that has loaded what is in it, and what has been committed.
final class WorkshopSide {
  let container: PersistentContainer
  let context: ManagedObjectContext
  var held: [ManagedObject] = []

  /// The entry of the history that has been compared last.
  private var seen: Int64 = 0
  private let commits = Commits()

  /// What has been committed last, with what is in the store after it.
  final class Commits: Sendable {
    let last = Mutex<ChangeSet?>(nil)
  }

  init(_ container: PersistentContainer) {
    self.container = container
    context = container.newContext()
    let commits = commits
    _ = container.feed.listen { committed in
      commits.last.withLock { $0 = committed.changes }
    } end: {
    }
  }

  /// Returns what has been committed since the last call.
  func takeCommit() -> ChangeSet? {
    commits.last.withLock { last in
      defer { last = nil }
      return last
    }
  }

  /// Has the context load every object and every member.
  func loadAll() throws {
    held = []
    for type in [Box.self, Maker.self, Tag.self, Thing.self] as [ManagedObject.Type] {
      let objects = try container.model.entities.filter { $0.name == "\(type)" }.flatMap { _ in
        try context.unit.queries.fetch(
          EntityQuery(entity: "\(type)"), context.unit.entity(of: type),
          includesPendingChanges: true)
      }
      held += objects
    }
    for object in held {
      for index in object.__entity.relationshipIndexes {
        if let end = RelationshipEnd(of: object, index) {
          _ = context.unit.graph.related(by: end)
        }
      }
    }
  }

  /// Returns every row with its version, and every entry of the history.
  func stored() throws -> String {
    try container.store.read { session in
      var lines: [String] = []
      for entity in container.store.layout.entities where entity.lineage.count == 1 {
        try session.rows(EntityQuery(entity: entity.name)) { row in
          let own = row.entity.map { container.store.layout.entities[$0] }
          let values = (own?.columnIndexes ?? []).compactMap { own?.columns[$0] }.map {
            "\($0.name)=\(text(of: row[$0.position].storedValue))"
          }
          lines.append(
            "\(own?.name ?? "?")-\(row.id) v\(row.version ?? -1) "
              + values.joined(separator: " "))
        }
      }
      if try session.historyExtent() != nil {
        try session.history(after: seen) { record in
          seen = record.position.number
          lines.append("entry \(record.position.number): \(record.changes)")
          return true
        }
      }
      return lines.joined(separator: "\n")
    }
  }

  /// Opens a store of `kind`, with a history if it can keep one.
  convenience init(over kind: StoreKind) throws {
    let classes: [ManagedObject.Type] = [Thing.self, Gadget.self, Box.self, Tag.self, Maker.self]
    switch kind {
    case .sqlite:
      self.init(
        try PersistentContainer(
          model: ObjectModel(classes: classes), at: .memory,
          options: StoreOptions(history: .everything)))
    case .dictionaries: self.init(try kind.container(classes))
    }
  }

  /// Adds objects, the first thing with `code`.
  func grow(_ random: inout SeededRandom, _ code: Int) throws {
    var boxes = try context.fetch(Box.all)
    var makers = try context.fetch(Maker.all)
    var things = try context.fetch(Thing.all)
    for _ in 0..<3 { boxes.append(Box(name: random.pick(["a", "b"]), in: context)) }
    for _ in 0..<2 { makers.append(Maker(name: random.pick(["a", "b"]), in: context)) }
    for number in 0..<12 {
      let thing: Thing
      if random.oneIn(2) {
        let gadget = context.insert(Gadget.self)
        gadget.power = random.below(5)
        gadget.maker = random.pick([nil] + makers)
        thing = gadget
      } else {
        thing = context.insert(Thing.self)
      }
      thing.code = code + number * 3
      thing.name = random.pick(["", "a", "b", "é"])
      thing.score = random.pick([nil, 0, 1.5, -2])
      thing.mood = random.pick(Mood.allCases)
      thing.box = random.pick([nil] + boxes)
      things.append(thing)
    }
    for thing in things where random.oneIn(3) {
      thing.next = random.pick([nil] + things)
      thing.whole = random.pick([nil, nil] + things.compactMap { $0 as? Gadget })
      thing.links = Set(things.filter { _ in random.oneIn(8) })
    }
    for box in boxes where random.oneIn(3) {
      box.parent = random.pick([nil] + boxes)
      box.twin = random.pick([nil] + boxes)
    }
    for _ in 0..<3 {
      let tag = Tag(name: random.pick(["a", "b"]), maker: random.pick(makers), in: context)
      tag.things = Set(things.filter { _ in random.oneIn(6) })
    }
  }

  /// Returns everything in a workshop, a line for each object.
  static func graph(_ context: ManagedObjectContext) throws -> String {
    try EntityRuntimeTests.graph(context, Box.self, Maker.self, Tag.self, Thing.self)
  }

  /// Returns what `body` returns or throws, as text.
  static func outcome(_ body: () throws -> Int) throws -> String {
    do {
      return "\(try body())"
    } catch let error as ValidationError {
      // Which references to what has been deleted a save finds depends on what has been loaded.
      let found = error.problems.filter { $0.id != "validation.deleted" }
      return found.isEmpty ? "dangling" : "\(found)"
    } catch let error as StoreError where error.code == .foreignKeyViolation {
      return "dangling"
    } catch let error as ConflictError where error.conflicts.allSatisfy({ $0.kind == .newMember }) {
      return "dangling"
    } catch {
      return "\(error)"
    }
  }
}
