import EntityGraph
import TestSupport

@testable import EntityRuntime

/// Has several contexts change one store at random and merge, and compares each save with what a
/// naive three-way merge of its rows says.
struct RandomMergeRun {
  private let container: PersistentContainer
  private var random: SeededRandom
  private var workers: [Worker]
  private var nextCode = 1

  /// What the last step found wrong by itself.
  private var findings: [String] = []

  /// How many saves have been merged, have failed, and have gone through as they were.
  private(set) var merged = 0
  private(set) var failed = 0
  private(set) var plain = 0

  /// A context and what its user holds.
  private struct Worker {
    let context: ManagedObjectContext
    var held: [ManagedObject] = []
  }

  /// Who wins where a row is in conflict.
  private enum Rule: CaseIterable {
    case error, ours, theirs, preferringOurs, preferringTheirs, closure, refusal

    var policy: MergePolicy {
      switch self {
      case .error: .error
      case .ours: .ours
      case .theirs: .theirs
      case .preferringOurs: .byProperty(preferring: .ours)
      case .preferringTheirs: .byProperty(preferring: .theirs)
      case .closure:
        MergePolicy { conflict in
          conflict.takeContested(.theirs)
          conflict.take(.ours, of: "name")
        }
      case .refusal: MergePolicy { _ in throw Refusal() }
      }
    }
  }

  private struct Refusal: Error {}

  /// The values that the row of an object should have after a save, as far as that is simple.
  private struct Expectation {
    let id: ObjectID
    let values: [String: StoredValue]
  }

  private static let policies = Rule.allCases

  init(seed: UInt64, over store: StoreKind) throws {
    container = try store.container(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self)
    random = SeededRandom(seed: seed)
    let container = container
    workers = (0..<(2 + Int(seed % 3))).map { _ in Worker(context: container.newContext()) }
  }

  /// Returns everything that is wrong.
  mutating func problems() throws -> String {
    defer { findings = [] }
    let unsound = workers.enumerated().flatMap { index, worker in
      worker.context.unit.checkInvariants(isStale: true).map { "\(index): \($0)" }
    }
    return (findings + unsound).joined(separator: "\n")
  }

  // MARK: Steps

  /// Does something in one of the contexts and returns what.
  mutating func step() throws -> String {
    let index = random.below(workers.count)
    let text: String
    switch random.below(24) {
    case 0..<3: text = try insert(index)
    case 3..<9: text = try setAttribute(index)
    case 9..<13: text = try setToOne(index)
    case 13..<15: text = try setToMany(index)
    case 15: text = try delete(index)
    case 16..<22: text = try save(index)
    case 22 where random.oneIn(3):
      workers[index].context.refreshAll()
      text = "refresh all"
    default:
      if random.oneIn(2) {
        workers[index].context.rollback()
        text = "roll back"
      } else if random.oneIn(2) {
        workers[index] = Worker(context: container.newContext())
        text = "new context"
      } else {
        text = "nothing"
      }
    }
    if random.oneIn(10) { workers[index].held = [] }
    return "\(index): \(text)"
  }

  /// Returns one of the live objects of `type` in the context at `index`, as it is known there.
  private mutating func pick<Object: ManagedObject>(
    _ index: Int, _ type: Object.Type
  ) throws -> Object? {
    let found = workers[index].held.compactMap { $0 as? Object }.filter {
      !$0.isDeleted && $0.managedObjectContext != nil
    }
    if !found.isEmpty, !random.oneIn(4) { return random.pick(found) }
    let objects = try workers[index].context.fetch(type.all)
    guard !objects.isEmpty else { return nil }
    let object = random.pick(objects)
    workers[index].held.append(object)
    return object
  }

  private mutating func pickAny(_ index: Int) throws -> ManagedObject? {
    switch random.below(6) {
    case 0: try pick(index, Box.self)
    case 1: try pick(index, Tag.self)
    case 2: try pick(index, Maker.self)
    default: try pick(index, Thing.self)
    }
  }

