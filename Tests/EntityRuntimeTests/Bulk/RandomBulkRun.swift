import EntityGraph
import Foundation
import Synchronization
import TestSupport

@testable import EntityRuntime
@testable import EntityStore

/// Does the same at random to the objects of one store, one by one, and to another store at once.
struct RandomBulkRun {
  private let one: Side
  private let many: Side
  private var random: SeededRandom

  /// A store, a context that has loaded what is in it, and what has been committed.
  private final class Side {
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
  }

  init(seed: UInt64, over store: StoreKind) throws {
    let classes: [ManagedObject.Type] = [Thing.self, Gadget.self, Box.self, Tag.self, Maker.self]
    func open() throws -> Side {
      let model = try ObjectModel(classes: classes)
      switch store {
      case .sqlite:
        return Side(
          try PersistentContainer(
            model: model, at: .memory, options: StoreOptions(history: .everything)))
      case .dictionaries: return Side(try store.container(classes))
      }
    }
    one = try open()
    many = try open()
    random = SeededRandom(seed: seed)
    for _ in 0..<3 { try grow() }
  }

  // MARK: Growing

  /// Adds the same objects to both stores.
  mutating func grow() throws {
    let seed = UInt64(random.below(1 << 30))
    let last = try one.context.first(Thing.sorted(by: \.code, .descending))
    let code = (last?.code ?? 0) + 1
    for side in [one, many] {
      var random = SeededRandom(seed: seed)
      try Self.grow(side.context, &random, code)
      try side.context.save()
    }
  }

