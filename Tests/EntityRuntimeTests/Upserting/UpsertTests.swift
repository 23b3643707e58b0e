import EntityGraph
import Testing

@testable import EntityRuntime

/// Somebody who counts how often he has been asked to leave.
@Entity final class Doorman: ManagedObject {
  @Attribute(.unique) var door: Int
  @Ignore var farewells: Int = 0
}

extension Doorman: ObjectLifeCycle {
  func willDelete() { farewells += 1 }
}

/// One object that is found by a unique attribute, or made.
@Suite struct UpsertTests {
  @Test(arguments: StoreKind.allCases)
  func anObjectThatIsThereIsFoundAndKeepsWhatItHas(_ store: StoreKind) throws {
    let container = try store.container(Guesthouse.classes)
    let first = container.newContext()
    let house = House(name: "h", in: first)
    let guest = Guest(email: "a", name: "A", in: first)
    (guest.house, guest.wishes) = (house, [Wish(text: "w", in: first)])
    try first.save()
    let context = container.newContext()
    let found = try context.upsert(Guest.self, \.email, "a") {
      #expect(!$0.isInserted)
      $0.name = "B"
    }
    #expect(found.objectID == guest.objectID)
    #expect(try context.upsert(Guest.self, \.email, "a") === found)
    #expect(found.house?.name == "h" && found.wishes.map(\.text) == ["w"])
    #expect(context.updatedObjects == [found])
    expectSound(context)
    try context.save()
    #expect(found.__version == guest.__version + 1)
    let again = try container.newContext().only(Guest.all)
    #expect(again.name == "B" && again.house?.name == "h" && again.wishes.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func anObjectThatIsNotThereIsMade(_ store: StoreKind) throws {
    let container = try store.container(Guesthouse.classes)
    let context = container.newContext()
    let guest = try Guest.upsert(\.email, "a", in: context) {
      #expect($0.isInserted && $0.email == "a")
      $0.visits += 1
    }
    // The second one finds the first, which has not been saved.
    let again = try Guest.upsert(\.email, "a", in: context) { $0.visits += 1 }
    #expect(again === guest && guest.visits == 2)
    expectSound(context)
    try context.save()
    #expect(try container.newContext().fetch(Guest.all).map(\.visits) == [2])
    let number = try context.upsert(Guest.self, \.number, 7) { $0.email = "b" }
    #expect(try context.upsert(Guest.self, \.number, 7) === number)
    try context.save()
    #expect(try context.upsert(Guest.self, \.number, 7) === number)
    #expect(try Guest.upsert(\.number, 7, in: context) === number)
  }

  @Test func whatIsTheSameIsNotWritten() throws {
    let bench = try Guesthouse.bench()
    _ = Guest(email: "a", name: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let sql = try bench.sql {
      try context.upsert(Guest.self, \.email, "a") { $0.name = "A" }
      try context.save()
    }
    #expect(sql.count == 1 && sql[0].hasSuffix("WHERE t0.\"email\" = ?1 ORDER BY t0.\"_id\""))
  }

  @Test(arguments: StoreKind.allCases)
  func unsavedChangesCount(_ store: StoreKind) throws {
    let container = try store.container(Guesthouse.classes)
    let context = container.newContext()
    let guests = ["a", "b", "c"].map { Guest(email: $0, in: context) }
    try context.save()
    guests[0].email = "x"
    context.delete(guests[1])
    guests[2].name = "C"
    // What has been given away is free, what has been taken is found.
    #expect(try context.upsert(Guest.self, \.email, "x") === guests[0])
    #expect(try context.upsert(Guest.self, \.email, "c") === guests[2])
    let (first, second) = (
      try context.upsert(Guest.self, \.email, "a"), try context.upsert(Guest.self, \.email, "b")
    )
    #expect(first.isInserted && second.isInserted)
    expectSound(context)
    try context.save()
    #expect(
      try container.newContext().fetch(Guest.sorted(by: \.email)).map(\.email)
        == ["a", "b", "c", "x"])
    // What a rollback takes back does not count any more.
    _ = try context.upsert(Guest.self, \.email, "y")
    context.rollback()
    #expect(try context.upsert(Guest.self, \.email, "y").isInserted)
  }

