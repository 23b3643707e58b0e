import EntityGraph
import TestSupport

@testable import EntityRuntime

/// Upserts, inserts, changes, deletes and saves at random, beside a dictionary of what there is.
struct RandomUpsertRun {
  /// A guest as the dictionary has one.
  struct Entry: Equatable, CustomStringConvertible {
    var name = ""
    var visits = 0
    var house: String?
    var wishes = 0

    /// Which guest it is, whatever the address.
    var identity: Int
    var description: String { "\(identity): \(name) \(visits) \(house ?? "-") \(wishes)" }
  }

  /// An item of an upsert of many.
  private struct Item {
    let email: String
    let name: String
    let visits: Int
  }

  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private var random: SeededRandom

  /// What is stored, and what the context has, by address.
  private var stored: [String: Entry] = [:]
  private var pending: [String: Entry] = [:]

  /// The versions of the rows, and the ids of the guests, by identity.
  private var versions: [Int: Int64] = [:]
  private var ids: [Int: ObjectID] = [:]

  /// The live objects that must stay the ones of their guests, by identity.
  private var held: [Int: Guest] = [:]
  private var lastIdentity = 0
  private var problems: [String] = []

  init(seed: UInt64, over store: StoreKind) throws {
    container = try store.container(Guesthouse.classes)
    context = container.newContext()
    random = SeededRandom(seed: seed)
    for name in ["x", "y"] { _ = House(name: name, in: context) }
    for _ in 0..<3 { _ = Wish(in: context) }
    try context.save()
  }

  private mutating func newIdentity() -> Int {
    lastIdentity += 1
    return lastIdentity
  }

  private mutating func email() -> String { "\(random.below(12))@x" }

  // MARK: Steps

  /// Does something, and returns what, and in what the context or the store differs then.
  mutating func step() throws -> (operation: String, problems: [String]) {
    problems = []
    let operation: String
    switch random.below(14) {
    case 0...3: operation = try upsertOne()
    case 4: operation = try insert()
    case 5: operation = try delete()
    case 6: operation = try rename()
    case 7: operation = try relate()
    case 8, 9: operation = try save()
    case 10:
      context.rollback()
      pending = stored
      let known = Set(stored.values.map(\.identity))
      held = held.filter { known.contains($0.key) }
      operation = "rollback"
    case 11, 12: operation = try upsertMany()
    default: operation = try comeBetween()
    }
    problems += context.unit.checkInvariants()
    try compare(context, pending, "the context")
    try compare(container.newContext(), stored, "the store")
    return (operation, problems)
  }

  private mutating func upsertOne() throws -> String {
    let (email, name, throughValues) = (email(), random.pick(["a", "b"]), random.oneIn(3))
    let isThere = pending[email] != nil
    var entry = pending[email] ?? Entry(identity: newIdentity())
    let guest: Guest
    if throughValues {
      var values = Guest.Values(email: email)
      (values.name, values.visits) = (name, 9)
      values.house = try entry.house.flatMap { try context.find(House.self, \.name, $0)?.objectID }
      guest = try context.upsert(values, by: \.email)
      (entry.name, entry.visits) = (name, 9)
    } else {
      guest = try context.upsert(Guest.self, \.email, email) {
        $0.name = name
        $0.visits += 1
      }
      entry.name = name
      entry.visits += 1
    }
    if let known = held[entry.identity], known !== guest { problems.append("\(email) is another") }
    if !isThere, !guest.isInserted { problems.append("\(email) should be new") }
    held[entry.identity] = guest
    pending[email] = entry
    return "upsert \(email) \(name) \(throughValues)"
  }

  private mutating func insert() throws -> String {
    let email = email()
    guard pending[email] == nil else { return "nothing" }
    let entry = Entry(identity: newIdentity())
    held[entry.identity] = Guest(email: email, in: context)
    pending[email] = entry
    return "insert \(email)"
  }

  private mutating func object(_ email: String) throws -> Guest? {
    try context.find(Guest.self, \.email, email)
  }

  private mutating func delete() throws -> String {
    guard let (email, entry) = pick(), let guest = try object(email) else { return "nothing" }
    context.delete(guest)
    held[entry.identity] = nil
    pending[email] = nil
    return "delete \(email)"
  }

  private mutating func rename() throws -> String {
    let new = email()
    guard let (email, entry) = pick(), pending[new] == nil, let guest = try object(email) else {
      return "nothing"
    }
    guest.email = new
    pending[email] = nil
    pending[new] = entry
    return "rename \(email) to \(new)"
  }

