import Testing

@testable import EntityRuntime

@Suite struct PropertySetTests {
  /// Indexes on both sides of the word that most sets fit into.
  private static let indexes = [0, 1, 31, 63, 64, 65, 200]

  @Test func anIndexIsContainedFromItsInsertionToItsRemoval() {
    for index in Self.indexes {
      var set: PropertySet = []
      #expect(!set.contains(index))
      set.insert(index)
      #expect(set.contains(index))
      #expect(!set.contains(index + 1))
      #expect(!set.isEmpty)
      set.remove(index)
      #expect(set.isEmpty)
      #expect(set == [])
    }
  }

  @Test func theIndexesAreInAscendingOrder() {
    #expect(PropertySet(Self.indexes.reversed()).sorted == Self.indexes)
  }

  @Test func setsAreCombinedAsSetsAre() {
    let left = PropertySet(Self.indexes)
    let right: PropertySet = [1, 2, 64, 201]
    #expect(left.intersection(right).sorted == [1, 64])
    #expect(left.subtracting(right).sorted == [0, 31, 63, 65, 200])
    #expect(left.filter { $0 % 2 == 1 }.sorted == [1, 31, 63, 65])
  }
}