  @Test func newObjectsAreFoundByWhatTheyHoldNow() throws {
    let context = try Guesthouse.bench().context
    let guests = try (0..<2_000).map { try context.upsert(Guest.self, \.email, "\($0)") }
    for (number, guest) in guests.enumerated() {
      #expect(try context.upsert(Guest.self, \.email, "\(number)") === guest)
    }
    guests[0].email = "x"
    #expect(try context.upsert(Guest.self, \.email, "x") === guests[0])
    guests[1].number = 1
    #expect(try context.upsert(Guest.self, \.number, 1) === guests[1])
    (guests[1].number, guests[2].number) = (2, 1)
    #expect(try context.upsert(Guest.self, \.number, 1) === guests[2])
    #expect(try context.upsert(Guest.self, \.number, 2) === guests[1])
    context.delete(guests[3])
    let again = try context.upsert(Guest.self, \.email, "3")
    #expect(again !== guests[3] && again.isInserted)
    #expect(try context.upsert(Guest.self, \.email, "0").isInserted)
    expectSound(context)
    try context.save()
    #expect(try context.count(Guest.all) == 2_001)
    #expect(try context.upsert(Guest.self, \.email, "3") === again)
  }

  @Test(arguments: StoreKind.allCases)
  func caseDoesNotCountWhereTheAttributeSaysSo(_ store: StoreKind) throws {
    let container = try store.container(Registry.classes)
    let context = container.newContext()
    let patron = Patron(email: "Émile@x", in: context)
    #expect(try context.upsert(Patron.self, \.email, "éMILE@X") === patron)
    try context.save()
    let other = container.newContext()
    let found = try other.upsert(Patron.self, \.email, "ÉMILE@x") { $0.rank = 3 }
    #expect(found.objectID == patron.objectID && found.email == "Émile@x")
    try other.save()
    #expect(try container.newContext().only(Patron.all).rank == 3)
  }

