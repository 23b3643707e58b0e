import EntityGraph
import TestSupport

@testable import EntityRuntime

/// Does the same at random to a context and to a naive graph.
struct RandomRun {
  typealias Key = NaiveGraph.Key

  let container: PersistentContainer
  var random: SeededRandom
  var context: ManagedObjectContext
  var naive: NaiveGraph
  var ids: [Key: ObjectID] = [:]
  var nextKey = 1

  /// What the last step found wrong by itself.
  var findings: [String] = []

  /// What retains some of the objects.
  var held: [ManagedObject] = []

  /// Once in how many steps everything is compared.
  private let rarity: Int

  private static let groups = [
    ["Box"], ["Maker"], ["Recipe"], ["Step"], ["Tag"], ["Thing", "Gadget"],
  ]

  /// How many records there are at most before some go.
  private static let most = 60

  /// The contexts that the context is nested in, the outermost first.
  var outer: [OuterContext] = []

  /// The states that can be returned to; `nil` where nothing is recorded.
  var past: PastStates?

  init(seed: UInt64, over store: StoreKind) throws {
    container = try store.container(
      Thing.self, Gadget.self, Box.self, Tag.self, Maker.self, Recipe.self, Step.self)
    context = container.newContext()
    random = SeededRandom(seed: seed)
    rarity = 3 + Int(seed % 4) * 15
    naive = NaiveGraph(container.model)
  }

  // MARK: Comparing

  /// Returns everything in which the context is unsound or differs from the naive graph.
  mutating func problems() throws -> String {
    var problems = findings + context.unit.checkInvariants()
    findings = []
    // Comparing reads everything, after which nothing is left to be read by the next steps.
    if random.oneIn(rarity) { problems += try differences(in: context) }
    return problems.joined(separator: "\n")
  }

  func differences(in context: ManagedObjectContext) throws -> [String] {
    var problems: [String] = []
    let expected = naive.lines(Self.groups, of: container.model, ids.mapValues(\.rowID))
    let actual = try graph(
      context, Box.self, Maker.self, Recipe.self, Step.self, Tag.self, Thing.self)
    for change in actual.split(separator: "\n").difference(from: expected.split(separator: "\n")) {
      switch change {
      case .insert(_, let line, _): problems.append("  is:        \(line)")
      case .remove(_, let line, _): problems.append("  should be: \(line)")
      }
    }
    let hidden = try context.fetch(Step.onlyDeleted()).map(\.objectID)
    if hidden != naive.hidden.map({ ids[$0] }) {
      problems.append("hidden are \(hidden), should be \(naive.hidden.map { ids[$0] })")
    }
    for thing in try context.fetch(Thing.all) {
      let typed: [String: StoredValue] = [
        "code": thing.code.storedValue, "name": thing.name.storedValue,
        "score": thing.score?.storedValue ?? .null, "mood": thing.mood.storedValue,
      ]
      let dynamic: [String: StoredValue] = try [
        "code": (thing.value(forKey: "code") as? Int)?.storedValue ?? .null,
        "name": (thing.value(forKey: "name") as? String)?.storedValue ?? .null,
        "score": (thing.value(forKey: "score") as? Double)?.storedValue ?? .null,
        "mood": (thing.value(forKey: "mood") as? Mood)?.storedValue ?? .null,
      ]
      let stored = try typed.keys.reduce(into: [:]) { $0[$1] = try thing.storedValue(forKey: $1) }
      if typed != stored || typed != dynamic { problems.append("\(thing) is not one in itself") }
    }
    return problems + context.unit.checkInvariants()
  }

  // MARK: Steps

  /// Does something and returns what.
  mutating func step() throws -> String {
    if random.oneIn(3) { held = [] }
    if past != nil { return try stepRecorded() }
    return try step(random.below(41))
  }

  /// Does something of the `kind` and returns what.
  mutating func step(_ kind: Int) throws -> String {
    switch kind {
    case 40: return try upsert()
    case 37..<40: return try restore()
    case 33..<37: return try useHandle()
    case 32: return try workElsewhere()
    case 0..<6: return try insert()
    case 6..<9: return try setAttribute()
    case 9..<14: return try setToOne()
    case 14..<19: return try setToMany()
    case 19..<21: return try delete()
    case 21..<24: return try save()
    case 24: return rollBack()
    case 25: return try refresh()
    case 26: return makeFaults()
    case 27: return changeContext()
    case 28: return try changeElsewhere()
    default: return try fetch()
    }
  }

  func object(_ key: Key) throws -> ManagedObject? {
    guard let id = ids[key] else { return nil }
    switch id.entityName {
    case "Thing": return try context.object(Thing.self, with: id)
    case "Box": return try context.object(Box.self, with: id)
    case "Tag": return try context.object(Tag.self, with: id)
    case "Recipe": return try context.object(Recipe.self, with: id)
    case "Step": return try context.object(Step.self, with: id)
    default: return try context.object(Maker.self, with: id)
    }
  }

