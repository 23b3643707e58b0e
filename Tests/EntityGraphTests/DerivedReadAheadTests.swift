import EntityGraph
import TestSupport
import Testing

/// What is derived of objects that are gone through while one state of the store is read.
@Suite struct DerivedReadAheadTests {
  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer.forTesting(
      model: ObjectModel(Shelf.self, ShelfItem.self, ShelfLabel.self))
    let context = container.newContext()
    for number in 0..<1000 {
      let shelf = Shelf(name: "\(number)", in: context)
      for part in 0..<number % 4 {
        ShelfItem(name: "", weight: part * 3, in: context).shelf = shelf
      }
    }
    try context.save()
  }

  @Test func `objects of a fetch that are gone through take few queries`() async throws {
    let counts = (0..<1000).map { $0 % 4 }
    try await container.read { [container] context in
      let shelves = try context.fetch(Shelf.all)
      // One, then 8 that follow, then 16, and so on.
      try container.expectQueries(8) {
        #expect(shelves.map(\.itemCount) == counts)
        #expect(shelves.reversed().map(\.itemCount) == counts.reversed())
      }
      // As many of both that are asked for the first time, of half of the objects.
      try container.expectQueries(16) {
        for shelf in shelves where shelf.itemCount % 2 == 1 {
          #expect(shelf.heavyCount == shelf.itemCount / 3 && shelf.brightCount == 0)
        }
      }
    }
  }

  @Test func `objects that are asked here and there are read alone`() async throws {
    try await container.read { [container] context in
      let shelves = try context.fetch(Shelf.all)
      let numbers = (1...100).map { $0 * 377 % 1000 }
      try container.expectQueries(100) {
        for number in numbers { #expect(shelves[number].itemCount == number % 4) }
      }
      // What has been read in one state is known in it.
      try container.expectQueries(0) {
        for number in numbers { #expect(shelves[number].itemCount == number % 4) }
      }
    }
  }

  @Test func `each request of a context by itself sees what has been saved before it`() throws {
    let context = container.newContext()
    let other = container.newContext()
    let shelves = try context.fetch(Shelf.all)
    let others = try other.fetch(Shelf.all)
    for (number, shelf) in shelves.prefix(50).enumerated() {
      #expect(shelf.itemCount == number % 4)
      ShelfItem(name: "", weight: 1, in: other).shelf = others[number]
      try other.save()
      #expect(shelf.itemCount == number % 4 + 1)
    }
  }

  @Test func `a read sees one state, and the next one what has been saved since`() async throws {
    try await container.read { [container] context in
      let shelves = try context.fetch(Shelf.all)
      for (number, shelf) in shelves.prefix(100).enumerated() {
        #expect(shelf.itemCount == number % 4)
      }
      let other = container.newContext()
      for shelf in try other.fetch(Shelf.all) {
        ShelfItem(name: "", weight: 1, in: other).shelf = shelf
      }
      try other.save()
      for (number, shelf) in shelves.enumerated() { #expect(shelf.itemCount == number % 4) }
    }
    try await container.read { context in
      for (number, shelf) in try context.fetch(Shelf.all).enumerated() {
        #expect(shelf.itemCount == number % 4 + 1)
      }
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `a transaction sees what it has changed, whoever has changed it`(seed: UInt64) async throws {
    try await container.write { context in
      var random = SeededRandom(seed: seed)
      let shelves = try context.fetch(Shelf.all)
      for step in 0..<40 {
        for _ in 0..<3 {
          guard let shelf = shelves.randomElement(using: &random) else { continue }
          let weight = Int.random(in: 0..<10, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: ShelfItem(name: "\(step)", weight: weight, in: context).shelf = shelf
          case 1: try context.delete(ShelfItem.where { $0.shelf == shelf && $0.weight < weight })
          case 2: try context.update(ShelfItem.where { $0.shelf == shelf }) { $0.weight += 2 }
          case 3: try context.execute("UPDATE ShelfItem SET weight = 0")
          default: try context.save()
          }
        }
        let first = Int.random(in: 0..<900, using: &random)
        let rows = try context.fetch(Shelf.all.select { ($0.itemCount, $0.heavyCount) })
        for index in first..<first + 60 {
          #expect(shelves[index].itemCount == rows[index].0)
          #expect(shelves[index].heavyCount == rows[index].1)
        }
      }
    }
  }

  @Test func `an object whose row is gone has no count`() async throws {
    try await container.write { context in
      let shelves = try context.fetch(Shelf.all)
      #expect(shelves.prefix(10).map(\.itemCount) == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1])
      try context.execute("DELETE FROM Shelf WHERE name = \("3")")
      #expect(shelves.prefix(6).map(\.itemCount) == [0, 1, 2, 0, 0, 1])
    }
  }
}
