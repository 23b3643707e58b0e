import EntityGraph
import EntityStore
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Many objects that are added, or changed where others hold their unique values.
@Suite struct BulkUpsertTests {
  @Test(arguments: StoreKind.allCases)
  func objectsAreAddedChangedOrLeftAlone(_ store: StoreKind) throws {
    let side = WorkshopSide(try store.container(Guesthouse.classes))
    let context = side.context
    let guests = ["a", "b", "c"].map { Guest(email: $0, name: "old", in: context) }
    guests[0].house = House(name: "h", in: context)
    guests[0].wishes = [Wish(text: "w", in: context)]
    try context.save()
    _ = side.takeCommit()
    let result = try context.insertAll(
      Guest.self, from: [("a", "new"), ("d", "new"), ("b", "old")],
      onConflict: .update(by: \.email)
    ) { guest, item in
      (guest.email, guest.name) = (item.0, item.1)
    }
    #expect(result.outcomes == [.updated, .inserted, .unchanged])
    #expect(result.ids.map(\.rowID) == [1, 4, 2])
    #expect(result.insertedIDs.map(\.rowID) == [4] && result.updatedIDs.map(\.rowID) == [1])
    #expect(result.count(.unchanged) == 1)
    let commit = try #require(side.takeCommit())
    #expect(commit.updates.map(\.id) == [1] && commit.inserts.map(\.id) == [4])
    #expect(commit.updates.map(\.properties) == [[1]])
    #expect(commit.deletes.isEmpty && commit.links.isEmpty)
    // Live objects are the same, and have what their rows have.
    #expect(guests[0].name == "new" && guests[0].wishes.count == 1)
    #expect(guests[0].house?.name == "h")
    let first = container(side).store.firstVersion
    #expect(guests.map { $0.isFault ? -1 : $0.__version } == [first + 1, first, first])
    #expect(try context.fetch(Guest.all).map(\.name) == ["new", "old", "old", "new"])
    #expect(try Guesthouse.graph(context) == Guesthouse.graph(side.container.newContext()))
    // What is named twice is changed once.
    try context.insertAll(
      Guest.self, from: ["b"], onConflict: .update(by: \.email, only: \.name, \.visits, \.name)
    ) {
      ($0.email, $0.name) = ($1, "twice")
    }
    #expect(side.takeCommit()?.updates.map(\.properties) == [[1]])
    expectSound(context)
  }

  private func container(_ side: WorkshopSide) -> PersistentContainer { side.container }

  @Test(arguments: StoreKind.allCases)
  func everyTextIsAKey(_ store: StoreKind) throws {
    let context = try store.container(Guesthouse.classes).newContext()
    // More than a query names one by one; the last two look alike.
    let odd = ["", "\"", "\\", "'", "a\0", "\0", "\n", "🎈", "\u{7F}", "\u{E9}", "e\u{301}"]
    let keys = odd + (0..<120).map { "s\($0)" }
    for outcome in [UpsertResult.Outcome.inserted, .unchanged] {
      let result = try context.insertAll(Guest.self, from: keys, onConflict: .update(by: \.email)) {
        ($0.email, $0.name, $0.note) = ($1, "name of \($1)", $1.isEmpty ? nil : $1)
      }
      #expect(result.outcomes == keys.map { _ in outcome })
    }
    let changed = try context.insertAll(
      Guest.self, from: keys.reversed(), onConflict: .update(by: \.email)
    ) {
      ($0.email, $0.note) = ($1, "note of \($1)")
    }
    #expect(changed.outcomes == keys.map { _ in .updated })
    let guests = try context.fetch(Guest.all)
    #expect(guests.map { Array($0.email.utf8) } == keys.map { Array($0.utf8) })
    #expect(guests.map(\.note) == keys.map { "note of \($0)" })
    #expect(guests.map(\.name) == keys.map { "name of \($0)" })
  }