  private mutating func relate() throws -> String {
    guard let (email, _) = pick(), let guest = try object(email) else { return "nothing" }
    let name = random.pick(["x", "y"])
    let isFull = pending.values.count { $0.house == name } >= 2
    if !isFull {
      guest.house = try context.find(House.self, \.name, name)
      pending[email]?.house = name
    }
    let wishes = try context.fetch(Wish.limit(random.below(4)))
    guest.wishes = Set(wishes)
    pending[email]?.wishes = wishes.count
    return "relate \(email)"
  }

  private mutating func pick() -> (String, Entry)? {
    let emails = pending.keys.sorted()
    guard !emails.isEmpty else { return nil }
    let email = random.pick(emails)
    return pending[email].map { (email, $0) }
  }

  private mutating func save() throws -> String {
    try context.save()
    stored = pending
    try readIDs()
    return "save"
  }

  private mutating func upsertMany() throws -> String {
    _ = try save()
    let (versions, before) = (versions, pending)
    let items = (0..<(1 + random.below(8))).map { _ in
      Item(email: email(), name: random.pick(["a", "b"]), visits: random.below(2))
    }
    let kind = random.below(3)
    let action: ConflictAction<Guest> =
      switch kind {
      case 0: .update(by: \.email)
      case 1: .update(by: \.email, only: \.visits)
      default: .keep(by: \.email)
      }
    let result = try context.insertAll(Guest.self, from: items, onConflict: action) {
      ($0.email, $0.name, $0.visits) = ($1.email, $1.name, $1.visits)
    }
    var expected: [UpsertResult.Outcome] = []
    for item in items {
      guard var entry = pending[item.email] else {
        let identity = newIdentity()
        pending[item.email] = Entry(name: item.name, visits: item.visits, identity: identity)
        expected.append(.inserted)
        continue
      }
      if kind == 0 { entry.name = item.name }
      if kind < 2 { entry.visits = item.visits }
      expected.append(entry == pending[item.email] ? .unchanged : .updated)
      pending[item.email] = entry
    }
    if result.outcomes != expected { problems.append("\(result.outcomes), not \(expected)") }
    stored = pending
    try readIDs()
    let known = items.map { item in pending[item.email].flatMap { ids[$0.identity] } }
    if result.ids.map(Optional.some) != known { problems.append("\(result.ids), not \(known)") }
    // What several items change is written once, and not at all if they change it back.
    for (email, entry) in pending {
      let former = versions[entry.identity]
      let isChanged = former != nil && entry != before[email]
      let expected = (former ?? container.store.firstVersion) + (isChanged ? 1 : 0)
      guard let version = self.versions[entry.identity], version != expected else { continue }
      problems.append("\(email) has version \(version), not \(expected)")
    }
    return "upsert \(items), \(kind)"
  }

  /// Has a second context upsert, one by one or at once, once the first one has saved.
  private mutating func comeBetween() throws -> String {
    _ = try save()
    let other = container.newContext()
    let emails = [email(), email()]
    if random.oneIn(2) {
      for email in emails { try other.upsert(Guest.self, \.email, email) { $0.visits = 5 } }
      try other.save()
    } else {
      try other.insertAll(Guest.self, from: emails, onConflict: .update(by: \.email)) {
        ($0.email, $0.visits) = ($1, 5)
      }
    }
    for email in emails {
      var entry = pending[email] ?? Entry(identity: newIdentity())
      entry.visits = 5
      pending[email] = entry
    }
    stored = pending
    try readIDs()
    context.refreshAll()
    return "another context upserts \(emails)"
  }

  // MARK: Comparing

  /// Reads the ids and versions of all rows, and notes where a guest has another id than before.
  private mutating func readIDs() throws {
    versions = [:]
    for guest in try container.newContext().fetch(Guest.all) {
      guard let identity = stored[guest.email]?.identity else { continue }
      if let known = ids[identity], known != guest.objectID {
        problems.append("\(guest.email) has the id \(guest.objectID) and had \(known)")
      }
      ids[identity] = guest.objectID
      versions[identity] = guest.__version
    }
  }

  private mutating func compare(
    _ context: ManagedObjectContext, _ expected: [String: Entry], _ name: String
  ) throws {
    var found: [String: Entry] = [:]
    for guest in try context.fetch(Guest.all) {
      found[guest.email] = Entry(
        name: guest.name, visits: guest.visits, house: guest.house?.name,
        wishes: guest.wishes.count, identity: expected[guest.email]?.identity ?? -1)
    }
    if found != expected { problems.append("\(name) has \(found), not \(expected)") }
  }
}