  private mutating func insert(_ index: Int) throws -> String {
    let context = workers[index].context
    // Few objects, so that contexts meet.
    if try context.count(Thing.all) > 8 { return try delete(index) }
    let object: ManagedObject
    nextCode += 1
    switch random.below(6) {
    case 0: object = Box(name: "box", in: context)
    case 1: object = Maker(name: "maker", in: context)
    case 2:
      guard let maker = try pick(index, Maker.self) else { return "no maker" }
      object = Tag(name: "tag", maker: maker, in: context)
    case 3:
      let gadget = context.insert(Gadget.self)
      gadget.code = nextCode
      object = gadget
    default: object = Thing(code: random.oneIn(8) ? 3 : nextCode, in: context)
    }
    workers[index].held.append(object)
    return "insert \(object.objectID)"
  }

  private mutating func setAttribute(_ index: Int) throws -> String {
    guard let object = try pickAny(index) else { return "nothing to change" }
    let number = random.below(4)
    if let thing = object as? Thing, random.oneIn(2) {
      if random.oneIn(6) {
        thing.code = 1 + random.below(nextCode)
      } else {
        thing.score = Double(number)
      }
    } else {
      try object.setValue("\(number)", forKey: "name")
    }
    return "change \(object.objectID)"
  }

  private mutating func setToOne(_ index: Int) throws -> String {
    let isNil = random.oneIn(4)
    let isBox = random.oneIn(4)
    let name = random.pick(isBox ? ["twin", "parent"] : ["box", "next", "whole", "maker"])
    let owner: ManagedObject? = isBox ? try pick(index, Box.self) : try pick(index, Thing.self)
    guard let owner, owner.__entity.layout.propertyIndex(name) != nil else { return "no owner" }
    var target: ManagedObject?
    switch name {
    case "next": target = try pick(index, Thing.self)
    case "whole": target = try pick(index, Gadget.self)
    case "maker": target = try pick(index, Maker.self)
    default: target = try pick(index, Box.self)
    }
    if isNil { target = nil }
    try owner.setValue(target, forKey: name)
    return "\(owner.objectID).\(name) = \(target.map { "\($0.objectID)" } ?? "nil")"
  }

  private mutating func setToMany(_ index: Int) throws -> String {
    guard let thing = try pick(index, Thing.self) else { return "no thing" }
    if random.oneIn(2) {
      guard let other = try pick(index, Thing.self) else { return "no thing" }
      if thing.links.contains(other) {
        thing.links.remove(other)
      } else {
        thing.links.insert(other)
      }
    } else {
      guard let tag = try pick(index, Tag.self) else { return "no tag" }
      if tag.things.contains(thing) { tag.things.remove(thing) } else { tag.things.insert(thing) }
    }
    return "link \(thing.objectID) \(thing.links.map(\.objectID)) \(thing.tags.map(\.objectID))"
  }

  private mutating func delete(_ index: Int) throws -> String {
    guard let object = try pickAny(index) else { return "nothing to delete" }
    workers[index].context.delete(object)
    return "delete \(object.objectID)"
  }

  // MARK: Saving

  private mutating func save(_ index: Int) throws -> String {
    let context = workers[index].context
    let rule = random.pick(Self.policies)
    let lists = context.unit.tracker.lists
    let saved = lists.inserted + lists.changed.filter { !$0.differingProperties.isEmpty }
    let before = container.newContext()
    let expectations = try expectations(lists, rule, before)
    let isDeleting = !lists.deleted.isEmpty
    let lines = context.unit.lines
    // What could not be read before the save is reported by it, whatever the policy.
    let isDamaged = !context.pendingErrors.isEmpty
    do {
      try context.save(merging: rule.policy)
      if expectations == nil { plain += 1 } else { merged += 1 }
      if context.hasChanges { findings.append("there are changes after a save") }
    } catch {
      failed += 1
      return failure(error, context, lines, isDamaged, rule)
    }
    let fresh = container.newContext()
    findings += try stored(saved, fresh)
    for expectation in expectations ?? [] where !isDeleting {
      findings += try differences(expectation, fresh)
    }
    _ = try graph(fresh, Box.self, Maker.self, Tag.self, Thing.self)
    findings += fresh.unit.checkInvariants()
    findings += fresh.pendingErrors.map { "damage: \($0)" }
    return "save as \(rule)\(expectations == nil ? "" : ", merging")"
  }