  @Test(arguments: StoreKind.allCases)
  func eachItemAssignsWhatItDoes(_ store: StoreKind) throws {
    let context = try store.container(Guesthouse.classes).newContext()
    try context.insertAll(
      Guest.self, from: 0..<6, onConflict: .update(by: \.email)
    ) { guest, item in
      // Others than those of the item before, in another order.
      if item % 2 == 0 { guest.note = "n\(item)" }
      guest.email = "\(item)"
      if item % 3 == 0 { guest.visits = item }
      guest.name = "g\(item)"
    }
    let guests = try context.fetch(Guest.all)
    #expect(guests.map(\.email) == (0..<6).map { "\($0)" })
    #expect(guests.map(\.name) == (0..<6).map { "g\($0)" })
    #expect(guests.map(\.note) == ["n0", nil, "n2", nil, "n4", nil])
    #expect(guests.map(\.visits) == [0, 0, 0, 3, 0, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsThereIsKeptOrGivenWhatIsNamed(_ store: StoreKind) throws {
    let context = try store.container(Guesthouse.classes).newContext()
    let guest = Guest(email: "a", name: "A", visits: 1, in: context)
    try context.save()
    var values = Guest.Values(guest)
    (values.name, values.visits, values.note) = ("B", 2, "n")
    let kept = try context.insertAll([values], onConflict: .keep(by: \.email))
    #expect(kept.outcomes == [.unchanged] && kept.ids == [guest.objectID])
    #expect(guest.name == "A" && guest.visits == 1)
    let named = try context.insertAll(
      [values], onConflict: .update(by: \.email, only: \.visits, \.note))
    #expect(named.outcomes == [.updated])
    #expect(guest.name == "A" && guest.visits == 2 && guest.note == "n")
    try context.insertAll([values], onConflict: .update(by: \.email))
    #expect(guest.name == "B")
    // A new object has everything, whatever is named.
    values.email = "b"
    try context.insertAll([values], onConflict: .update(by: \.email, only: \.visits))
    #expect(try context.find(Guest.self, \.email, "b")?.name == "B")
    expectSound(context)
  }

  @Test func anActionIsMadeOnceAndUsedAnywhere() async throws {
    let container = try PersistentContainer.forTesting(
      model: ObjectModel(classes: Guesthouse.classes))
    let action = ConflictAction<Guest>.update(by: \.email, only: \.name)
    for name in ["A", "B"] {
      let outcomes = try await container.write { context in
        try context.insertAll(Guest.self, from: ["a"], onConflict: action) {
          ($0.email, $0.name) = ($1, name)
        }.outcomes
      }
      #expect(outcomes == [name == "A" ? .inserted : .updated])
    }
    let names = try await container.read { try $0.fetch(Guest.all).map(\.name) }
    #expect(names == ["B"])
  }

