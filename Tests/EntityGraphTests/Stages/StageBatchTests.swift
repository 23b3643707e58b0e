import EntityGraph
import Foundation
import TestSupport
import Testing

/// Stages that commit in between, and go on where they were.
@Suite struct StageBatchTests {
  @Test func aStageWorksInBatchesAndGoesOnWhereItWas() throws {
    struct Stop: Error {}
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory, people: 2000)
      for stop in [1500, 700, nil] {
        let visited = Counter()
        let migration = Migration(from: 1, to: 2, batchSize: 500) { stage in
          try stage.once { try stage.insert(Snapshot2.Address(street: "once", city: "c")) }
          try stage.forEach(Snapshot1.Person.self) { old in
            if visited.next() == stop { throw Stop() }
            return Snapshot2.Person(from: old, initials: old.name, age: 1)
          }
        }
        guard stop != nil else {
          let container = try town.open([migration])
          let context = container.newContext()
          #expect(try context.count(StageSecond.Person.all) == 2000)
          #expect(try context.fetch(StageSecond.Address.all).map(\.street) == ["once"])
          #expect(visited.count < 1000)
          container.close()
          continue
        }
        #expect(throws: StoreError.self) { try town.open([migration]) }
        let plan = try PersistentContainer.migrationPlan(
          for: try StageSecond.model(), at: .file(town.path), migrations: [migration])
        #expect(plan?.isAutomatic == true)
        for model in [try StageFirst.model(), try StageSecond.model()] {
          let error = #expect(throws: StoreError.self) {
            try PersistentContainer(model: model, at: .file(town.path))
          }
          #expect(error?.message.contains("has begun to migrate the store") == true)
        }
      }
    }
  }

  @Test func aLoopWithinALoopIsDoneForEachObjectAlsoInBatches() throws {
    struct Stop: Error {}
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory, people: 40)
      for stop in [25, nil] {
        let visited = Counter()
        let migration = Migration(from: 1, to: 2, batchSize: 5) { stage in
          try stage.forEach(Snapshot1.Person.self) { old in
            if visited.next() == stop { throw Stop() }
            try stage.visit(Snapshot1.Company.self) { company in
              try stage.insert(Snapshot2.Address(street: old.name, city: company.name))
            }
            return Snapshot2.Person(from: old, initials: old.name, age: 1)
          }
        }
        if stop != nil {
          #expect(throws: StoreError.self) { try town.open([migration]) }
          continue
        }
        let container = try town.open([migration])
        let addresses = try container.newContext().fetch(StageSecond.Address.all)
        #expect(addresses.map(\.street).sorted() == (0..<40).map { "Person \($0)" }.sorted())
        #expect(visited.count < 25)
        container.close()
      }
    }
  }

  @Test func onceWithinALoopIsRefused() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let error = try town.refusal([
        Migration(from: 1, to: 2) { stage in
          try stage.visit(Snapshot1.Person.self) { _ in try stage.once {} }
        }
      ])
      #expect(error.message.hasSuffix("which does each object once; move it outside"))
    }
  }
}

/// Counts calls on one thread.
private final class Counter: @unchecked Sendable {
  // A migration runs on the thread of the test.
  private(set) var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
