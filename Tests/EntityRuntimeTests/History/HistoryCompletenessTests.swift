import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// A history has everything that is committed, and nothing else.
@Suite struct HistoryCompletenessTests {
  private static func open(_ path: String) throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self),
      at: .file(path), options: StoreOptions(history: .everything))
  }

  private static func state(of container: PersistentContainer) throws -> HistoryReplay {
    let context = container.newContext()
    return try context.read { try HistoryReplay(of: context) }
  }

  /// Changes something at random in `context`.
  private static func change(
    _ context: ManagedObjectContext, _ random: inout SeededRandom
  ) throws {
    func any<Object: ManagedObject>(_ type: Object.Type) throws -> Object? {
      let all = try context.fetch(type.all)
      return all.isEmpty ? nil : random.pick(all)
    }
    for _ in 0...random.below(4) {
      switch random.below(16) {
      case 0, 1: _ = Thing(code: random.below(1 << 40), name: "t", in: context)
      case 2, 3: context.insert(Gadget.self).code = random.below(1 << 40)
      case 4: _ = Box(name: "b", in: context)
      case 5: _ = Maker(name: "m", in: context)
      case 6:
        if let maker = try any(Maker.self) { _ = Tag(name: "g", maker: maker, in: context) }
      case 7: try any(Thing.self)?.box = try any(Box.self)
      case 8: try any(Gadget.self)?.maker = try any(Maker.self)
      case 9: if let tag = try any(Tag.self) { try any(Thing.self)?.tags.insert(tag) }
      case 10: try any(Thing.self)?.tags = []
      case 11: if let thing = try any(Thing.self) { try any(Thing.self)?.links.insert(thing) }
      case 12: try any(Thing.self)?.score = random.oneIn(3) ? nil : Double(random.below(9))
      case 13: try any(Box.self)?.parent = try any(Box.self)
      case 14:
        // A list of objects alone would have each of them fetched as a ManagedObject.
        let (thing, box) = (try any(Thing.self), try any(Box.self))
        let (tag, maker) = (try any(Tag.self), try any(Maker.self))
        let all: [ManagedObject?] = [thing, box, tag, maker]
        if let object = random.pick(all) { context.delete(object) }
      default:
        if let thing = try any(Thing.self) {
          thing.name += "x"
          thing.code = random.below(1 << 40)
        }
      }
    }
  }

  @Test(arguments: 1...UInt64(8))
  func whatTheEntriesMakeIsWhatTheStoreHolds(seed: UInt64) async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let containers = [try Self.open(path), try Self.open(path)]
      var random = SeededRandom(seed: seed)
      var contexts = containers.map { $0.newContext() }
      var replay = HistoryReplay()
      var token = try containers[0].currentToken
      let beginning = token
      var feeds = containers.map { $0.commits.makeAsyncIterator() }
      let layout = containers[0].store.layout
      for step in 0..<60 {
        let index = random.below(2)
        let before = try containers[0].currentToken
        if random.oneIn(3) {
          let start = random
          random = try await containers[index].write(author: "\(step)") { context in
            var random = start
            for _ in 0...random.below(3) {
              try Self.change(context, &random)
              do { try context.save() } catch { context.rollback() }
            }
            return random
          }
        } else {
          contexts[index].author = "\(step)"
          try Self.change(contexts[index], &random)
          do {
            try contexts[index].save()
          } catch {
            contexts[index] = containers[index].newContext()
          }
          if random.oneIn(4) { contexts[index] = containers[index].newContext() }
        }
        let entries = try containers[1 - index].history(after: token)
        #expect(entries.count <= 1)
        for entry in entries {
          #expect(entry.author == "\(step)")
          replay.apply(entry, layout)
          token = entry.token
          let published = try #require(await feeds[index].next())
          let resumed = Commit(entry)
          #expect(published.token == resumed.token && published.date == resumed.date)
          #expect(Set(published.inserted) == Set(resumed.inserted))
          #expect(Set(published.updated) == Set(resumed.updated))
          #expect(Set(published.deleted) == Set(resumed.deleted))
        }
        #expect(replay.problems == [])
        #expect(try Self.state(of: containers[index]) == replay, "step \(step)")
        #expect((try containers[0].currentToken == before) == entries.isEmpty)
      }
      let all = try containers[0].history(after: beginning)
      #expect(all.count > 20)
      for entry in all.reversed() { replay.undo(entry, layout) }
      #expect(replay == HistoryReplay())
      for container in containers { container.close() }
    }
  }

  @Test func whatALogThatEndsAnywhereHoldsIsWhatItsHistorySays() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let container = try Self.open(path)
      var random = SeededRandom(seed: 3)
      let context = container.newContext()
      for _ in 0..<12 {
        try Self.change(context, &random)
        do { try context.save() } catch { context.rollback() }
      }
      // As a crash leaves it.
      let base = try Data(contentsOf: URL(fileURLWithPath: path))
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
      var counts: Set<Int> = []
      for index in 0..<20 {
        let copy = directory.path("copy \(index)")
        try base.write(to: URL(fileURLWithPath: copy))
        let end = log.count - random.below(log.count / 2)
        try log.prefix(end).write(to: URL(fileURLWithPath: copy + "-wal"))
        let found = try Self.open(copy)
        var replay = HistoryReplay()
        let entries = try found.history()
        counts.insert(entries.count)
        for entry in entries { replay.apply(entry, found.store.layout) }
        #expect(replay.problems == [])
        #expect(try Self.state(of: found) == replay)
        found.close()
      }
      #expect(counts.count > 2)
      container.close()
    }
  }
}
