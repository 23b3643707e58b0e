import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct BulkUpdateTests {
  @Test func aTextIsAddedBehindWhatThereIs() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let films = try context.fetch(Film.all)
    let subtitles = films.map { film in film.subtitle.map { $0 + "!" } }
    let codes = films.map { $0.code + $0.title + "?" }
    #expect(
      try context.update(Film.self) {
        $0.title += "?"
        $0.subtitle += "!"
        $0.code += $0.title
      } == 5)
    let other = try cinema.bench.container.newContext().fetch(Film.all)
    #expect(other.map(\.subtitle) == subtitles)
    #expect(other.map(\.code) == codes)
  }

  @Test func everyFormOfAssignmentDoesWhatItSays() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let (title, none, number) = ("x", String?.none, 3)
    let count = try context.update(Film.where { $0.code == "A" }) {
      $0.minutes += number
      $0.minutes *= 2
      $0.seats += 1
      $0.sold = $0.minutes - 40
      $0.title = $0.title.lowercased()
      $0.subtitle = title
      $0.rating = .teen
      $0.isOpen.toggle()
      $0.score = nil
      $0.director = cinema.directors[1]
    }
    #expect(count == 1)
    let film = cinema.films[0]
    #expect(film.minutes == 240)
    #expect(film.seats == 101)
    #expect(film.sold == 200)
    #expect(film.title == "alien")
    #expect(film.subtitle == "x")
    #expect(film.rating == .teen)
    #expect(film.isOpen == false)
    #expect(film.score == nil)
    #expect(film.director === cinema.directors[1])
    #expect(cinema.directors[1].films.codes.sorted() == ["A", "D"])
    #expect(cinema.directors[0].films.codes == "B")

    try context.update(Film.where { $0.code == "A" }) {
      $0.subtitle = none
      $0.director = nil
      $0.isOpen = $0.minutes > 100
      $0.minutes = $0.seats ?? 0
      $0.title = "abc"
      $0.title = $0.title.uppercased()
      $0.seats = 7
      $0.sold = nil
    }
    #expect(film.subtitle == nil)
    #expect(film.director == nil)
    #expect(film.isOpen)
    #expect(film.minutes == 101)
    #expect(film.title == "ABC")
    #expect(film.seats == 7)
    #expect(film.sold == nil)
    expectSound(context)
  }

  @Test func aValueOfEveryKindIsStoredAsAnObjectStoresIt() throws {
    let bench = try bookshop()
    let book = Book(title: "a", in: bench.context)
    try bench.context.save()
    try bench.context.update(Book.all) {
      $0.tags = ["x", "y"]
      $0.genre = .history
    }
    #expect(book.tags == ["x", "y"])
    #expect(book.genre == .history)
    // What an object would store is no change.
    #expect(try bench.context.update(Book.all) { $0.tags = ["x", "y"] } == 0)
  }

  @Test func attributesOfASubclassAreChanged() throws {
    let bench = try Bench(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self)
    let gadget = bench.context.insert(Gadget.self)
    gadget.code = 1
    _ = Thing(code: 2, in: bench.context)
    try bench.context.save()
    #expect(
      try bench.context.update(Gadget.all) {
        $0.power = 5
        $0.name = "g"
      } == 1)
    #expect(gadget.power == 5)
    #expect(try bench.context.fetch(Thing.sorted(by: \.code)).map(\.name) == ["g", ""])
  }

  @Test func aBooleanIsMadeWhetherAConditionHolds() throws {
    let context = try Bench(SalonGuest.self, SalonDoor.self).context
    for seats in 1...3 { _ = SalonGuest(seats: seats, in: context) }
    try context.save()
    try context.update(SalonGuest.all) {
      $0.isMember = $0.seats > 1
      $0.isRegular = $0.seats > 2 || $0.seats == 1
    }
    let guests = try context.fetch(SalonGuest.sorted(by: \.seats))
    #expect(guests.map(\.isMember) == [false, true, true])
    #expect(guests.map(\.isRegular) == [true, false, true])
  }

  @Test func whatIsSoAlreadyIsNoChange() throws {
    let cinema = try Cinema()
    #expect(try cinema.context.update(Film.all) { $0.minutes = 60 } == 3)
    #expect(cinema.films[3].__version == cinema.container.store.firstVersion)
    #expect(try cinema.context.update(Film.all) { _ in } == 0)
  }

  @Test func unsavedChangesAreRefusedInAContextOfOnesOwn() throws {
    let cinema = try Cinema()
    cinema.films[0].title = "z"
    #expect(
      failure { try cinema.context.update(Film.all) { $0.minutes = 1 } } == """
        'update' writes to the store, which does not know the unsaved changes of the context; \
        save them or roll them back first, or use 'container.write', which saves them \
        [invalidRequest]
        """)
    #expect(cinema.films[0].title == "z")
    #expect(cinema.films[1].minutes == 137)
    cinema.context.rollback()
    // An assignment that has been taken back is no change.
    cinema.films[0].title += "!"
    cinema.films[0].title = "Alien"
    #expect(try cinema.context.deleteAll(Film.all) == 5)
    expectSound(cinema.context)
  }

  @Test func inWriteItIsAPartOfTheTransaction() async throws {
    let cinema = try Cinema()
    try await cinema.container.write { context in
      let film = try context.only(Film.where { $0.code == "A" })
      film.minutes = 1
      try context.update(Film.where { $0.minutes == 1 }) { $0.minutes += 1 }
      #expect(film.minutes == 2)
      #expect(throws: StoreError.self) {
        try context.update(Film.all) { $0.minutes *= .max }
      }
      #expect(film.minutes == 2)
    }
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await cinema.container.write { context in
        try context.update(Film.all) { $0.minutes = 9 }
        try context.deleteAll(Film.where { $0.code != "A" })
        throw Stop()
      }
    }
    let minutes = try await cinema.container.read { try $0.fetch(Film.all).map(\.minutes) }
    #expect(minutes == [2, 137, 143, 60, 60])
  }

  @Test func nothingIsWrittenWhereSavingIsRefused() async throws {
    let cinema = try Cinema()
    let error = try await cinema.container.read { context in
      failure { try context.update(Film.all) { $0.minutes = 1 } }
    }
    let saving = try await cinema.container.read { context in failure { try context.save() } }
    #expect(error == saving)
    #expect(error != nil)
  }

  @Test func liveObjectsAreLeftWhereThatIsAskedFor() throws {
    let cinema = try Cinema()
    try cinema.context.update(Film.all, refreshing: false) { $0.minutes = 1 }
    #expect(cinema.films.map(\.minutes) == [117, 137, 143, 60, 60])
    cinema.context.refreshAll()
    #expect(cinema.films.map(\.minutes) == [1, 1, 1, 1, 1])
  }

  @Test func whatAPropertyCannotHoldIsRefused() throws {
    let bench = try Bench(Specimen.self)
    _ = bench.context.insert(Specimen.self)
    try bench.context.save()
    func refusal(_ assign: (inout Assignments<Specimen>) -> Void) -> String? {
      failure { try bench.context.update(Specimen.all, assign) }
    }
    #expect(
      refusal {
        $0.int8 = 127
        $0.int8 += 1
      } == """
        'Specimen.int8' cannot hold what it was to be made: its type has the values from -128 to \
        127 [overflow]
        """)
    #expect(
      refusal {
        $0.int = .max
        $0.int += 1
      } == """
        'Specimen.int' is required, and what it was to be made has no value for at least one \
        object, as of a number that 64 bits cannot hold or that is divided by zero; give it one \
        with '??' [notNullViolation]
        """)
    let none: Int? = nil
    #expect(
      refusal { $0.int = none } == """
        'Specimen.int' is required and cannot be nil [notNullViolation]
        """)
    #expect(refusal { $0.maybeInt = $0.int / 0 } == nil)
  }

  @Test func whatCannotBeReferredToIsRefused() throws {
    let cinema = try Cinema()
    let other = cinema.container.newContext()
    let foreign = try other.only(Director.where { $0.name == "Bong" })
    #expect(
      failure { try cinema.context.update(Film.all) { $0.director = foreign } } == """
        the save has been refused:
          Director-2: 'Film.director' cannot refer to an object of another context; ask this \
        context for the object with its id [validation.otherContext]
        """)
    let gone = cinema.directors[2]
    cinema.context.delete(gone)
    try cinema.context.save()
    #expect(
      failure { try cinema.context.update(Film.all) { $0.director = gone } } == """
        the save has been refused:
          Director-3: 'Film.director' refers to an object that has been deleted; let it refer to \
        another or to nothing [validation.deleted]
        """)
  }

  @Test func uniquenessIsReportedAsASaveReportsIt() throws {
    let bench = try bookshop()
    for name in ["a", "b", "c"] { _ = Author(email: name, in: bench.context) }
    try bench.context.save()
    #expect(
      failure { try bench.context.update(Author.where { $0.email != "a" }) { $0.email = "a" } }?
        .components(separatedBy: " [").first == """
          other objects already have values of unique attributes:
            'Author.email': Author-1 has the value that Author-2 is to have
            'Author.email': Author-1 has the value that Author-3 is to have
          """)
    expectSound(bench.context)
  }

  @Test func limitsOfBothOwnersAreChecked() throws {
    let bench = try warehouse()
    let (full, other) = (bench.context.insert(Club.self), bench.context.insert(Club.self))
    for number in 0..<3 {
      Customer(name: "\(number)", in: bench.context).club = number < 2 ? full : other
    }
    try bench.context.save()
    #expect(
      failure { try bench.context.update(Customer.all) { $0.club = full } } == """
        the save has been refused:
          Club-2: 'Club.members' must hold at least 1 and holds 0 [validation.count]
        """)
    _ = Customer(name: "4", club: other, in: bench.context)
    _ = Customer(name: "5", club: other, in: bench.context)
    try bench.context.save()
    #expect(
      failure { try bench.context.update(Customer.where { $0.name != "2" }) { $0.club = full } }
        == """
        the save has been refused:
          Club-1: 'Club.members' must hold at most 3 and holds 4 [validation.count]
        """)
    #expect(
      failure { try bench.context.update(OrderLine.all) { $0.text = "x" } } == nil)
  }

  @Test func membersAreChangedFromTheOtherEnd() throws {
    let bench = try bookshop()
    let ursula = Author(email: "u", in: bench.context)
    for number in 0..<4 { Book(title: "\(number)", in: bench.context).author = ursula }
    try bench.context.save()
    #expect(ursula.books.count == 4)
    #expect(try bench.context.update(Book.limit(3)) { $0.author = nil } == 3)
    #expect(ursula.books.map(\.title) == ["3"])
    expectSound(bench.context)
  }

  @Test func othersFollow() throws {
    let cinema = try Cinema()
    let other = cinema.container.newContext()
    other.followsCommits = true
    let films = try other.fetch(Film.all)
    try cinema.context.update(Film.all) { $0.minutes = 2 }
    try cinema.context.deleteAll(Film.where { $0.code == "E" })
    try other.processCommits()
    #expect(films.prefix(4).map(\.minutes) == [2, 2, 2, 2])
    #expect(try other.codes(Film.all) == "ABCD")
  }

  @Test func aReadOnlyStoreRefusesAsItRefusesASave() throws {
    let directory = try TemporaryStore()
    let model = try ObjectModel(Director.self, Film.self, Studio.self, Theme.self)
    _ = try PersistentContainer(model: model, at: .file(directory.path))
    let container = try PersistentContainer(
      model: model, at: .file(directory.path), options: StoreOptions(isReadOnly: true))
    let context = container.newContext()
    #expect(
      #expect(throws: StoreError.self) { try context.update(Film.all) { $0.minutes = 1 } }?.code
        == .readOnly)
    #expect(
      #expect(throws: StoreError.self) { try context.deleteAll(Film.all) }?.code == .readOnly)
  }
}

extension Cinema {
  /// The container of the films.
  var container: PersistentContainer { bench.container }
}