  @Test func manyTakeAFewStatements() throws {
    let bench = try Guesthouse.bench()
    let context = bench.context
    try context.insertAll(Guest.self, from: 0..<1_500) { $0.email = "\($1 * 2)" }
    var result = UpsertResult?.none
    let sql = try bench.sql {
      result = try context.insertAll(
        Guest.self, from: 0..<3_000, onConflict: .update(by: \.email)
      ) {
        ($0.email, $0.visits) = ("\($1)", 1)
      }
    }
    #expect(result?.count(.updated) == 1_500 && result?.count(.inserted) == 1_500)
    #expect(Set(sql).count <= 6, "\(Set(sql))")
    #expect(try context.count(Guest.where { $0.visits == 1 }) == 3_000)
    #expect(
      try context.insertAll(
        Guest.self, from: 0..<3_000, onConflict: .update(by: \.email)
      ) {
        ($0.email, $0.visits) = ("\($1)", 1)
      }.count(.unchanged) == 3_000)
  }

  @Test func aTextThatDiffersInCaseIsFoundAndTakesTheNewSpelling() throws {
    let bench = try Bench.inFile(Patron.self, Steward.self, Guild.self)
    let context = bench.context
    let ids = try context.insertAll(Patron.self, from: ["Anna", "Émile"]) { $0.email = $1 }
    let steward = Steward(in: context)
    (steward.email, steward.office) = ("Zoë", "o")
    try context.save()
    let result = try context.insertAll(
      Patron.self, from: ["aNNA", "zoë", "émile", "new", "NEW"], onConflict: .update(by: \.email)
    ) {
      ($0.email, $0.name) = ($1, "N")
    }
    #expect(result.outcomes == [.updated, .updated, .updated, .inserted, .updated])
    #expect(Array(result.ids[0...2]) == [ids[0], steward.objectID, ids[1]])
    #expect(
      try context.fetch(Patron.all).map(\.email) == ["aNNA", "émile", "zoë", "NEW"])
    #expect(try context.count(Patron.where { $0.name == "N" }) == 4)
    #expect(steward.office == "o" && steward.email == "zoë")
    try context.insertAll(
      Patron.self, from: ["ANNA"], onConflict: .update(by: \.email, only: \.rank)
    ) {
      ($0.email, $0.rank) = ($1, 5)
    }
    #expect(try context.find(Patron.self, \.email, "x") == nil)
    #expect(try context.find(Patron.self, \.email, "anna")?.email == "aNNA")
    try Registry.expectFolded(bench.container)
    expectSound(context)
  }

  @Test func relationshipsAndTheirOtherEndsFollow() throws {
    let context = try Guesthouse.bench().context
    let (house, key) = (House(name: "h", in: context), RoomKey(code: "k", in: context))
    let guest = Guest(email: "a", in: context)
    guest.key = key
    try context.save()
    let id = guest.objectID
    #expect(house.guests.isEmpty)
    try context.insertAll(Guest.self, from: ["a", "b"], onConflict: .update(by: \.email)) {
      ($0.email, $0.house) = ($1, house)
    }
    #expect(house.guests.count == 2 && guest.key === key)
    // Values that name the key that is there change nothing, others move it or take it away, at
    // both ends.
    var values = Guest.Values(guest)
    #expect(
      try context.insertAll([values], onConflict: .update(by: \.email)).outcomes == [.unchanged])
    values.email = "b"
    #expect(
      try context.insertAll([values], onConflict: .update(by: \.email)).outcomes == [.updated])
    #expect(guest.key == nil && key.guest?.email == "b")
    values.email = "a"
    try context.insertAll([values], onConflict: .update(by: \.email))
    #expect(guest.key === key)
    values.email = "c"
    #expect(
      failure { try context.insertAll([values], onConflict: .update(by: \.email)) }?.hasPrefix(
        "'Guest.key' is to-one at both ends, so that the row at the other end would change") == true
    )
    (values.email, values.key) = ("a", nil)
    try context.insertAll([values], onConflict: .update(by: \.email))
    #expect(guest.key == nil && key.guest == nil && guest.objectID == id)
    let message = failure {
      try context.insertAll(Guest.self, from: ["c"], onConflict: .update(by: \.email)) {
        ($0.email, $0.house) = ($1, house)
      }
    }
    #expect(
      message == """
        the save has been refused:
          House-1: 'House.guests' must hold at most 2 and holds 3 [validation.count]
        """)
    #expect(try context.count(Guest.all) == 2)
    expectSound(context)
  }

  @Test func whatIsWrongIsNamedByItsPosition() throws {
    let context = try Guesthouse.bench().context
    _ = Guest(email: "a", number: 1, in: context)
    try context.save()
    let action = ConflictAction<Guest>.update(by: \.email)
    #expect(
      failure {
        try context.insertAll(Guest.self, from: ["a", "b"], onConflict: action) {
          $0.email = $1
          if $1 == "b" { $0.number = 1 }
        }
      }?.components(separatedBy: " [").first == """
        another object already has the value of a unique attribute: 'Guest.number': Guest-1 has \
        the value that Guest-t2 is to have
        """)
    #expect(
      failure {
        try context.insertAll(Guest.self, from: ["a", nil], onConflict: action) {
          if let email = $1 { $0.email = email }
        }
      } == """
        'Guest.email', by which objects are found, is not assigned; assign it to each object \
        [invalidRequest]
        """)
    #expect(
      failure {
        try context.insertAll(Guest.self, from: [nil, 1], onConflict: .update(by: \.number)) {
          ($0.email, $0.number) = ("c", $1)
        }
      } == """
        an object without a value of 'Guest.number' cannot be found by it; give it one, or insert \
        it [invalidRequest]
        """)
    #expect(
      failure {
        try context.insertAll(Guest.self, from: [2], onConflict: .update(by: \.number)) {
          $0.number = $1
        }
      } == """
        the save has been refused:
          Guest-t1: 'Guest.email' is required and has no value [validation.required]
        """)
    #expect(
      failure {
        try context.insertAll(Guest.self, from: ["x"], onConflict: .keep(by: \.name)) {
          $0.name = $1
        }
      }?.hasPrefix("'Guest.name' is not unique, so that several objects may have") == true)
    #expect(
      failure {
        try context.insertAll(
          Guest.self, from: ["x"], onConflict: .update(by: \.email, only: \.wishes)
        ) {
          $0.email = $1
        }
      }?.contains("name attributes and to-ones") == true)
    #expect(
      failure {
        try context.insertAll(Guest.self, from: ["a"], onConflict: action) {
          $0.email = $1
          $0.name = $0.name.lowercased()
        }
      }?.contains("can be assigned constants only") == true)
    #expect(try context.only(Guest.all).__version == context.container.store.firstVersion)
    expectSound(context)
  }

  @Test func aValueThatTheProgramDoesNotKnowStaysInItsRow() throws {
    let bench = try Guesthouse.bench()
    _ = Guest(email: "a", in: bench.context)
    try bench.context.save()
    try bench.run("UPDATE Guest SET mood = 'wistful'")
    let context = bench.container.newContext()
    var values = Guest.Values(try context.only(Guest.all))
    values.name = "N"
    try context.insertAll([values], onConflict: .update(by: \.email))
    #expect(try bench.text("SELECT mood || name FROM Guest") == "wistfulN")
    // Neither an object that is there nor a new one is given what another row holds.
    for outcome in [UpsertResult.Outcome.inserted, .updated] {
      values.email = "b"
      #expect(
        try context.insertAll([values], onConflict: .update(by: \.email)).outcomes == [outcome])
      #expect(try bench.text("SELECT mood || name FROM Guest WHERE email = 'b'") == "calmN")
      try bench.run("UPDATE Guest SET mood = 'gloomy' WHERE email = 'b'")
    }
    values.email = "a"
    values.mood = .gloomy
    try context.insertAll([values], onConflict: .update(by: \.email))
    #expect(try bench.text("SELECT mood FROM Guest WHERE email = 'a'") == "gloomy")
  }

  @Test(arguments: StoreKind.allCases)
  func keysOfAllTypesFindTheirObjects(_ store: StoreKind) throws {
    let context = try store.container(Unique.self).newContext()
    let (id, data) = (UUID(), Data([1, 2]))
    try context.insertAll(Unique.self, from: [0]) { object, _ in
      (object.text, object.integer, object.real) = ("", 0, -0.0)
      (object.uuid, object.data) = (id, data)
    }
    let actions: [ConflictAction<Unique>] = [
      .keep(by: \.text), .keep(by: \.integer), .keep(by: \.real), .keep(by: \.uuid),
      .keep(by: \.data),
    ]
    for action in actions {
      let result = try context.insertAll(Unique.self, from: [0, 0], onConflict: action) {
        object, _ in
        (object.text, object.integer, object.real) = ("", 0, 0)
        (object.uuid, object.data) = (id, data)
      }
      #expect(result.outcomes == [.unchanged, .unchanged])
    }
    let object = try context.only(Unique.all)
    #expect(try context.upsert(Unique.self, \.text, "") === object)
    #expect(try context.upsert(Unique.self, \.real, 0) === object)
    #expect(try context.upsert(Unique.self, \.uuid, id) === object)
    #expect(try context.upsert(Unique.self, \.data, data) === object)
  }

  @Test(arguments: StoreKind.allCases)
  func textsThatDifferInCaseAreOneKey(_ store: StoreKind) throws {
    let (one, many) = (
      try store.container(Registry.classes).newContext(),
      try store.container(Registry.classes).newContext()
    )
    for text in Registry.texts { try one.upsert(Patron.self, \.email, text) { $0.rank += 1 } }
    try one.save()
    try many.insertAll(Patron.self, from: Registry.texts, onConflict: .keep(by: \.email)) {
      $0.email = $1
    }
    let emails = try one.fetch(Patron.all).map(\.email)
    #expect(
      try many.fetch(Patron.all).map { Array($0.email.utf8) } == emails.map { Array($0.utf8) })
    #expect(emails.count < Registry.texts.count)
    #expect(try one.fetch(Patron.all).reduce(0) { $0 + $1.rank } == Registry.texts.count)
  }

  @Test func anObjectOfAnotherClassIsRefused() throws {
    let context = try Guesthouse.bench().context
    _ = Guest(email: "g", in: context)
    try context.save()
    #expect(
      failure {
        try context.insertAll(Resident.self, from: ["r", "g"], onConflict: .keep(by: \.email)) {
          $0.email = $1
        }
      } == """
        Guest-1, an object of 'Guest', has the value of 'Resident.email' that an object of \
        'Resident' is to have; upsert objects of 'Guest', or give it another value first \
        [uniqueViolation]
        """)
    #expect(try context.count(Guest.all) == 1)
  }

  @Test func unsavedChangesAreRefusedInAContextAndSavedInATransaction() async throws {
    let container = try PersistentContainer.forTesting(
      model: ObjectModel(classes: Guesthouse.classes))
    let context = container.newContext()
    _ = Guest(email: "a", in: context)
    #expect(
      failure {
        try context.insertAll(Guest.self, from: ["a"], onConflict: .keep(by: \.email)) {
          $0.email = $1
        }
      }?.hasPrefix("'insertAll' writes to the store, which does not know the unsaved") == true)
    context.rollback()
    try await container.write { context in
      let guest = Guest(email: "a", in: context)
      let result = try context.insertAll(
        Guest.self, from: ["a", "b"], onConflict: .update(by: \.email)
      ) {
        ($0.email, $0.visits) = ($1, 4)
      }
      #expect(result.outcomes == [.updated, .inserted])
      #expect(guest.visits == 4)
    }
    let found = try await container.read { try $0.count(Guest.where { $0.visits == 4 }) }
    #expect(found == 2)
    #expect(
      try context.insertAll([Guest.Values](), onConflict: .update(by: \.email)).ids.isEmpty)
  }

  @Test func anEntryOfTheHistoryHasWhatHasChanged() throws {
    let container = try PersistentContainer(
      model: ObjectModel(classes: Guesthouse.classes), at: .memory,
      options: StoreOptions(history: .everything))
    let context = container.newContext()
    _ = Guest(email: "a", name: "A", in: context)
    try context.save()
    try context.insertAll(Guest.self, from: ["a", "b"], onConflict: .update(by: \.email)) {
      ($0.email, $0.name) = ($1, "N")
    }
    let entry = try #require(try container.history().last)
    #expect(entry.updated.map(\.properties) == [["name"]])
    #expect(entry.updated.first?.old["name"] == .text("A"))
    #expect(entry.inserted.map { $0.new(\Guest.email) } == ["b"])
    // What changes nothing is no commit.
    try context.insertAll(Guest.self, from: ["a", "b"], onConflict: .update(by: \.email)) {
      ($0.email, $0.name) = ($1, "N")
    }
    #expect(try container.history().last?.token == entry.token)
  }
}