  private mutating func failure(
    _ error: any Error, _ context: ManagedObjectContext, _ lines: Set<String>, _ isDamaged: Bool,
    _ rule: Rule
  ) -> String {
    let now = context.unit.lines
    findings += lines.subtracting(now).sorted().map { "  was: \($0)" }
    if !findings.isEmpty { findings += now.subtracting(lines).sorted().map { "  is:  \($0)" } }
    switch error {
    case is ConflictError, is ValidationError, is Refusal: break
    case let error as StoreError where error.code == .uniqueViolation:
      if error.uniqueViolations.isEmpty { findings.append("a violation without details") }
    // The rule of some relationships is to do nothing, which the store refuses.
    case let error as StoreError where error.code == .foreignKeyViolation:
      if error.properties != ["whole"] { findings.append("\(error)") }
    case is ReadError where isDamaged: break
    default: findings.append("\(error)")
    }
    if random.oneIn(2) {
      context.rollback()
      context.refreshAll()
    }
    return "save in vain as \(rule): \(error)"
  }

  /// Returns how the rows of `saved` differ from what is known of them in memory.
  private func stored(
    _ saved: [ManagedObject], _ fresh: ManagedObjectContext
  ) throws -> [String] {
    try saved.flatMap { object -> [String] in
      guard !object.__flags.contains(.isDetached) else { return [] }
      guard let row = try fresh.unit.find(object.__objectID) else {
        return ["\(object.__objectID) has been saved and does not exist"]
      }
      return object.__entity.columnIndexes.compactMap { column in
        let (here, there) = (object.storedValue(at: column), row.storedValue(at: column))
        return here == there
          ? nil
          : "\(object.__objectID).\(object.__propertyName(column)) is \(here), stored \(there)"
      }
    }
  }

  /// Returns what the rows in conflict are to hold by a naive three-way merge, their attributes and
  /// no more; `nil` if none is in conflict.
  private func expectations(
    _ lists: ChangeTracker.Lists, _ rule: Rule, _ before: ManagedObjectContext
  ) throws -> [Expectation]? {
    var found: [Expectation] = []
    for object in lists.changed where !object.__flags.contains(.isDeleted) {
      guard !object.differingProperties.isEmpty,
        let row = try before.unit.find(object.__objectID),
        row.__version != object.__version
      else { continue }
      var values: [String: StoredValue] = [:]
      for column in object.__entity.columnIndexes
      where object.__entity.relationships[column] == nil {
        let (base, ours) = (
          object.originalStoredValue(at: column), object.storedValue(at: column)
        )
        let theirs = row.storedValue(at: column)
        let name = object.__propertyName(column)
        let isContested = base != ours && base != theirs
        let isOurs =
          switch rule {
          case .error, .refusal: false
          case .ours: true
          case .theirs: false
          case .preferringOurs: isContested || base == theirs
          case .preferringTheirs: !isContested && base == theirs
          case .closure: name == "name" || !isContested && base == theirs
          }
        values[name] = isOurs ? ours : theirs
      }
      found.append(Expectation(id: object.__objectID, values: values))
    }
    return found.isEmpty ? nil : found
  }

  /// Returns how the row of `expectation` differs from it; one that is gone went by a delete rule.
  private func differences(
    _ expectation: Expectation, _ fresh: ManagedObjectContext
  ) throws -> [String] {
    guard let row = try fresh.unit.find(expectation.id) else { return [] }
    return try expectation.values.sorted { $0.key < $1.key }.compactMap { name, value in
      let found = try row.__unit.value(name, of: row)
      return found == value ? nil : "\(expectation.id).\(name) is \(found), should be \(value)"
    }
  }
}

extension UnitOfWork {
  /// Returns the object with `id`, or nil.
  fileprivate func find(_ id: ObjectID) throws -> ManagedObject? {
    guard let entity = entities.first(where: { $0.name == id.entityName }) else { return nil }
    return try queries.object(entity.type, with: id)
  }

  /// Returns the stored value of the property `name` of `object`.
  fileprivate func value(_ name: String, of object: ManagedObject) throws -> StoredValue {
    guard let index = object.__entity.layout.propertyIndex(name) else { return .null }
    return object.storedValue(at: index)
  }
}
