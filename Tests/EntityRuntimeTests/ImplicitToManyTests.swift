import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Sets and arrays whose members have no property for what holds them.
@Suite struct ImplicitToManyTests {
  private func bench() throws -> Bench {
    try Bench(Pigment.self, Ochre.self, Palette.self, Fresco.self, Kit.self)
  }

  // MARK: Links

  @Test(arguments: StoreKind.allCases)
  func `what a set or an array holds is saved, read and taken away`(_ store: StoreKind) throws {
    let container = try store.container(paletteClasses)
    let context = container.newContext()
    let all = pigments("abcd", context)
    let palette = Palette(name: "P", pigments: Set(all.prefix(3)), in: context)
    let fresco = Fresco(wall: "F", coats: [all[2], all[0]], in: context)
    let second = Palette(name: "Q", pigments: [all[0]], similar: [palette], in: context)
    try context.save()
    expectSound(context)
    func expect(_ held: String, _ coats: String, _ line: Int = #line) throws {
      #expect(palette.pigments.sortedNames == held, "line \(line)")
      #expect(fresco.coats.names == coats, "line \(line)")
      try context.save()
      expectSound(context)
      let other = container.newContext()
      let found = try other.only(Palette.where { $0.name == "P" })
      #expect(found.pigments.sortedNames == held, "line \(line)")
      #expect(try other.only(Fresco.all).coats.names == coats, "line \(line)")
      #expect(found.similar.isEmpty)
      #expect(try other.only(Palette.where { $0.name == "Q" }).similar == [found])
      expectSound(other)
    }
    try expect("abc", "ca")
    palette.pigments.insert(all[3])
    palette.pigments.remove(all[0])
    fresco.coats.insert(all[3], at: 1)
    try expect("bcd", "cda")
    fresco.coats.reverse()
    palette.pigments = []
    try expect("", "adc")
    #expect(second.pigments.names == "a")
  }

  @Test func `the holder alone is changed by what it holds`() throws {
    let container = try PersistentContainer(
      model: ObjectModel(classes: paletteClasses), at: .memory,
      options: StoreOptions(history: .everything))
    let context = container.newContext()
    let (a, palette) = (pigments("a", context)[0], Palette(name: "P", in: context))
    try context.save()
    let token = try container.currentToken
    palette.pigments.insert(a)
    #expect(palette.hasChanges && !a.hasChanges && !a.isUpdated)
    #expect(context.updatedObjects == [palette])
    try context.save()
    let entry = try #require(try container.history(after: token).first)
    #expect(entry.changes.map(\.entity) == ["Palette"])
    #expect(entry.changes.first?.linked == ["pigments": [a.objectID]])
    context.delete(a)
    try context.save()
    let last = try #require(try container.history(after: token).last)
    #expect(last.changes.map(\.entity) == ["Pigment"])
    #expect(palette.pigments.isEmpty)
  }

  @Test func `an array holds each member once`() throws {
    let context = try bench().context
    let all = pigments("ab", context)
    let fresco = Fresco(wall: "F", coats: [all[0], all[1], all[0]], in: context)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(
      error?.problems.map(\.message) == [
        "'Fresco.coats' holds each object once, and was given \(all[0].objectID) twice; assign an "
          + "array without it"
      ])
    #expect(fresco.coats.names == "ab")
  }

  @Test func `nothing names the inverse`() throws {
    let bench = try bench()
    let context = bench.context
    let a = pigments("a", context)[0]
    let palette = Palette(name: "P", pigments: [a], in: context)
    #expect(throws: PropertyError.self) { try a.value(forKey: "Palette.pigments") }
    #expect(try palette.value(forKey: "pigments") as? Set<ManagedObject> == [a])
    #expect(bench.container.model.properties(of: "Pigment").map(\.name) == ["name"])
    #expect(Palette.Values(palette).name == "P")
  }

  // MARK: Requests

