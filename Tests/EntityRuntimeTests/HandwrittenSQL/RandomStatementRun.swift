import EntityGraph
import TestSupport

@testable import EntityRuntime

/// Makes the same change at random to three stores: by objects, by bulk changes, and by SQL.
struct RandomStatementRun {
  private let objects: WorkshopSide
  private let bulk: WorkshopSide
  private let sql: WorkshopSide
  private var random: SeededRandom

  init(seed: UInt64) throws {
    objects = try WorkshopSide(over: .sqlite)
    bulk = try WorkshopSide(over: .sqlite)
    sql = try WorkshopSide(over: .sqlite)
    random = SeededRandom(seed: seed)
    for _ in 0..<3 { try grow() }
  }

  /// Adds the same objects to all stores.
  private mutating func grow() throws {
    let seed = UInt64(random.below(1 << 30))
    let code = try nextCode()
    for side in [objects, bulk, sql] {
      var random = SeededRandom(seed: seed)
      try side.grow(&random, code)
      try side.context.save()
    }
  }

  private func nextCode() throws -> Int {
    (try objects.context.first(Thing.sorted(by: \.code, .descending))?.code ?? 0) + 1
  }

  /// Does something to all stores and returns what, and in what they differ then.
  mutating func step() throws -> (operation: String, problems: [String]) {
    if random.oneIn(6) { try grow() }
    if random.oneIn(2) { try sql.loadAll() } else { sql.held = [] }
    let operation = try pick()
    for side in [objects, bulk, sql] { _ = side.takeCommit() }
    let first = try outcome { try operation.objects(objects.context) }
    objects.context.rollback()
    let second = try outcome { try (operation.bulk ?? operation.objects)(bulk.context) }
    bulk.context.rollback()
    let third = try outcome { try operation.sql(sql.context) }
    var problems: [String] = []
    // Of relationships that are to-one at both ends, SQL counts the rows that it assigns alone.
    let isSame = first == second && (second == third || (operation.isOneToOne && Int(third) != nil))
    if !isSame {
      problems.append("by objects: \(first)\nin bulk: \(second)\nby SQL: \(third)")
    }
    problems += sql.context.unit.checkInvariants()
    let commits = [objects, bulk, sql].map { $0.takeCommit() }
    if commits[0] != commits[2] {
      problems.append(
        "the commit is:\n\(commits[2] as Any)\nshould be:\n\(commits[0] as Any)")
    }
    let stored = try [objects, bulk, sql].map { try $0.stored() }
    if stored[0] != stored[2] { problems.append("is:\n\(stored[2])\nshould be:\n\(stored[0])") }
    let (live, read) = (
      try WorkshopSide.graph(sql.context),
      try WorkshopSide.graph(sql.container.newContext())
    )
    if live != read { problems.append("the context has:\n\(live)\nthe store has:\n\(read)") }
    return (operation.name, problems)
  }

  /// A unique value that another object has; SQL alone does not say which.
  private struct NotUnique: Error {}

  private func outcome(_ body: () throws -> Int) throws -> String {
    try WorkshopSide.outcome {
      do {
        return try body()
      } catch let error as StoreError where error.code == .uniqueViolation {
        throw NotUnique()
      }
    }
  }

  // MARK: Operations

  /// The same change in each way, which returns how many objects it is about.
  private struct Operation {
    let name: String
    let objects: (ManagedObjectContext) throws -> Int

    /// `nil` where nothing but objects can do it.
    let bulk: ((ManagedObjectContext) throws -> Int)?

    let sql: (ManagedObjectContext) throws -> Int

    /// `true` if a relationship is assigned that is to-one at both ends.
    var isOneToOne: Bool { name == "next" || name == "twin" }

    init(
      name: String, objects: @escaping (ManagedObjectContext) throws -> Int,
      bulk: ((ManagedObjectContext) throws -> Int)? = nil,
      sql: @escaping (ManagedObjectContext) throws -> Int
    ) {
      self.name = name
      self.objects = objects
      self.bulk = bulk
      self.sql = sql
    }

    static func update<Object: ManagedObject>(
      _ name: String, _ request: FetchRequest<Object>, _ statement: HandwrittenSQL,
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
      } bulk: { context in
        try context.update(request) { try assign(context, &$0) }
      } sql: {
        try $0.execute(statement)
      }
    }