  /// Returns one of the live records, or of those of `entity` and its subentities.
  mutating func pick(_ entity: String? = nil) -> Key? {
    let names = entity == "Thing" ? ["Thing", "Gadget"] : entity.map { [$0] }
    let keys = naive.live.filter { names?.contains(naive.records[$0]?.entity ?? "") ?? true }
    return keys.isEmpty ? nil : random.pick(keys)
  }

  /// Returns the name of the attribute of `key` that is a text of any kind.
  func label(of key: Key) -> String {
    switch naive.records[key]?.entity {
    case "Recipe": "title"
    case "Step": "text"
    default: "name"
    }
  }

  mutating func hold(_ object: ManagedObject?) -> ManagedObject? {
    if let object, random.oneIn(2) { held.append(object) }
    return object
  }

  mutating func name() -> String { random.pick(["", "a", "B", "cab", "Abc", "b"]) }

  mutating func insert() throws -> String {
    guard naive.records.count < Self.most else { return try delete() }
    let key = nextKey
    nextKey += 1
    let name = self.name()
    let object: ManagedObject
    var values: [String: StoredValue] = ["name": .text(name)]
    let entity = random.pick([
      "Thing", "Thing", "Gadget", "Gadget", "Box", "Tag", "Maker", "Recipe", "Step", "Step",
    ])
    switch entity {
    case "Recipe":
      object = Recipe(title: name, in: context)
      values = ["title": .text(name)]
    case "Step":
      object = Step(text: name, in: context)
      values = ["text": .text(name)]
    case "Box": object = Box(name: name, in: context)
    case "Maker": object = Maker(name: name, in: context)
    case "Tag":
      guard let maker = pick("Maker"), let target = try? self.object(maker) as? Maker else {
        return "insert no tag"
      }
      object = Tag(name: name, maker: target, in: context)
      naive.insert(key, entity, values)
      naive.setToOne(key, "maker", maker)
      ids[key] = object.objectID
      return "insert Tag \(key) of \(maker)"
    default:
      let code = random.oneIn(30) ? random.below(key) : key
      let score = random.oneIn(2) ? nil : Double(random.below(10))
      let mood = random.pick(Mood.allCases)
      values["code"] = .integer(Int64(code))
      values["score"] = score?.storedValue ?? .null
      values["mood"] = mood.storedValue
      if entity == "Thing" {
        object = Thing(code: code, name: name, score: score, mood: mood, in: context)
      } else {
        let gadget = context.insert(Gadget.self)
        gadget.code = code
        gadget.name = name
        gadget.score = score
        gadget.mood = mood
        gadget.power = random.below(5)
        values["power"] = gadget.power.storedValue
        object = gadget
      }
    }
    naive.insert(key, entity, values)
    ids[key] = object.objectID
    return "insert \(entity) \(key)"
  }

  private mutating func setAttribute() throws -> String {
    guard let key = pick(), let object = hold(try object(key)) else { return "nothing to change" }
    var name = label(of: key)
    var value: StoredValue = .text(self.name())
    if let thing = object as? Thing, random.oneIn(2) {
      switch random.below(4) {
      case 0:
        let taken = naive.live.map { naive.integer($0, "code") }
        thing.code = random.oneIn(3) ? random.pick(taken) : 1000 + random.below(1000)
        (name, value) = ("code", thing.code.storedValue)
      case 1:
        thing.score = random.oneIn(3) ? nil : Double(random.below(10))
        (name, value) = ("score", thing.score?.storedValue ?? .null)
      default:
        thing.mood = random.pick(Mood.allCases)
        (name, value) = ("mood", thing.mood.storedValue)
      }
    } else if case .text(let text) = value {
      try object.setValue(text, forKey: name)
    }
    naive.records[key]?.values[name] = value
    return "set \(key).\(name) to \(value)"
  }

  /// Returns one of the relationships of a live record.
  mutating func pickRelation(
    isToMany: Bool
  ) throws -> (Key, ManagedObject, NaiveGraph.Relation)? {
    guard let key = pick(), let object = hold(try object(key)) else { return nil }
    let relations = naive.relations(of: key).filter { $0.isToMany == isToMany }
    return relations.isEmpty ? nil : (key, object, random.pick(relations))
  }

  mutating func setToOne() throws -> String {
    guard let (key, object, relation) = try pickRelation(isToMany: false) else {
      return "no to-one"
    }
    let isRequired = naive.records[key]?.entity == "Tag"
    let target = random.oneIn(4) && !isRequired ? nil : pick(relation.target)
    guard target != nil || !isRequired else { return "no target" }
    try object.setValue(try target.flatMap { try self.object($0) }, forKey: relation.name)
    naive.setToOne(key, relation.name, target)
    return "set \(key).\(relation.name) to \(target ?? 0)"
  }