  @Test(arguments: StoreKind.allCases, [false, true])
  func `requests ask the members and those who hold them`(
    _ store: StoreKind, _ areUnsaved: Bool
  ) throws {
    let container = try store.container(paletteClasses)
    let context = container.newContext()
    let all = pigments("abcd", context)
    let palette = Palette(name: "P", in: context)
    let fresco = Fresco(wall: "F", in: context)
    try context.save()
    palette.pigments = Set(all.prefix(3))
    fresco.coats = [all[2], all[3], all[0]]
    if !areUnsaved { try context.save() }
    #expect(
      try context.fetch(Palette.where { $0.pigments.contains { $0.name == "b" } }) == [palette])
    #expect(try context.fetch(Palette.where { $0.pigments.count > 3 }).isEmpty)
    #expect(try context.count(Fresco.where { $0.coats.contains { $0.name == "b" } }) == 0)
    #expect(try context.fetch(palette.$pigments.all).names == "abc")
    #expect(try context.count(palette.$pigments.where { $0.name > "a" }) == 2)
    #expect(try context.fetch(palette.$pigments.sorted(by: \.name, .descending)).names == "cba")
    #expect(try context.fetch(fresco.$coats.all).names == "cda")
    #expect(try context.fetch(fresco.$coats.all.limit(2)).names == "cd")
    #expect(try fresco.$coats.member(at: 1) === all[3])
    #expect(try palette.$pigments.count == 3)
    #expect(try palette.$pigments.contains(all[1]))
    #expect(try !palette.$pigments.contains(all[3]))
    // What is saved names properties, and none is the inverse.
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(palette.$pigments.all) }
  }

  @Test func `members are prefetched, and read for a batch in one query`() throws {
    let bench = try bench()
    let all = pigments("abc", bench.context)
    for name in ["P", "Q"] { _ = Palette(name: name, pigments: Set(all), in: bench.context) }
    try bench.context.save()
    let context = bench.container.newContext()
    let queries = try bench.queries {
      let found = try context.fetch(Palette.all.prefetching(\.pigments))
      #expect(found.map(\.pigments.count) == [3, 3])
    }
    #expect(queries == 2)
  }

  @Test func `a handle changes single members without loading the others`() throws {
    let bench = try bench()
    let all = pigments("abc", bench.context)
    _ = Palette(name: "P", pigments: [all[0], all[1]], in: bench.context)
    _ = Fresco(wall: "F", coats: [all[0], all[1]], in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let palette = try context.only(Palette.all)
    let fresco = try context.only(Fresco.all)
    let c = try context.only(Pigment.where { $0.name == "c" })
    let a = try context.only(Pigment.where { $0.name == "a" })
    palette.$pigments.insert(c)
    palette.$pigments.remove(a)
    try fresco.$coats.insert(c, at: 0)
    try fresco.$coats.move(a, after: c)
    #expect(palette.__toMany(1)?.members == nil)
    try context.save()
    expectSound(context)
    let other = bench.container.newContext()
    #expect(try other.only(Palette.all).pigments.sortedNames == "bc")
    #expect(try other.only(Fresco.all).coats.names == "cab")
  }

  @Test func `a live query of a handle sees what is linked`() async throws {
    try await TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(classes: paletteClasses), at: .file(directory.path("store")))
      let context = container.newContext()
      let all = pigments("ab", context)
      let fresco = Fresco(wall: "F", coats: [all[0]], in: context)
      try context.save()
      var names = container.updates(of: fresco.$coats.all.select(\.name)).makeAsyncIterator()
      #expect(try await names.next() == ["a"])
      fresco.coats = [all[1], all[0]]
      try context.save()
      #expect(try await names.next() == ["b", "a"])
      fresco.coats = [all[0], all[1]]
      try context.save()
      #expect(try await names.next() == ["a", "b"])
      container.close()
    }
  }

  // MARK: Rules

  /// How a pigment is deleted.
  enum Way: CaseIterable {
    case object, unread, bulk, statement
  }

  private func delete(_ way: Way, in bench: Bench) -> String? {
    let context = bench.container.newContext()
    return failure {
      switch way {
      case .object:
        _ = try context.fetch(Palette.all).map(\.pigments)
        _ = try context.fetch(Fresco.all).map(\.coats)
        _ = try context.fetch(Kit.all).map(\.pigments)
        context.delete(try context.only(Pigment.where { $0.name == "a" }))
        expectSound(context)
        try context.save()
      case .unread:
        context.delete(try context.only(Pigment.where { $0.name == "a" }))
        try context.save()
      case .bulk: try context.deleteAll(Pigment.where { $0.name == "a" })
      case .statement: try context.execute("DELETE FROM Pigment WHERE name = 'a'")
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `deleting a member obeys the rule that the inverse has`(_ way: Way) throws {
    let nullifying = try bench()
    var all = pigments("ab", nullifying.context)
    _ = Palette(name: "P", pigments: Set(all), in: nullifying.context)
    try nullifying.context.save()
    #expect(delete(way, in: nullifying) == nil)
    #expect(try nullifying.container.newContext().only(Palette.all).pigments.names == "b")

    let denying = try bench()
    all = pigments("ab", denying.context)
    for wall in ["F", "G"] { _ = Fresco(wall: wall, coats: all, in: denying.context) }
    try denying.context.save()
    #expect(
      delete(way, in: denying) == """
        the save has been refused:
          Pigment-1: objects that refer to it by 'Fresco.coats' forbid deleting the object, and \
        there are 2; delete them, or have it referred to no more first [validation.denied]
        """)

    let cascading = try bench()
    all = pigments("abc", cascading.context)
    _ = Kit(number: 1, pigments: [all[0], all[1]], in: cascading.context)
    try cascading.context.save()
    #expect(delete(way, in: cascading) == nil)
    let rest = cascading.container.newContext()
    #expect(try rest.count(Kit.all) == 0)
    #expect(try rest.fetch(Pigment.all).names == "c")
  }

  @Test func `counts of both ends hold, whoever makes them not`() throws {
    let bench = try bench()
    let context = bench.context
    let all = pigments("abcd", context)
    let kit = Kit(number: 1, pigments: [all[0], all[1]], in: context)
    let second = Kit(number: 2, in: context)
    try context.save()
    second.pigments.insert(all[0])
    let refusal = """
      the save has been refused:
        Pigment-1: the objects that refer to it by 'Kit.pigments' must be at most 1 and are 2 \
      [validation.count]
      """
    #expect(failure { try context.save() } == refusal)
    context.rollback()
    // Another context knows nothing of the first link.
    let other = bench.container.newContext()
    let theirs = try other.only(Kit.where { $0.number == 2 })
    theirs.$pigments.insert(try other.only(Pigment.where { $0.name == "a" }))
    #expect(failure { try other.save() } == refusal)
    kit.pigments = Set(all)
    #expect(
      failure { try context.save() } == """
        the save has been refused:
          Kit-1: 'Kit.pigments' must hold at most 3 and holds 4 [validation.count]
        """)
    context.rollback()
    // Moving one from the first to the second is no more than one at any time.
    kit.pigments.remove(all[0])
    second.pigments.insert(all[0])
    try context.save()
    #expect(try bench.container.newContext().only(Kit.where { $0.number == 2 }).pigments.count == 1)
  }

  @Test func `members of many owners are counted in one statement`() throws {
    let bench = try bench()
    let all = pigments("abcdefgh", bench.context)
    try bench.context.save()
    let kits = (0..<4).map { Kit(number: $0, in: bench.context) }
    try bench.context.save()
    for (position, pigment) in all.enumerated() {
      kits[position / 2].$pigments.insert(pigment)
    }
    let sql = try bench.sql { try bench.context.save() }
    // One of the kits, one of the pigments.
    #expect(sql.count { $0.contains("count(*)") } == 2)
  }

  @Test func `a new link to what is to be deleted is told in words`() throws {
    let bench = try bench()
    let a = pigments("a", bench.context)[0]
    _ = Kit(number: 1, in: bench.context)
    try bench.context.save()
    bench.context.delete(a)
    let other = bench.container.newContext()
    try other.only(Kit.all).pigments.insert(other.only(Pigment.all))
    try other.save()
    let error = #expect(throws: ConflictError.self) { try bench.context.save() }
    #expect(
      error?.conflicts.map { "\($0)" } == [
        "Pigment-1 is to be deleted, and Kit-1 refers to it by 'Kit.pigments' now"
      ])
  }

  // MARK: Going back, drafts

  @Test func `undo gives links back, those of deleted objects too`() throws {
    let bench = try bench()
    let context = bench.context
    let all = pigments("abc", context)
    let palette = Palette(name: "P", pigments: Set(all), in: context)
    try context.save()
    context.undoRecorder = UndoRecorder()
    let before = try palettes(context)
    palette.pigments.remove(all[2])
    context.undoRecorder?.endGroup()
    context.delete(all[0])
    try context.save()
    #expect(palette.pigments.names == "b")
    #expect(context.undo())
    #expect(palette.pigments.count == 2)
    #expect(context.undo())
    expectSound(context)
    try context.save()
    #expect(try palettes(bench.container.newContext()) == before)
    #expect(context.redo() && context.redo())
    expectSound(context)
    try context.save()
    #expect(palette.pigments.names == "b")
  }

  @Test func `drafts and kept sessions have the links`() throws {
    let bench = try bench()
    let context = bench.context
    let all = pigments("abc", context)
    let palette = Palette(name: "P", pigments: [all[0]], in: context)
    let fresco = Fresco(wall: "F", coats: [all[0], all[1]], in: context)
    try context.save()
    palette.pigments.insert(all[1])
    let draft = context.nested()
    let own = try #require(try draft.object(for: palette))
    #expect(own.pigments.sortedNames == "ab")
    own.pigments = Set(try draft.fetch(Pigment.where { $0.name != "a" }))
    try #require(try draft.object(for: fresco)).coats.reverse()
    #expect(own.size == 2)
    let kept = try EditingSession(in: draft).encoded()
    try draft.save()
    expectSound(context)
    #expect(palette.pigments.sortedNames == "bc" && fresco.coats.names == "ba")
    context.rollback()
    let resumed = try EditingSession(resuming: kept, in: bench.container)
    try resumed.save()
    let other = bench.container.newContext()
    #expect(try other.only(Palette.all).pigments.sortedNames == "bc")
    #expect(try other.only(Fresco.all).coats.names == "ba")
  }

  // MARK: Random

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `graph and store are what a naive model says`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bench = try bench()
    var context = bench.context
    for name in ["P", "Q"] { _ = Palette(name: name, in: context) }
    _ = pigments("abcdef", context)
    try context.save()
    var now: [String: Set<String>] = ["P": [], "Q": []]
    var saved = now
    for _ in 0..<300 {
      let name = random.pick(["P", "Q"])
      let palette = try context.only(Palette.where { $0.name == name })
      let letter = random.pick(["a", "b", "c", "d", "e", "f"])
      let pigment = try context.only(Pigment.where { $0.name == letter })
      switch random.below(8) {
      case 0..<2:
        palette.pigments.insert(pigment)
        now[name]?.insert(letter)
      case 2:
        palette.$pigments.insert(pigment)
        now[name]?.insert(letter)
      case 3:
        palette.$pigments.remove(pigment)
        now[name]?.remove(letter)
      case 4:
        context.delete(pigment)
        let again = pigments(letter, context)
        #expect(again.count == 1)
        for name in ["P", "Q"] { now[name]?.remove(letter) }
      case 5:
        try context.save()
        saved = now
        if random.oneIn(2) { context = bench.container.newContext() }
      case 6:
        context.rollback()
        now = saved
      default:
        let found = try context.fetch(Palette.where { $0.pigments.contains { $0.name == letter } })
        let wanted = now.filter { $0.value.contains(letter) }.keys.sorted()
        #expect(found.map(\.name).sorted() == wanted)
      }
      if random.oneIn(3) {
        for palette in try context.fetch(Palette.all) {
          #expect(Set(palette.pigments.map(\.name)) == now[palette.name])
        }
      }
      expectSound(context)
    }
  }
}