    static func delete<Object: ManagedObject>(
      _ name: String, _ request: FetchRequest<Object>, _ statement: HandwrittenSQL
    ) -> Operation {
      Operation(name: name) { context in
        let objects = try context.fetch(request)
        for object in objects { context.delete(object) }
        try context.save()
        return objects.count
      } bulk: {
        try $0.deleteAll(request)
      } sql: {
        try $0.execute(statement)
      }
    }
  }

  private mutating func things() -> (FetchRequest<Thing>, HandwrittenSQL) {
    let remainder = random.below(4)
    let name = random.pick(["a", "b", "é"])
    switch random.below(4) {
    case 0: return (Thing.where { $0.code % 4 == remainder }, "code % 4 = \(remainder)")
    case 1: return (Thing.where { $0.name == name }, "\(\Thing.name) = \(name)")
    case 2:
      return (
        Thing.where { $0.box.name == name }, "box IN (SELECT _id FROM Box WHERE name = \(name))"
      )
    default: return (Thing.where { $0.mood != .calm }, "mood <> \(Mood.calm)")
    }
  }

  private mutating func gadgets() -> (FetchRequest<Gadget>, HandwrittenSQL) {
    let power = random.below(5)
    return (Gadget.where { $0.power >= power }, "_entity = 'Gadget' AND power >= \(power)")
  }

  /// Returns the id of one of the objects of `type`, which all stores have; sometimes none.
  private mutating func choose<Object: ManagedObject>(
    _ type: Object.Type, isOptional: Bool = true
  ) throws -> ObjectID? {
    let all = try objects.context.fetch(type.all)
    return all.isEmpty || (isOptional && random.oneIn(4)) ? nil : random.pick(all).objectID
  }

  private mutating func pick() throws -> Operation {
    let number = 1 + random.below(5)
    let name = random.pick(["a", "b"])
    let (some, condition) = things()
    let (machines, powerful) = gadgets()
    switch random.below(19) {
    case 0:
      let score = random.pick([nil, 1.5, -0.0, 7])
      return .update("score", some, "UPDATE Thing SET score = \(score) WHERE \(condition)") {
        $1.score = score
      } _: {
        $1.score = score
      }
    case 1:
      return .update(
        "name, mood, score + 1", some,
        """
        UPDATE \(Thing.self) SET name = 'x', mood = \(Mood.gloomy), score = coalesce(score, 0) + 1
        WHERE \(condition)
        """
      ) {
        ($1.name, $1.mood, $1.score) = ("x", .gloomy, ($1.score ?? 0) + 1)
      } _: {
        $1.name = "x"
        $1.mood = .gloomy
        $1.score = ($1.score ?? 0) + 1
      }
    case 2:
      let box = try choose(Box.self)
      return .update("box", some, "UPDATE Thing SET box = \(box) WHERE \(condition)") {
        $1.box = try $0.found(Box.self, box)
      } _: {
        $1.box = try $0.found(Box.self, box)
      }
    case 3:
      let maker = try choose(Maker.self)
      return .update(
        "power, maker", machines,
        "UPDATE Thing SET power = power + \(number), maker = \(maker) WHERE \(powerful)"
      ) {
        $1.power += number
        $1.maker = try $0.found(Maker.self, maker)
      } _: {
        $1.power += number
        $1.maker = try $0.found(Maker.self, maker)
      }
    case 4, 5:
      let thing = try choose(Thing.self)
      let codes = try objects.context.fetch(Thing.all).map(\.code)
      let code = codes.isEmpty ? 0 : random.pick(codes)
      // Which of several rows keeps the thing depends on which of them have had it.
      let rows = thing == nil ? some : Thing.where { $0.code == code }
      let which: HandwrittenSQL = thing == nil ? condition : "code = \(code)"
      return .update("next", rows, "UPDATE Thing SET next = \(thing) WHERE \(which)") {
        $1.next = try $0.found(Thing.self, thing)
      } _: {
        $1.next = try $0.found(Thing.self, thing)
      }
    case 6:
      let box = try choose(Box.self)
      return .update(
        "twin", Box.where { $0.name == name }.limit(1),
        """
        UPDATE Box SET twin = \(box)
        WHERE _id = (SELECT min(_id) FROM Box WHERE name = \(name))
        """
      ) {
        $1.twin = try $0.found(Box.self, box)
      } _: {
        $1.twin = try $0.found(Box.self, box)
      }
    case 7:
      let box = try choose(Box.self)
      return .update(
        "parent", Box.where { $0.name == name },
        "UPDATE Box SET parent = \(box) WHERE name = \(name)"
      ) {
        $1.parent = try $0.found(Box.self, box)
      } _: {
        $1.parent = try $0.found(Box.self, box)
      }
    case 8:
      let gadget = try choose(Gadget.self)
      return .update("whole", some, "UPDATE Thing SET whole = \(gadget) WHERE \(condition)") {
        $1.whole = try $0.found(Gadget.self, gadget)
      } _: {
        $1.whole = try $0.found(Gadget.self, gadget)
      }
    case 9:
      return .update("code = 7", some, "UPDATE Thing SET code = 7 WHERE \(condition)") {
        $1.code = 7
      } _: {
        $1.code = 7
      }
    case 10: return try insertBoxes(name, number)
    case 11: return try insertThings(name, number)
    case 12, 13: return try link(some, condition)
    case 14: return try linkThings(some, condition)
    case 15: return .delete("delete things", some, "DELETE FROM Thing WHERE \(condition)")
    case 16:
      return .delete(
        "delete boxes", Box.where { $0.name == name }.limit(number),
        """
        WITH gone AS (SELECT _id FROM Box WHERE name = \(name) ORDER BY _id LIMIT \(number))
        DELETE FROM Box WHERE _id IN (SELECT _id FROM gone)
        """)
    case 17:
      return .delete(
        "delete makers", Maker.limit(number),
        "DELETE FROM Maker WHERE _id IN (SELECT _id FROM Maker ORDER BY _id LIMIT \(number))")
    default:
      return .delete(
        "delete tags", Tag.where { $0.name == name }, "DELETE FROM Tag WHERE name = \(name)")
    }
  }

  private mutating func insertBoxes(_ name: String, _ number: Int) throws -> Operation {
    let parent = try choose(Box.self)
    return Operation(name: "insert boxes") { context in
      for _ in 0..<number {
        Box(name: name, in: context).parent = try context.found(Box.self, parent)
      }
      try context.save()
      return number
    } bulk: { context in
      let parent = try context.found(Box.self, parent)
      return try context.insertAll(Box.self, from: 0..<number) { box, _ in
        box.name = name
        box.parent = parent
      }.count
    } sql: { context in
      try context.execute(
        """
        WITH RECURSIVE number(n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(number))
        INSERT INTO Box (name, parent) SELECT \(name), \(parent) FROM number
        """)
    }
  }

  private mutating func insertThings(_ name: String, _ number: Int) throws -> Operation {
    let box = try choose(Box.self)
    let code = try nextCode()
    return Operation(name: "insert things") { context in
      for number in 0..<number {
        let thing = Thing(code: code + number, name: name, score: 2, in: context)
        thing.box = try context.found(Box.self, box)
      }
      try context.save()
      return number
    } bulk: { context in
      let box = try context.found(Box.self, box)
      return try context.insertAll(Thing.self, from: 0..<number) { thing, number in
        thing.code = code + number
        thing.name = name
        thing.score = 2
        thing.box = box
      }.count
    } sql: { context in
      let rows = (0..<number).map { number -> HandwrittenSQL in
        "('Thing', \(code + number), \(name), 2, \(Mood.calm), \(box))"
      }
      let all = rows.dropFirst().reduce(rows[0]) { "\($0), \($1)" }
      return try context.execute(
        "INSERT INTO Thing (_entity, code, name, score, mood, box) VALUES \(all)")
    }
  }

  /// Returns the operation that gives a tag other things.
  private mutating func link(
    _ some: FetchRequest<Thing>, _ condition: HandwrittenSQL
  ) throws -> Operation {
    guard let tag = try choose(Tag.self, isOptional: false) else { return try insertBoxes("a", 1) }
    let adds = random.oneIn(2)
    return Operation(name: adds ? "link" : "unlink") { context in
      let things = Set(try context.fetch(some))
      guard let tag = try context.found(Tag.self, tag) else { return 0 }
      let before = tag.things.count
      if adds { tag.things.formUnion(things) } else { tag.things.subtract(things) }
      let count = abs(tag.things.count - before)
      try context.save()
      return count
    } sql: { context in
      if adds {
        try context.execute(
          """
          INSERT OR IGNORE INTO \(links: \Thing.tags)
          (\(owner: \Thing.tags), \(member: \Thing.tags))
          SELECT _id, \(tag) FROM Thing WHERE \(condition)
          """)
      } else {
        try context.execute(
          """
          DELETE FROM \(links: \Tag.things) WHERE \(owner: \Tag.things) = \(tag)
          AND \(member: \Tag.things) IN (SELECT _id FROM Thing WHERE \(condition))
          """)
      }
    }
  }

  /// Returns the operation that links things to one of them.
  private mutating func linkThings(
    _ some: FetchRequest<Thing>, _ condition: HandwrittenSQL
  ) throws -> Operation {
    guard let id = try choose(Thing.self, isOptional: false) else { return try insertBoxes("a", 1) }
    let adds = random.oneIn(2)
    return Operation(name: adds ? "link things" : "unlink things") { context in
      let things = Set(try context.fetch(some))
      guard let thing = try context.found(Thing.self, id) else { return 0 }
      let before = thing.links.count
      if adds { thing.links.formUnion(things) } else { thing.links.subtract(things) }
      let count = abs(thing.links.count - before)
      try context.save()
      return count
    } sql: { context in
      if adds {
        try context.execute(
          """
          INSERT INTO \(links: \Thing.links) (\(owner: \Thing.links), \(member: \Thing.links))
          SELECT \(id), _id FROM Thing WHERE \(condition) ON CONFLICT DO NOTHING
          """)
      } else {
        try context.execute(
          """
          DELETE FROM \(links: \Thing.links) WHERE \(owner: \Thing.links) = \(id)
          AND \(member: \Thing.links) IN (SELECT _id FROM Thing WHERE \(condition))
          """)
      }
    }
  }
}

extension ManagedObjectContext {
  /// Returns the object of `type` whose id is `id`, or `nil`.
  fileprivate func found<Object: ManagedObject>(
    _ type: Object.Type, _ id: ObjectID?
  ) throws -> Object? {
    try id.flatMap { try object(type, with: $0) }
  }
}
