import EntityGraph
import Testing

@testable import EntityRuntime

/// A wagon of a train, which knows the one before it and those after it.
@Entity final class Wagon: ManagedObject {
  var number: Int = 0
  @Transient var freight: Freight?
  @Relationship(inverse: "followers", deleteRule: .nullify) var front: Wagon?
  @Relationship(inverse: "front", deleteRule: .nullify) var followers: Set<Wagon>
}

/// Does something when the wagon that it is on is released.
final class Freight {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  deinit { action() }
}

@Suite struct ReleaseQueueTests {
  @Test func aChainLongerThanTheStackIsReleased() throws {
    let (context, map) = try train(of: 30_000)
    var last: Wagon?
    for wagon in try fetch(context) where wagon.front != nil { last = wagon }
    #expect(map.count == 30_000)
    last = nil
    #expect(map.count == 0)
    _ = last
  }

  @Test func aChainOfToManysLongerThanTheStackIsReleased() throws {
    let (context, map) = try train(of: 30_000)
    var first: Wagon?
    for wagon in try fetch(context).reversed() {
      #expect(wagon.followers.count <= 1)
      first = wagon
    }
    #expect(map.count == 30_000)
    #expect(first?.number == 0)
    first = nil
    #expect(map.count == 0)
  }

  @Test func whatOthersHoldStaysWithAllThatItHolds() throws {
    let (context, map) = try train(of: 5)
    var wagons = try fetch(context)
    for wagon in wagons { _ = wagon.front }
    let middle = wagons[2]
    wagons = []
    #expect(map.objects.map(\.__rowID).sorted() == [1, 2, 3])
    #expect(middle.front?.front?.number == 0)
    expectSound(context)
  }

  @Test func theMembersOfAToManyAreReleasedUnlessOthersHoldThem() throws {
    let (context, map) = try train(of: 1, followers: 3)
    var wagons = try fetch(context)
    #expect(wagons[0].followers.count == 3)
    let held = wagons[2]
    wagons = []
    #expect(map.objects.map { $0 } == [held])
    #expect(held.number == 2)
    expectSound(context)
  }

  @Test func aReleaseWithinAReleaseReleasesAllOfBoth() throws {
    let (context, map) = try train(of: 20)
    var wagons = try fetch(context)
    // Two trains of ten: the wagon at the front of the first one holds the end of the second one.
    for wagon in wagons where wagon.number != 10 { _ = wagon.front }
    var end: Wagon? = wagons[9]
    var other: Wagon? = wagons[19]
    var sizes: [Int] = []
    wagons[0].freight = Freight {
      sizes.append(map.count)
      other = nil
      sizes.append(map.count)
    }
    wagons = []
    #expect(map.count == 20)
    end = nil
    #expect(other == nil)
    #expect(end == nil)
    #expect(sizes.count == 2)
    #expect(map.count == 0)
    expectSound(context)
  }

  /// Returns a context over the wagons of a train that has been saved, and the map of its objects.
  private func train(
    of count: Int, followers: Int = 0
  ) throws -> (ManagedObjectContext, IdentityMap) {
    let bench = try Bench(Wagon.self)
    let writing = bench.container.newContext()
    var last: Wagon?
    for number in 0..<count { last = Wagon(number: number, front: last, in: writing) }
    for number in 0..<followers { _ = Wagon(number: count + number, front: last, in: writing) }
    try writing.save()
    let context = bench.container.newContext()
    return (context, context.unit.maps[try context.unit.entity(of: Wagon.self).tree])
  }

  /// Returns the wagons in their order.
  private func fetch(_ context: ManagedObjectContext) throws -> [Wagon] {
    try context.fetch(Wagon.sorted(by: \.number))
  }
}
