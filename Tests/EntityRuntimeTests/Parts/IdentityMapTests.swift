import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct IdentityMapTests {
  @Test(arguments: 0..<8)
  func objectsAreFoundWhateverHasGone(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let bench = try bookshop()
    let books = (0..<8).map { Book(title: "\($0)", in: bench.context) }
    let map = IdentityMap()
    var expected: [Int64: Book] = [:]
    // Close together, so that ids are where the search for others begins.
    let numbers = (1...64).map { Int64($0 * (seed + 1)) }
    for step in 0..<2000 {
      let number = random.pick(numbers)
      let isGrowing = step / 200 % 2 == 0
      if let book = expected[number], !isGrowing || random.oneIn(4) {
        map.remove(book, number)
        expected[number] = nil
      } else if isGrowing || random.oneIn(4) {
        let book = random.pick(books)
        map.insert(book, number)
        expected[number] = book
      }
      #expect(map.count == expected.count)
      #expect(numbers.allSatisfy { map[$0] === expected[$0] })
    }
  }
}
