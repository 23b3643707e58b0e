import EntityGraph
import Foundation
import Testing

/// What fetched properties ask of their owners, and what dictionaries of them hold.
@Suite struct FetchedOwnerTests {
  /// Returns a bench with a salon with two readings, beside guests who want one and two seats.
  private func salon() throws -> (bench: Bench, salon: Salon, readings: [SalonReading]) {
    let bench = try Bench(Salon.self, SalonReading.self, SalonGuest.self, SalonDoor.self)
    let context = bench.context
    let salon = Salon(name: "The left hand", in: context)
    let readings = ["a", "b"].enumerated().map { rank, title in
      SalonReading(title: title, rank: rank, salon: salon, in: context)
    }
    _ = SalonGuest(seats: 1, in: context)
    _ = SalonGuest(seats: 2, in: context)
    try context.save()
    return (bench, salon, readings)
  }

  @Test func `members of the owner that have been deleted softly are not asked`() throws {
    let (bench, salon, readings) = try salon()
    #expect(salon.seated == 2)
    #expect(salon.seatedForB == 2)
    bench.context.delete(readings[1])
    #expect(salon.seated == 1)
    #expect(salon.seatedForB == 0)
    try bench.context.save()
    #expect(readings[1].deletedAt != nil)
    #expect(salon.seated == 1)
    #expect(salon.seatedForB == 0)
  }

  @Test func `a condition on members of the owner knows the owner`() throws {
    let (bench, salon, readings) = try salon()
    #expect(salon.seatedForOwn == 2)
    readings[0].salon = nil
    #expect(salon.seatedForOwn == 1)
    try bench.context.save()
    #expect(salon.seatedForOwn == 1)
  }

  @Test func `the owner is searched, and not what is fetched`() throws {
    let (bench, salon, _) = try salon()
    #expect(salon.seatedBySearch == 2)
    salon.name = "The right foot"
    #expect(salon.seatedBySearch == 0)
    try bench.context.save()
    #expect(salon.seatedBySearch == 0)
  }

  /// Returns the `rows` as texts.
  private func texts(_ rows: [[String: Any]]) -> [String] {
    rows.map { row in
      row.map { "\($0.key): \(($0.value as? SalonPlace)?.notes.description ?? "\($0.value)")" }
        .sorted().joined(separator: ", ")
    }
  }

  @Test func `dictionaries without unsaved changes hold what is saved`() throws {
    let (bench, salon, readings) = try salon()
    let before = texts(salon.saved)
    #expect(
      before == [
        "place.city: Oslo, place: [:], salon.name: The left hand, salon: \(salon.objectID), "
          + "title: a",
        "place.city: Oslo, place: [:], salon.name: The left hand, salon: \(salon.objectID), "
          + "title: b",
      ])
    salon.name = "Other"
    readings[0].title = "new"
    readings[0].place = SalonPlace(city: "Bergen", notes: ["a": "b"])
    readings[1].salon = nil
    #expect(texts(salon.saved) == before)
    #expect(texts(salon.cities) == ["place.city: Bergen", "place.city: Oslo"])
    try bench.context.save()
    #expect(
      texts(salon.saved) == [
        "place.city: Bergen, place: [\"a\": \"b\"], salon.name: Other, salon: \(salon.objectID), "
          + "title: new",
        "place.city: Oslo, place: [:], title: b",
      ])
  }

  @Test func `a property that is true is a condition, in each form of what is fetched`() throws {
    let bench = try Bench(SalonDoor.self, SalonGuest.self)
    let context = bench.context
    let door = SalonDoor(in: context)
    let written: [(Int, Bool, Bool?)] = [
      (1, true, nil), (2, true, true), (3, false, false), (4, false, nil),
    ]
    let guests = written.map {
      SalonGuest(seats: $0, isMember: $1, isRegular: $2, in: context)
    }
    guests[1].door = door
    func seats(_ guests: [SalonGuest]) -> [Int] { guests.map(\.seats) }
    func seats(_ rows: [[String: Any]]) -> [Int] { rows.compactMap { $0["seats"] as? Int } }
    // What is unsaved, and what the store finds.
    for _ in 0..<2 {
      #expect(seats(door.members) == [2, 1])
      #expect(seats(door.regulars) == [2])
      #expect(seats(door.strangers) == [3, 4])
      #expect(seats(door.largeMembers) == [2])
      #expect(seats(door.firstMember) == [1])
      #expect(seats(door.ownMembers) == [2])
      #expect(seats(door.membersByType) == [1, 2])
      #expect(seats(door.welcome) == [1, 2])
      #expect(door.memberCount == 2)
      #expect(door.largeCount == 3)
      #expect(door.regularCount == 1)
      #expect(door.regularCountByType == 1)
      #expect(door.memberIDs == guests[0...1].map(\.objectID))
      #expect(door.largeIDs == guests[1...3].map(\.objectID))
      #expect(door.memberIDsByID == guests[0...1].map(\.objectID))
      #expect(seats(door.memberRows) == [1, 2])
      #expect(seats(door.largeRows) == [2, 3, 4])
      #expect(seats(door.regularRows) == [2])
      try context.save()
    }
    door.isOpen = false
    #expect(door.welcome == [])
    guests[0].isMember = false
    #expect(seats(door.members) == [2])
  }
}
