import EntityGraph
import Testing

@testable import EntityRuntime

/// Items of one upsert of many that have the same key.
@Suite struct RepeatedKeyUpsertTests {
  @Test(arguments: StoreKind.allCases)
  func ofTwoItemsWithOneKeyTheLastWins(_ store: StoreKind) throws {
    let context = try store.container(Guesthouse.classes).newContext()
    let result = try context.insertAll(
      Guest.self, from: [("a", "1"), ("b", "2"), ("a", "3"), ("a", "3")],
      onConflict: .update(by: \.email)
    ) {
      ($0.email, $0.name) = ($1.0, $1.1)
    }
    #expect(result.outcomes == [.inserted, .inserted, .updated, .unchanged])
    #expect(result.ids.map(\.rowID) == [1, 2, 1, 1])
    #expect(try context.fetch(Guest.sorted(by: \.email)).map(\.name) == ["3", "2"])
    let kept = try context.insertAll(
      Guest.self, from: [("c", "1"), ("c", "2")], onConflict: .keep(by: \.email)
    ) {
      ($0.email, $0.name) = ($1.0, $1.1)
    }
    #expect(kept.outcomes == [.inserted, .unchanged])
    #expect(try context.find(Guest.self, \.email, "c")?.name == "1")
    expectSound(context)
  }

  @Test func keysThatComeAgainAndAgainAreWrittenTogether() throws {
    let bench = try Guesthouse.bench()
    let context = bench.context
    _ = Guest(email: "0", name: "old", in: context)
    try context.save()
    var result = UpsertResult?.none
    let sql = try bench.sql {
      result = try context.insertAll(
        Guest.self, from: 0..<3_000, onConflict: .update(by: \.email)
      ) {
        ($0.email, $0.visits) = ("\($1 % 10)", $1)
      }
    }
    #expect(sql.count < 200, "\(sql.count)")
    #expect(result?.count(.inserted) == 9 && result?.count(.updated) == 2_990)
    #expect(result?.outcomes[0] == .unchanged)
    #expect(
      try context.fetch(Guest.sorted(by: \.email)).map(\.visits) == Array(2_990..<3_000))
    #expect(try context.find(Guest.self, \.email, "0")?.name == "old")
  }

  @Test func aKeyThatComesAgainLaterIsTheSameObject() throws {
    let context = try Guesthouse.bench().context
    let result = try context.insertAll(
      Guest.self, from: 0..<2_500, onConflict: .update(by: \.email)
    ) {
      ($0.email, $0.visits) = ("\($1 % 1_200)", $1)
    }
    #expect(result.count(.inserted) == 1_200 && result.count(.updated) == 1_300)
    #expect(result.ids[0] == result.ids[1_200] && result.ids[99] == result.ids[2_499])
    #expect(try context.find(Guest.self, \.email, "99")?.visits == 2_499)
    #expect(try context.count(Guest.all) == 1_200)
  }

  @Test(arguments: StoreKind.allCases)
  func whatALaterItemChangesBackIsNotWritten(_ store: StoreKind) throws {
    let side = WorkshopSide(try store.container(Guesthouse.classes))
    let context = side.context
    let house = House(name: "h", in: context)
    let guest = Guest(email: "a", name: "A", in: context)
    try context.save()
    _ = side.takeCommit()
    let action = ConflictAction<Guest>.update(by: \.email)
    let result = try context.insertAll(
      Guest.self, from: [("a", "B"), ("a", "C"), ("a", "A"), ("a", "A")], onConflict: action
    ) {
      ($0.email, $0.name) = ($1.0, $1.1)
    }
    #expect(result.outcomes == [.updated, .updated, .updated, .unchanged])
    #expect(side.takeCommit() == nil && guest.__version == context.container.store.firstVersion)
    // Items of one object may give it different things; a new one has them all.
    for (email, first) in [("a", UpsertResult.Outcome.updated), ("b", .inserted)] {
      let result = try context.insertAll(
        Guest.self, from: 0..<3, onConflict: action
      ) {
        $0.email = email
        if $1 == 0 { $0.note = "n" }
        if $1 == 1 { ($0.house, $0.visits) = (house, 7) }
        if $1 == 2 { $0.note = nil }
      }
      #expect(result.outcomes == [first, .updated, .updated])
      let found = try #require(try context.find(Guest.self, \.email, email))
      #expect(found.house === house && found.visits == 7 && found.note == nil)
    }
    #expect(house.guests.count == 2)
    // What is wrong with any of them is refused.
    #expect(
      failure {
        try context.insertAll(Guest.self, from: ["a", "c", "c"], onConflict: action) {
          ($0.email, $0.house) = ($1, house)
        }
      } == """
        the save has been refused:
          House-1: 'House.guests' must hold at most 2 and holds 3 [validation.count]
        """)
    expectSound(context)
  }

  @Test func bothEndsOfAToOneFollowTheItemsInTheirOrder() throws {
    let context = try Guesthouse.bench().context
    let keys = ["k", "l"].map { RoomKey(code: $0, in: context) }
    let guests = ["a", "b"].map { Guest(email: $0, in: context) }
    guests[0].key = keys[0]
    try context.save()
    let items: [(String, RoomKey?)] = [
      ("a", keys[1]), ("b", keys[0]), ("a", keys[0]), ("b", keys[1]), ("a", nil), ("a", keys[1]),
    ]
    try context.insertAll(Guest.self, from: items, onConflict: .update(by: \.email)) {
      ($0.email, $0.key) = ($1.0, $1.1)
    }
    #expect(guests[0].key === keys[1] && guests[1].key == nil && keys[0].guest == nil)
    expectSound(context)
  }
}
