import EntityGraph
import TestSupport

@testable import EntityRuntime

/// Does the same at random to the objects of one store, one by one, and to another store at once.
struct RandomBulkRun {
  private let one: WorkshopSide
  private let many: WorkshopSide
  private var random: SeededRandom

  init(seed: UInt64, over store: StoreKind) throws {
    one = try WorkshopSide(over: store)
    many = try WorkshopSide(over: store)
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
      try side.grow(&random, code)
      try side.context.save()
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
      try WorkshopSide.outcome { try operation.one(one.context) },
      try WorkshopSide.outcome {
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
    let (live, read) = (try WorkshopSide.graph(many.context), try WorkshopSide.graph(fresh))
    if live != read { problems.append("the context has:\n\(live)\nthe store has:\n\(read)") }
    return (operation.name, problems)
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