  private static func grow(
    _ context: ManagedObjectContext, _ random: inout SeededRandom, _ code: Int
  ) throws {
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

  // MARK: Steps

  /// Does something to both stores and returns what, and in what they differ then.
  mutating func step() throws -> (operation: String, problems: [String]) {
    if random.oneIn(6) { try grow() }
    if random.oneIn(2) { try many.loadAll() } else { many.held = [] }
    _ = (one.takeCommit(), many.takeCommit())
    let operation = pick()
    var problems: [String] = []
    let (first, second) = (
      try outcome { try operation.one(one.context) },
      try outcome {
        try operation.many(many.context)
      }
    )
    one.context.rollback()
    if first != second { problems.append("one by one: \(first)\nat once: \(second)") }
    problems += many.context.unit.checkInvariants()
    if one.takeCommit() != many.takeCommit() { problems.append("the commits differ") }
    let (stored, expected) = (try many.stored(), try one.stored())
    if stored != expected {
      problems.append("is:\n\(stored)\nshould be:\n\(expected)")
    }
    let fresh = many.container.newContext()
    let (live, read) = (try Self.graph(many.context), try Self.graph(fresh))
    if live != read { problems.append("the context has:\n\(live)\nthe store has:\n\(read)") }
    return (operation.name, problems)
  }

  private static func graph(_ context: ManagedObjectContext) throws -> String {
    try EntityRuntimeTests.graph(context, Box.self, Maker.self, Tag.self, Thing.self)
  }

  /// Returns what `body` returns or throws, as text.
  private func outcome(_ body: () throws -> Int) throws -> String {
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

  /// The same change, to objects one by one and at once; both return how many objects it is about.
  private struct Operation {
    let name: String
    let one: (ManagedObjectContext) throws -> Int
    let many: (ManagedObjectContext) throws -> Int

    static func update<Object: ManagedObject>(
      _ name: String, _ request: FetchRequest<Object>,
      _ change: @escaping (ManagedObjectContext, Object) throws -> Void,
      _ assign: @escaping (ManagedObjectContext, inout Assignments<Object>) throws -> Void
    ) -> Operation {
      Operation(name: name) { context in
        let objects = try context.fetch(request)
        for object in objects { try change(context, object) }
        let changed = Set(context.updatedObjects.map(\.objectID))
        let count = objects.count { changed.contains($0.objectID) }
        try context.save()
        return count
      } many: { context in
        try context.update(request) { try assign(context, &$0) }
      }
    }

    static func delete<Object: ManagedObject>(
      _ name: String, _ request: FetchRequest<Object>
    ) -> Operation {
      Operation(name: name) { context in
        let objects = try context.fetch(request)
        for object in objects { context.delete(object) }
        try context.save()
        return objects.count
      } many: {
        try $0.deleteAll(request)
      }
    }
  }

  private mutating func things() -> FetchRequest<Thing> {
    let remainder = random.below(4)
    let name = random.pick(["a", "b", "é"])
    switch random.below(6) {
    case 0: return Thing.where { $0.code % 4 == remainder }
    case 1: return Thing.where { $0.name == name }
    case 2: return Thing.sorted(by: \.name, .descending).limit(1 + remainder)
    case 3: return Thing.where { $0.box.name == name }
    case 4: return Thing.where { $0.links.count > remainder }
    default: return Thing.where { $0.mood != .calm }.sorted(by: \.score).offset(1)
    }
  }

  private mutating func gadgets() -> FetchRequest<Gadget> {
    let power = random.below(5)
    return random.oneIn(2) ? Gadget.where { $0.power >= power } : Gadget.limit(power)
  }

  private mutating func boxes() -> FetchRequest<Box> {
    let name = random.pick(["a", "b"])
    return random.oneIn(2) ? Box.where { $0.name == name } : Box.limit(1 + random.below(3))
  }

  /// Returns a choice of one of the objects of `type`, the same one in both stores; sometimes none.
  private mutating func choose<Object: ManagedObject>(
    _ type: Object.Type
  ) -> (ManagedObjectContext) throws -> Object? {
    let (number, isNone) = (random.below(1000), random.oneIn(4))
    return { context in
      let all = try context.fetch(type.all)
      return all.isEmpty || isNone ? nil : all[number % all.count]
    }
  }

  private mutating func pick() -> Operation {
    let number = random.below(5)
    let score = random.pick([nil, 1.5, -0.0, 7])
    switch random.below(27) {
    case 0:
      return .update("score = \(score as Any)", things()) {
        $1.score = score
      } _: {
        $1.score = score
      }
    case 1:
      return .update("name, mood", things()) {
        ($1.name, $1.mood) = ("x", .gloomy)
      } _: {
        $1.name = "x"
        $1.mood = .gloomy
      }
    case 2:
      return .update("score + 1", things()) {
        $1.score = ($1.score ?? 0) + 1
      } _: {
        $1.score = ($1.score ?? 0) + 1
      }
    case 3:
      let box = choose(Box.self)
      return .update("box", things()) {
        $1.box = try box($0)
      } _: {
        $1.box = try box($0)
      }
    case 4:
      let maker = choose(Maker.self)
      return .update("power, maker", gadgets()) {
        $1.power += number
        $1.maker = try maker($0)
      } _: {
        $1.power += number
        $1.maker = try maker($0)
      }
    case 5, 6:
      let thing = choose(Thing.self)
      return .update("next", things()) {
        $1.next = try thing($0)
      } _: {
        $1.next = try thing($0)
      }
    case 7:
      let box = choose(Box.self)
      return .update("twin", boxes()) {
        $1.twin = try box($0)
      } _: {
        $1.twin = try box($0)
      }
    case 8:
      return .update("code = 7", things()) {
        $1.code = 7
      } _: {
        $1.code = 7
      }
    case 9:
      return .update("code + 3", things()) {
        $1.code += 3
      } _: {
        $1.code += 3
      }
    case 10:
      let maker = choose(Maker.self)
      return .update("maker", Tag.where { $0.name == "a" }) {
        if let maker = try maker($0) { $1.maker = maker }
      } _: {
        if let maker = try maker($0) { $1.maker = maker }
      }
    case 11:
      let box = choose(Box.self)
      return .update("parent", boxes()) {
        $1.parent = try box($0)
      } _: {
        $1.parent = try box($0)
      }
    case 12:
      let gadget = choose(Gadget.self)
      return .update("whole", things()) {
        $1.whole = try gadget($0)
      } _: {
        $1.whole = try gadget($0)
      }
    case 13:
      return .update("upper, code * 2", things()) {
        $1.name = $1.name.uppercased()
        $1.code *= 2
      } _: {
        $1.name = $1.name.uppercased()
        $1.code *= 2
      }
    case 14:
      let thing = choose(Thing.self)
      return .update("previous, name, box", things()) {
        $1.previous = try thing($0)
        $1.name = "q"
        $1.box = nil
      } _: {
        $1.previous = try thing($0)
        $1.name = "q"
        $1.box = nil
      }
    case 22:
      return .update("gadgets' score = \(score as Any)", gadgets()) {
        $1.score = score
      } _: {
        $1.score = score
      }
    case 23:
      return .update("gadgets' score * -1", gadgets()) {
        $1.score = $1.score.map { $0 * -1 }
      } _: {
        $1.score *= -1
      }
    case 24:
      return .update("boxes' name", boxes()) {
        $1.name = $1.name == "a" ? "b" : "a"
      } _: {
        $1.name = ($1.name == "a").then("b", else: "a")
      }
    case 25:
      let box = choose(Box.self)
      return .update("gadgets' box", gadgets()) {
        $1.box = try box($0)
      } _: {
        $1.box = try box($0)
      }
    case 26:
      return .update("gadgets' power * 10", gadgets().where { $0.box.name == "a" }) {
        $1.power *= 10
      } _: {
        $1.power *= 10
      }
    case 15: return .delete("delete things", things())
    case 16: return .delete("delete gadgets", gadgets())
    case 17, 18: return .delete("delete boxes", boxes())
    case 19: return .delete("delete tags", Tag.limit(1 + number))
    case 20: return .delete("delete makers", Maker.limit(1 + number))
    default: return .delete("delete things", things().limit(1 + number))
    }
  }
}