  mutating func setToMany() throws -> String {
    guard let (key, object, relation) = try pickRelation(isToMany: true) else {
      return "no to-many"
    }
    var members = naive.toMany(key, relation.name)
    switch random.below(4) {
    case 0: members = []
    case 1: if let member = members.min() { members.removeAll { $0 == member } }
    case 2: members.reverse()
    default: break
    }
    for _ in 0..<random.below(4) {
      if let member = pick(relation.target), !members.contains(member) {
        members.insert(member, at: random.below(members.count + 1))
      }
    }
    // The order of members decides who is whose partner no more, so that it may not matter here.
    let objects = try members.compactMap { try self.object($0) }
    let value: Any = relation.isOrdered ? objects : Set(objects)
    try object.setValue(value, forKey: relation.name)
    naive.setToMany(key, relation.name, members)
    return "set \(key).\(relation.name) to \(relation.isOrdered ? members : members.sorted())"
  }

  mutating func delete() throws -> String {
    guard let key = pick(), let object = hold(try object(key)) else { return "nothing to delete" }
    context.delete(object)
    naive.delete(key)
    return "delete \(key)"
  }

  mutating func save() throws -> String {
    let inserted = context.insertedObjects
    let former = inserted.map(\.objectID)
    let temporary = Dictionary(uniqueKeysWithValues: ids.map { ($1, $0) })
    let keys = inserted.map { temporary[$0.objectID] }
    do {
      try context.save()
      if naive.isUnfit { findings.append("an unfit graph has been saved") }
    } catch {
      if !naive.isUnfit { findings.append("a fit graph has not been saved: \(error)") }
      if inserted.map(\.objectID) != former {
        findings.append("a new object has another id than before the save")
      }
      return random.oneIn(2) ? "save in vain" : "save in vain, " + rollBack()
    }
    naive.save()
    for (key, object) in zip(keys, inserted) { if let key { ids[key] = object.objectID } }
    findings += try differences(in: container.newContext())
    return "save"
  }

  mutating func rollBack() -> String {
    context.rollback()
    naive.rollBack()
    return "roll back"
  }

  private mutating func refresh() throws -> String {
    guard let key = pick(), !naive.isNew(key), let object = hold(try object(key)) else {
      return "nothing to refresh"
    }
    // What of an order is taken back with one end of it is left to tests of its own.
    let isInOrder = naive.relations(of: key).contains(where: \.isOrdered) || object is Step
    let merging = isInOrder || random.oneIn(2)
    try context.refresh(object, mergingChanges: merging)
    if !merging { naive.refresh(key) }
    return "refresh \(key)\(merging ? " merging" : "")"
  }

  private mutating func changeContext() -> String {
    held = []
    context = container.newContext()
    naive.rollBack()
    return "new context"
  }

  /// Makes faults of one object, of some, or of all that have no changes.
  private mutating func makeFaults() -> String {
    if random.oneIn(2) {
      context.refreshAll()
      return "refresh all"
    }
    let objects = context.unit.maps.flatMap(\.objects).sorted { $0.__rowID < $1.__rowID }
    guard !objects.isEmpty else { return "no faults" }
    let chosen = (0..<random.below(4)).map { _ in random.pick(objects) }
    context.turnIntoFaults(chosen)
    return "make faults of \(chosen.count)"
  }

  private mutating func fetch() throws -> String {
    let context = context
    let ids = ids
    let pair = ConditionPair.random(&random, naive) { key in
      ids[key].flatMap { try? context.object(Box.self, with: $0) }
    }
    var request = FetchRequest<Thing>()
    request.condition = pair.condition
    let order = random.pick([SortDirection.ascending, .descending])
    let sorting = random.below(4)
    switch sorting {
    case 0: request = request.sorted(by: \.name, order, ignoringCase: true)
    case 1: request = request.sorted(by: \.score, order)
    case 2: request = request.sorted(order) { $0.box.name }
    default: break
    }
    var keys = naive.live.filter {
      ["Thing", "Gadget"].contains(naive.records[$0]?.entity ?? "") && pair.holds($0, naive)
    }
    keys.sort { left, right in
      let (first, second) = (sortKey(left, sorting), sortKey(right, sorting))
      // Ties are in the direction of the order.
      if first == second {
        return sorting == 3 || order == .ascending ? left < right : right < left
      }
      return order == .ascending ? first < second : second < first
    }
    if random.oneIn(3) { request = request.limit(random.below(5)).offset(random.below(3)) }
    keys = Array(keys.dropFirst(request.offset).prefix(request.limit ?? keys.count))
    let expected = keys.map { ids[$0] }
    let text = "fetch \(request)"
    if try context.identifiers(request) != expected { findings.append("wrong identifiers") }
    if try context.count(request) != expected.count { findings.append("wrong count") }
    let found = try context.fetch(request).map(\.objectID)
    if found != expected { findings.append("found \(found), should be \(expected)") }
    return text
  }

  /// Returns what a thing is sorted by, nil before everything.
  private func sortKey(_ key: Key, _ sorting: Int) -> [Double] {
    switch sorting {
    case 0: return naive.string(key, "name").lowercased().utf8.map { Double($0) }
    case 1: return naive.real(key, "score").map { [$0] } ?? []
    case 2:
      return naive.toOne(key, "box").map { [-1] + naive.string($0, "name").utf8.map { Double($0) } }
        ?? []
    default: return []
    }
  }
}

extension [Double] {
  fileprivate static func < (left: Self, right: Self) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}
