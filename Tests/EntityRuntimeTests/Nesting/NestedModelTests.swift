import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Has members of a class that extends another one; it is the end that writes the links.
@Entity final class Berth: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "berths", deleteRule: .nullify) var ferries: Set<Ferry>
}

@Entity class Craft: ManagedObject { var name: String = "" }

@Entity final class Ferry: Craft {
  @Relationship(inverse: "ferries", deleteRule: .nullify) var berths: Set<Berth>
}

/// What models have beside values and relationships.
@Suite struct NestedModelTests {
  // MARK: Life cycle

  @Test func objectsPrepareThemselvesForEachSaveAndAwakeOnce() throws {
    let bench = try Bench(Journal.self, LockedJournal.self, Passage.self)
    let context = bench.context
    let idle = Journal(title: "IDLE", in: context)
    let draft = context.nested()
    let own = Journal(title: "Own", in: draft)
    #expect(own.calls == ["awakeFromInsert"])
    try draft.save()
    #expect(own.calls == ["awakeFromInsert", "willSave", "didSave"] && own.slug == "own")
    let same = try #require(try context.object(for: own))
    #expect(same.calls == [] && same.slug == "own" && same.revision == 1)
    #expect(idle.calls == ["awakeFromInsert"])
    idle.title = "idle"
    try context.save()
    #expect(same.calls == ["willSave", "didSave"])
    own.title = "much too long to be the title of anything"
    #expect(throws: ValidationError.self) { try draft.save() }
    #expect(same.title == "Own")
    draft.rollback()
    draft.delete(own)
    try draft.save()
    // What is read again awakes again.
    let calls = own.calls.filter { !$0.hasPrefix("awakeFromFetch") }
    #expect(calls.suffix(3) == ["willDelete 0", "willSave", "didSave"])
    #expect(same.isDeleted && !same.calls.contains { $0.hasPrefix("willDelete") })
    try context.save()
    expectSound(draft)
  }

  // MARK: Soft deletion

  @Test func softDeletionsAreCarriedOver() throws {
    let bench = try Bench(
      Debate.self, Post.self, Poll.self, Poster.self, Applause.self, Pin.self, Keyword.self)
    let context = bench.context
    let debate = Debate(name: "d", in: context)
    let poll = context.insert(Poll.self)
    (poll.text, poll.debate) = ("p", debate)
    let pin = context.insert(Pin.self)
    pin.debate = debate
    try context.save()
    let draft = context.nested()
    let own = try #require(try draft.object(for: debate))
    draft.delete(own)
    #expect(try draft.count(Post.all) == 0)
    // What denies it is asked of the nested context, as of any other.
    #expect(throws: ValidationError.self) { try draft.save() }
    draft.delete(try #require(try draft.object(for: pin)))
    try draft.save()
    #expect(debate.isSoftlyDeleted && poll.isSoftlyDeleted && pin.isSoftlyDeleted)
    #expect(context.unit.tracker.deletedSoftly.count == 3)
    draft.restore(own)
    #expect(try draft.count(Poll.all) == 1)
    try draft.save()
    #expect(!debate.isSoftlyDeleted && !poll.isSoftlyDeleted)
    #expect(context.unit.tracker.deletedSoftly.isEmpty == false || pin.isSoftlyDeleted)
    try context.save()
    expectSound(draft)
  }

  // MARK: Inheritance

  @Test func objectsOfAllClassesOfATreeAreCarriedOver() throws {
    let bench = try Bench(Vehicle.self, Car.self, SportsCar.self, Garage.self)
    let context = bench.context
    let garage = Garage(name: "g", in: context)
    let stored = context.insert(SportsCar.self)
    stored.garage = garage
    try context.save()
    let fresh = bench.container.newContext()
    let draft = fresh.nested()
    let car = try #require(try draft.object(Vehicle.self, with: stored.objectID) as? SportsCar)
    car.topSpeed = 300
    let own = draft.insert(SportsCar.self)
    own.topSpeed = 200
    own.track = try draft.object(for: garage)
    own.garage = own.track
    own.track?.favourite = own
    try draft.save()
    let there = try #require(try fresh.object(for: garage))
    #expect(there.vehicles.count == 2 && there.racers.count == 1)
    #expect((there.favourite as? SportsCar)?.topSpeed == 200)
    let found: Vehicle? = try fresh.object(for: car as Vehicle)
    #expect((found as? SportsCar)?.topSpeed == 300)
    try save(fresh, Garage.self, Vehicle.self)
    expectSound(draft)
  }

  @Test func aLinkedMemberThatOthersHaveRemovedIsOfTheClassOfMembers() throws {
    let bench = try Bench(Berth.self, Craft.self, Ferry.self)
    let berth = Berth(name: "b", in: bench.context)
    let ferry = bench.context.insert(Ferry.self)
    ferry.name = "f"
    try bench.context.save()
    let fresh = bench.container.newContext()
    let draft = fresh.nested()
    let own = try #require(try draft.object(for: ferry))
    try #require(try draft.object(for: berth)).ferries.insert(own)
    bench.context.delete(ferry)
    try bench.context.save()
    try draft.save()
    let there = try #require(try fresh.object(for: berth))
    #expect(there.ferries.allSatisfy { ($0 as ManagedObject) is Ferry })
    #expect(throws: ConflictError.self) { try fresh.save() }
  }

  // MARK: Order

  @Test func ordersAreMergedAsThoseOfOthers() throws {
    let container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    let album = Album(title: "a", in: context)
    album.tracks = ["1", "2", "3"].map { Track(title: $0, in: context) }
    try context.save()
    let draft = context.nested()
    let own = try #require(try draft.object(for: album))
    own.tracks.swapAt(0, 2)
    own.tracks.append(Track(title: "5", in: draft))
    album.tracks.append(Track(title: "4", in: context))
    try draft.save()
    #expect(album.tracks.map(\.title) == ["3", "2", "1", "4", "5"])
    #expect(own.tracks.map(\.title) == ["3", "2", "1", "4", "5"])
    try context.save()
    #expect(own.tracks.map(\.title) == ["3", "2", "1", "4", "5"])
    expectSound(draft)
  }
}
