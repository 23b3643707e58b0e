import EntityGraph
import Testing

@testable import EntityRuntime

/// Two contexts over one store: `theirs` saves first, `ours` saves after it.
struct MergeDuel {
  let container: PersistentContainer
  let ours: ManagedObjectContext
  let theirs: ManagedObjectContext

  /// Opens a store of `kind` for a bookshop.
  static func bookshop(_ kind: StoreKind) throws -> MergeDuel {
    MergeDuel(try kind.container(Author.self, Book.self, Subject.self, Profile.self))
  }

  /// Opens a store of `kind` for a workshop.
  static func workshop(_ kind: StoreKind) throws -> MergeDuel {
    MergeDuel(try kind.container(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self))
  }

  /// Opens a store of `kind` for a warehouse.
  static func warehouse(_ kind: StoreKind) throws -> MergeDuel {
    MergeDuel(
      try kind.container(
        Customer.self, Order.self, OrderLine.self, Item.self, Note.self, Club.self, Card.self))
  }

  /// Opens a store of `kind` for a harbor.
  static func harbor(_ kind: StoreKind) throws -> MergeDuel {
    MergeDuel(try kind.container(Vessel.self, Sailor.self, Crate.self))
  }

  private init(_ container: PersistentContainer) {
    self.container = container
    ours = container.newContext()
    theirs = container.newContext()
  }

  /// Returns our live object of `object`, which is theirs.
  func own<Object: ManagedObject>(_ object: Object) throws -> Object {
    try #require(try ours.object(Object.self, with: object.objectID))
  }

  /// Saves our side as `policy` says, expects that the context is sound and that a new one reads
  /// what it holds; a text of all bookshop objects.
  func merge(
    _ policy: MergePolicy, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    expectSound(ours, sourceLocation: sourceLocation)
    try ours.save(merging: policy)
    expectSound(ours, sourceLocation: sourceLocation)
    #expect(!ours.hasChanges, sourceLocation: sourceLocation)
  }

  /// Expects that saving our side as `policy` says throws an `Expected`, which is returned, and
  /// changes nothing, in memory or in the store.
  @discardableResult
  func expectFailure<Expected: Error, each Object: ManagedObject>(
    _ policy: MergePolicy, _ expected: Expected.Type, _ types: repeat (each Object).Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Expected? {
    let stored = try graph(container.newContext(), repeat each types)
    let lines = ours.unit.lines
    let error = #expect(throws: Expected.self, sourceLocation: sourceLocation) {
      try ours.save(merging: policy)
    }
    expectSound(ours, sourceLocation: sourceLocation)
    #expect(lines.subtracting(ours.unit.lines) == [], sourceLocation: sourceLocation)
    #expect(
      try graph(container.newContext(), repeat each types) == stored,
      sourceLocation: sourceLocation)
    return error
  }
}

extension UnitOfWork {
  /// What is known of the objects, a line for each of the lists, values and loaded members, without
  /// reading anything. What is read later adds lines.
  var lines: Set<String> {
    let lists = tracker.lists
    func ids(_ objects: [ManagedObject]) -> [String] { objects.map { "\($0.__objectID)" } }
    var lines: Set = [
      "inserted \(ids(lists.inserted))", "changed \(ids(lists.changed))",
      "deleted \(ids(lists.deleted))",
    ]
    for id in ids(lists.touched) { lines.insert("touched \(id)") }
    for object in Set(lists.all + maps.flatMap(\.objects))
    where !object.__flags.contains(.isFault) {
      let flags = object.__flags.subtracting([.holdsObjects, .isTouched])
      var parts = ["\(object.__objectID)", "\(flags.rawValue)", "\(object.__version)"]
      for index in object.__entity.columnIndexes {
        parts.append("\(object.storedValue(at: index))")
        if object.__changes?.original != nil {
          parts.append("was \(object.originalStoredValue(at: index))")
        }
      }
      lines.insert(parts.joined(separator: " "))
      for state in object.__toManys {
        let here = "\(object.__objectID) \(state.index)"
        if let members = state.members { lines.insert("\(here): \(ids(members.objects).sorted())") }
        // What is to be deleted is found to be removed when members are loaded.
        for id in ids(state.added.objects) { lines.insert("\(here) + \(id)") }
        for id in ids(Array(state.removed)) { lines.insert("\(here) - \(id)") }
      }
    }
    return lines
  }
}