  @Test func anObjectOfASubclassIsFoundAndOneOfAnotherClassIsRefused() throws {
    let bench = try Guesthouse.bench()
    let context = bench.context
    let resident = Resident(in: context)
    (resident.email, resident.room) = ("r", 1)
    let guest = Guest(email: "g", in: context)
    for _ in 0..<2 {
      #expect(try context.upsert(Guest.self, \.email, "r") === resident)
      #expect(try context.upsert(Resident.self, \.room, 1) === resident)
      let id = guest.objectID
      #expect(
        failure { try context.upsert(Resident.self, \.email, "g") } == """
          \(id), an object of 'Guest', has the value of 'Resident.email' that an object of \
          'Resident' is to have; upsert objects of 'Guest', or give it another value first \
          [uniqueViolation]
          """)
      try context.save()
    }
  }

  @Test func whatFailsLeavesNoObject() throws {
    let bench = try Guesthouse.bench()
    #expect(throws: Refusal.self) {
      try bench.context.upsert(Guest.self, \.email, "a") { _ in throw Refusal() }
    }
    #expect(!bench.context.hasChanges)
    expectSound(bench.context)
  }

  private struct Refusal: Error {}

  @Test(arguments: StoreKind.allCases)
  func whatANewObjectHasTakenStaysWhereTheClosureThrows(_ store: StoreKind) throws {
    let container = try store.container(Author.self, Book.self, Subject.self, Profile.self)
    let context = container.newContext()
    let author = Author(email: "a", in: context)
    let books = ["A", "B"].map { Book(title: $0, author: author, in: context) }
    let profile = Profile(author: author, in: context)
    try context.save()
    #expect(throws: Refusal.self) {
      try context.upsert(Author.self, \.email, "b") {
        $0.books = author.books
        $0.profile = profile
        throw Refusal()
      }
    }
    // The books belong to nobody, and none is deleted, though authors take theirs with them.
    #expect(context.deletedObjects.isEmpty && context.insertedObjects.isEmpty)
    #expect(books.allSatisfy { $0.author == nil && !$0.isDeleted } && author.books.isEmpty)
    #expect(profile.author == nil && author.profile == nil)
    expectSound(context)
    context.rollback()
    #expect(author.books.count == 2 && profile.author === author)
    expectSound(context)
    #expect(throws: Refusal.self) {
      try context.upsert(Author.self, \.email, "b") {
        books[0].author = $0
        throw Refusal()
      }
    }
    try context.save()
    let other = container.newContext()
    #expect(try other.fetch(Book.sorted(by: \.title)).map(\.author?.email) == [nil, "a"])
    #expect(try other.count(Author.all) == 1 && other.count(Profile.all) == 1)
  }

  @Test func nothingRefersToANewObjectWhereTheClosureThrows() throws {
    let context = try Guesthouse.bench().context
    let (house, key) = (House(name: "h", in: context), RoomKey(code: "k", in: context))
    let wish = Wish(text: "w", in: context)
    let guest = Guest(email: "a", in: context)
    (guest.house, guest.wishes) = (house, [wish])
    for _ in 0..<2 {
      #expect(throws: Refusal.self) {
        try context.upsert(Guest.self, \.email, "b") {
          ($0.house, $0.key, $0.wishes) = (house, key, [wish])
          throw Refusal()
        }
      }
      #expect(house.guests == [guest] && wish.guests == [guest] && key.guest == nil)
      #expect(try context.find(Guest.self, \.email, "b") == nil)
      expectSound(context)
      try context.save()
      #expect(!context.hasChanges)
    }
    // What is another context's has not been taken, so that nothing is to be refused.
    let foreign = House(name: "f", in: context.container.newContext())
    #expect(throws: Refusal.self) {
      try context.upsert(Guest.self, \.email, "b") {
        $0.house = foreign
        throw Refusal()
      }
    }
    try context.save()
    // What the closure has saved or deleted itself stays so.
    #expect(throws: Refusal.self) {
      try context.upsert(Guest.self, \.email, "saved") { _ in
        try context.save()
        throw Refusal()
      }
    }
    #expect(throws: Refusal.self) {
      try context.upsert(Guest.self, \.email, "deleted") {
        context.delete($0)
        throw Refusal()
      }
    }
    expectSound(context)
    try context.save()
    #expect(try context.fetch(Guest.sorted(by: \.email)).map(\.email) == ["a", "saved"])
  }

  @Test func aNewObjectIsNotAskedToLeaveWhereTheClosureThrows() throws {
    let context = try Bench(Doorman.self).context
    var doorman: Doorman?
    #expect(throws: Refusal.self) {
      try context.upsert(Doorman.self, \.door, 1) {
        doorman = $0
        throw Refusal()
      }
    }
    #expect(doorman?.farewells == 0 && !context.hasChanges)
    context.delete(try context.upsert(Doorman.self, \.door, 1) { doorman = $0 })
    #expect(doorman?.farewells == 1)
  }

  @Test func valuesThatAreGivenAndTakenAgainAreFoundAsTheyAre() throws {
    let context = try Guesthouse.bench().context
    let guests = ["0", "1", "2", "3"].map { Guest(email: $0, in: context) }
    try context.save()
    func holder(_ email: String) throws -> Guest? {
      let guest = try context.upsert(Guest.self, \.email, email)
      guard guest.isInserted, !guests.contains(guest) else { return guest }
      context.delete(guest)
      return nil
    }
    guests[0].email = "x"
    #expect(try holder("x") === guests[0] && holder("0") == nil)
    // Values are exchanged, by way of one that two have for a moment.
    guests[1].email = "2"
    guests[2].email = "1"
    #expect(try holder("2") === guests[1] && holder("1") === guests[2])
    guests[3].email = "x"
    #expect(try holder("3") == nil)
    guests[0].email = "3"
    #expect(try holder("x") === guests[3] && holder("3") === guests[0])
    // Objects of another class change properties with the same index meanwhile.
    let new = try context.upsert(Guest.self, \.email, "new")
    for number in 0..<3 {
      let house = House(name: "h", in: context)
      house.name = "\(number)"
      #expect(try context.upsert(House.self, \.name, "\(number)") === house)
      #expect(try context.upsert(Guest.self, \.email, "new") === new)
    }
    new.email = "old"
    #expect(try context.upsert(Guest.self, \.email, "old") === new && holder("new") == nil)
    context.delete(guests[3])
    #expect(try holder("x") == nil)
    expectSound(context)
    try context.save()
    #expect(
      try context.fetch(Guest.sorted(by: \.email)).map(\.email) == ["1", "2", "3", "old"])
  }

  @Test func onlyAUniqueAttributeFindsObjects() throws {
    let bench = try Guesthouse.bench()
    #expect(
      failure { try bench.context.upsert(Guest.self, \.name, "A") } == """
        'Guest.name' is not unique, so that several objects may have the value; mark it \
        '@Attribute(.unique)', or fetch with a condition: \
        'context.first(Guest.where { $0.name == … })' [invalidRequest]
        """)
    let values = Guest.Values(Guest(email: "a", in: bench.context))
    bench.context.rollback()
    #expect(
      failure { try bench.context.upsert(values, by: \.house) } == """
        'Guest.house' is no attribute of the entity; name one that is marked \
        '@Attribute(.unique)' [invalidRequest]
        """)
    #expect(
      failure { try bench.context.upsert(values, by: \.number) } == """
        an object without a value of 'Guest.number' cannot be found by it; give it one, or insert \
        it [invalidRequest]
        """)
    #expect(!bench.context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func valuesAreInsertedOrApplied(_ store: StoreKind) throws {
    let container = try store.container(Guesthouse.classes)
    let context = container.newContext()
    let (house, key) = (House(name: "h", in: context), RoomKey(code: "k", in: context))
    let guest = Guest(email: "a", name: "A", in: context)
    guest.wishes = [Wish(text: "w", in: context)]
    try context.save()
    var values = Guest.Values(guest)
    (values.name, values.house, values.key) = ("B", house.objectID, key.objectID)
    #expect(try context.upsert(values, by: \.email) === guest)
    #expect(guest.name == "B" && guest.house === house && key.guest === guest)
    #expect(guest.wishes.count == 1)
    // The id that values have says where they are from, and not where they are to go.
    (values.email, values.key) = ("b", nil)
    let other = try context.upsert(values, by: \.email)
    #expect(other.isInserted && other.house === house)
    #expect(try context.upsert(values, by: \.email) === other)
    expectSound(context)
    try context.save()
    #expect(try container.newContext().count(Guest.all) == 2)
  }

  @Test func whoComesSecondIsToldByTheSaveAndUpsertsAgain() throws {
    let bench = try Guesthouse.bench()
    let (one, two) = (bench.context, bench.container.newContext())
    let first = try one.upsert(Guest.self, \.email, "a") { $0.visits += 1 }
    let second = try two.upsert(Guest.self, \.email, "a") { $0.visits += 1 }
    try one.save()
    let error = #expect(throws: StoreError.self) { try two.save() }
    #expect(error?.code == .uniqueViolation)
    #expect(error?.uniqueViolations.map(\.holderID) == [first.objectID])
    #expect(error?.uniqueViolations.map(\.objectID) == [second.objectID])
    two.rollback()
    let again = try two.upsert(Guest.self, \.email, "a") { $0.visits += 1 }
    #expect(again.objectID == first.objectID && again.visits == 2)
    try two.save()
  }

  @Test func withinATransactionNobodyComesBetween() async throws {
    let container = try PersistentContainer.forTesting(
      model: ObjectModel(classes: Guesthouse.classes), options: .patient)
    let ids = try await withThrowingTaskGroup(of: ObjectID.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let id = try await container.write { context in
            try context.upsert(Guest.self, \.email, "a") { $0.visits += 1 }.objectID
          }
          return id
        }
      }
      return try await group.reduce(into: Set<ObjectID>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    let visits = try await container.read { try $0.only(Guest.all).visits }
    #expect(visits == 20)
  }
}
