import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Rules that attributes have in their annotations, at each way in which values are written.
@Suite struct AttributeRuleTests {
  private let bench: Bench
  private var context: ManagedObjectContext { bench.context }

  init() throws { bench = try Bench(Ticket.self, SeasonTicket.self, Visitor.self) }

  /// Returns what the save of the context says, without numbers of new objects.
  private func refusal(_ context: ManagedObjectContext? = nil) -> String? {
    let context = context ?? self.context
    return failure { try context.save() }?.replacing(/-t\d+/, with: "-t")
  }

  // MARK: Saves

  @Test func valuesThatObeyTheirRulesAreSaved() throws {
    _ = Ticket(
      code: "AB1", title: "x", seats: 100, price: Decimal(string: "99.99"), discount: 0.999,
      seal: Data([1, 2, 3]), words: ["a"], date: Date(timeIntervalSinceReferenceDate: 0),
      in: context)
    let season = SeasonTicket(weeks: 127, note: "ok", in: context)
    season.code = "CD2"
    try save(context, Ticket.self, SeasonTicket.self)
  }

  @Test func nilObeysEachRule() throws {
    let ticket = SeasonTicket(in: context)
    ticket.code = "AB1"
    #expect(ticket.price == nil && ticket.seal == nil && ticket.date == nil && ticket.note == nil)
    try save(context, Ticket.self, SeasonTicket.self)
  }

  @Test func everyBrokenRuleOfEveryObjectIsReportedAtOnceWithoutTheValue() throws {
    _ = Ticket(
      code: "secret", title: "", seats: 4711, price: Decimal(string: "99.991"), discount: 1,
      seal: Data([1, 2, 3, 4]), words: ["a", ""], date: Date(timeIntervalSinceReferenceDate: -1),
      in: context)
    let season = SeasonTicket(weeks: 0, note: "n", in: context)
    (season.code, season.seats) = ("ZZ9", 0)
    _ = context.insert(Ticket.self)
    #expect(
      refusal() == """
        the save has been refused for 13 reasons:
          Ticket-t: 'SeasonTicket.note' must have at least 2 characters [validation.length]
          Ticket-t: 'SeasonTicket.seats' must be from 1 to 100 [validation.range]
          Ticket-t: 'SeasonTicket.weeks' must be at least 1 [validation.range]
          Ticket-t: 'Ticket.code' must match '^[A-Z]{2}[0-9]+$' [validation.pattern]
          Ticket-t: 'Ticket.date' must not be before 2001 [validation.rule]
          Ticket-t: 'Ticket.discount' must be at least 0 and less than 1 [validation.range]
          Ticket-t: 'Ticket.price' must be from 0.01 to 99.99 [validation.range]
          Ticket-t: 'Ticket.seal' must have at most 3 bytes [validation.length]
          Ticket-t: 'Ticket.seats' must be even [ticket.seats.even]
          Ticket-t: 'Ticket.seats' must be from 1 to 100 [validation.range]
          Ticket-t: 'Ticket.title' must have from 1 to 20 characters [validation.length]
          Ticket-t: 'Ticket.words' must have no empty word [validation.rule]
          Ticket-t: 'Ticket.code' is required and has no value [validation.required]
        """)
    expectSound(context)
    #expect(season.isInserted)
  }

  @Test func aProblemNamesItsObjectPropertyAndRule() throws {
    let ticket = Ticket(code: "AB1", seats: 3, in: context)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(
      error?.problems == [
        ValidationError.Problem(
          id: "ticket.seats.even", objectID: ticket.objectID, entity: "Ticket", property: "seats",
          message: "'Ticket.seats' must be even")
      ])
    ticket.seats = 4
    try save(context, Ticket.self)
  }

  @Test func onlyWhatIsChangedOfAnObjectIsAsked() throws {
    let ticket = Ticket(code: "AB1", in: context)
    try context.save()
    // What a program before this one, or a statement behind its back, has written.
    try bench.run("UPDATE Ticket SET seats = 7")
    let other = bench.container.newContext()
    let held = try other.only(Ticket.all)
    #expect(held.seats == 7)
    held.title = "other"
    try other.save()
    held.seats = 9
    #expect(
      refusal(other) == """
        the save has been refused:
          Ticket-1: 'Ticket.seats' must be even [ticket.seats.even]
        """)
    // A change that is taken back is none.
    held.seats = 7
    held.title = "third"
    try other.save()
    #expect(ticket.title == "Title")
  }

  @Test func aDeletedObjectIsNotAsked() throws {
    let ticket = Ticket(code: "AB1", in: context)
    try context.save()
    ticket.seats = 1
    context.delete(ticket)
    context.delete(Ticket(code: "?", in: context))
    try context.save()
    #expect(try context.count(Ticket.all) == 0)
  }

  @Test func whatAMergeBringsIsAsked() throws {
    _ = Ticket(code: "AB1", in: context)
    try context.save()
    let other = bench.container.newContext()
    let held = try other.only(Ticket.all)
    held.seats = 10
    try bench.run("UPDATE Ticket SET title = 'theirs', _version = _version + 1")
    let broken = MergePolicy { $0.set(\Ticket.seats, to: 11) }
    #expect(
      failure { try other.save(merging: broken) } == """
        the save has been refused:
          Ticket-1: 'Ticket.seats' must be even [ticket.seats.even]
        """)
  }

  // MARK: Unique values beside other problems

  @Test func takenValuesAreInTheListOfOtherProblems() throws {
    _ = Ticket(code: "AB1", in: context)
    let gone = Ticket(code: "AB2", in: context)
    let freed = Ticket(code: "AB3", in: context)
    _ = Visitor(nickname: "Ann", in: context)
    try context.save()
    context.delete(gone)
    freed.code = "AB4"
    _ = Ticket(code: "AB1", in: context)
    _ = Ticket(code: "AB2", in: context)
    _ = Ticket(code: "AB3", in: context)
    _ = Ticket(code: "CD1", in: context)
    SeasonTicket(in: context).code = "CD1"
    _ = Visitor(nickname: "ANN", in: context)
    let bad = Ticket(code: "CD2", seats: 3, in: context)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(
      error?.problems.map { "\($0.message) [\($0.id)]".replacing(/-t\d+/, with: "-t") } == [
        "'Ticket.code' has the value that Ticket-1 has [validation.unique]",
        "'Ticket.code' has the value that Ticket-t has [validation.unique]",
        "'Ticket.seats' must be even [ticket.seats.even]",
        "'Visitor.nickname' has the value that Visitor-1 has, ignoring case [validation.unique]",
      ])
    bad.seats = 4
    // Alone they are what they have always been, which is the same as a validation error.
    let store = #expect(throws: StoreError.self) { try context.save() }
    #expect(store?.code == .uniqueViolation)
    let list = try #require(store.flatMap(ValidationError.init))
    #expect(
      Set(list.problems) == Set(error?.problems.filter { $0.id == "validation.unique" } ?? []))
    #expect(ValidationError(StoreError(.busy)) == nil)
  }

  @Test func whatHasBeenGivenNothingHasNoValueThatOthersHave() throws {
    _ = context.insert(Ticket.self)
    _ = context.insert(Ticket.self)
    #expect(
      refusal() == """
        the save has been refused for 2 reasons:
          Ticket-t: 'Ticket.code' is required and has no value [validation.required]
          Ticket-t: 'Ticket.code' is required and has no value [validation.required]
        """)
  }

  // MARK: Changes without objects

  @Test func aBulkUpdateIsRefusedForTheRowsThatWouldBreakARule() throws {
    for (code, seats) in [("AB1", 98), ("AB2", 100)] {
      _ = Ticket(code: code, seats: seats, in: context)
    }
    let season = SeasonTicket(in: context)
    (season.code, season.seats) = ("AB3", 100)
    try context.save()
    #expect(
      failure { try context.update(Ticket.all) { $0.seats += 2 } } == """
        the save has been refused for 2 reasons:
          Ticket-3: 'SeasonTicket.seats' must be from 1 to 100 [validation.range]
          Ticket-2: 'Ticket.seats' must be from 1 to 100 [validation.range]
        """)
    #expect(
      failure { try context.update(Ticket.all) { $0.title = "" } } == """
        the save has been refused for 3 reasons:
          Ticket-3: 'SeasonTicket.title' must have from 1 to 20 characters [validation.length]
          Ticket-1: 'Ticket.title' must have from 1 to 20 characters [validation.length]
          Ticket-2: 'Ticket.title' must have from 1 to 20 characters [validation.length]
        """)
    #expect(try context.update(Ticket.all) { $0.title = "fine" } == 3)
    #expect(try context.update(Ticket.all) { $0.seats -= 2 } == 3)
    #expect(try context.update(Ticket.where { $0.seats > 1000 }) { $0.title = "" } == 0)
  }

  @Test func insertingManyIsRefusedForTheValuesThatBreakARule() throws {
    #expect(
      failure {
        try context.insertAll(Ticket.self, from: [("AB1", 2), ("AB2", 3), ("c", 4)]) {
          $0.code = $1.0
          $0.seats = $1.1
        }
      }?.replacing(/-t\d+/, with: "-t") == """
        the save has been refused for 2 reasons:
          Ticket-t: 'Ticket.seats' must be even [ticket.seats.even]
          Ticket-t: 'Ticket.code' must match '^[A-Z]{2}[0-9]+$' [validation.pattern]
        """)
    #expect(try context.count(Ticket.all) == 0)
  }

  @Test func aStatementIsRefusedForTheRowsThatWouldBreakARule() throws {
    _ = Ticket(code: "AB1", in: context)
    _ = Ticket(code: "AB2", seats: 4, in: context)
    try context.save()
    #expect(
      failure {
        try context.execute("UPDATE \(Ticket.self) SET \(\Ticket.seats) = \(\Ticket.seats) + 97")
      } == """
        the save has been refused for 3 reasons:
          Ticket-1: 'Ticket.seats' must be even [ticket.seats.even]
          Ticket-2: 'Ticket.seats' must be even [ticket.seats.even]
          Ticket-2: 'Ticket.seats' must be from 1 to 100 [validation.range]
        """)
    #expect(
      try context.execute("UPDATE \(Ticket.self) SET \(\Ticket.seats) = \(\Ticket.seats) + 96")
        == 2)
  }

  @Test func aStatementThatInsertsOrUpdatesIsAskedForBoth() throws {
    func insert(_ code: String, _ seats: Int) throws -> Int {
      try context.execute(
        """
        INSERT INTO \(Ticket.self) (_entity, \(\Ticket.code), \(\Ticket.title), \(\Ticket.seats),
          \(\Ticket.discount), \(\Ticket.words))
        VALUES ('Ticket', \(code), 'x', \(seats), 0.0, '[]')
        ON CONFLICT (\(\Ticket.code)) DO UPDATE SET \(\Ticket.seats) = excluded.\(\Ticket.seats)
        """)
    }
    #expect(try insert("AB1", 2) == 1)
    #expect(
      failure { _ = try insert("AB1", 3) } == """
        the save has been refused:
          Ticket-1: 'Ticket.seats' must be even [ticket.seats.even]
        """)
    let error = #expect(throws: ValidationError.self) { _ = try insert("?", 300) }
    #expect(
      error?.problems.map(\.message) == [
        "'Ticket.code' must match '^[A-Z]{2}[0-9]+$'", "'Ticket.seats' must be from 1 to 100",
      ])
    #expect(try insert("AB1", 4) == 1)
    #expect(try context.fetch(Ticket.all).map(\.seats) == [4])
  }

  @Test func upsertsAreRefusedForWhatTheyAddAndForWhatTheyChange() throws {
    _ = Ticket(code: "AB1", title: "x", in: context)
    try save(context, Ticket.self, SeasonTicket.self)
    let refused = failure {
      try context.insertAll(
        Ticket.self, from: [("AB1", 3), ("AB2", 5)], onConflict: .update(by: \.code)
      ) { ticket, item in (ticket.code, ticket.seats) = item }
    }
    #expect(
      refused == """
        the save has been refused for 2 reasons:
          Ticket-1: 'Ticket.seats' must be even [ticket.seats.even]
          Ticket-t2: 'Ticket.seats' must be even [ticket.seats.even]
        """)
    #expect(try context.fetch(Ticket.select { ($0.code, $0.seats) }).map(\.1) == [2])
    try context.insertAll(
      Ticket.self, from: [("AB1", 4), ("AB2", 6)], onConflict: .update(by: \.code)
    ) { ticket, item in (ticket.code, ticket.seats) = item }
    #expect(try context.fetch(Ticket.select { ($0.code, $0.seats) }).map(\.1) == [4, 6])
  }

  // MARK: Descriptions

  @Test func aProgramCanReadTheRules() throws {
    let model = bench.container.model
    let attributes = try #require(model.entities.first { $0.name == "Ticket" }).attributes
    let rules = Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0.rules) })
    #expect(
      rules == [
        "code": [.pattern("^[A-Z]{2}[0-9]+$")], "title": [.length(from: 1, through: 20)],
        "seats": [
          .range(from: .integer(1), through: .integer(100)),
          .custom("must be even", id: "ticket.seats.even"),
        ],
        "price": [.range(from: .text("0.01"), through: .text("99.99"))],
        "discount": [.range(from: .real(0), below: .real(1))], "seal": [.length(through: 3)],
        "words": [.custom("must have no empty word", id: "validation.rule")],
        "date": [.custom("must not be before 2001", id: "validation.rule")],
      ])
  }

  @Test func rulesAreNoPartOfWhatAStoreIsMadeFor() throws {
    let model = bench.container.model
    let entities = model.entities.map { entity in
      var entity = entity
      entity.properties = entity.properties.map { property in
        guard case .attribute(var attribute) = property else { return property }
        attribute.rules = []
        return .attribute(attribute)
      }
      return entity
    }
    let bare = ObjectModel(entities: entities)
    #expect(bare.versionHash == model.versionHash)
    #expect(bare.entities != model.entities)
    let coded = try JSONEncoder().encode(model)
    #expect(try JSONDecoder().decode(ObjectModel.self, from: coded).entities == bare.entities)
  }

  @Test func anEntityWithoutRulesHasNothingToCheck() throws {
    let entity = try context.unit.entity(of: Visitor.self)
    #expect(entity.rules.isEmpty)
    #expect(!entity.hasRules && entity.ruledSet.isEmpty)
    let season = try context.unit.entity(of: SeasonTicket.self)
    #expect(season.rules.count == 10)
  }

  // MARK: Chance

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aSaveRefusesWhatANaiveModelRefuses(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var expected: [String] = []
    var tickets: [Ticket] = []
    for number in 0..<30 {
      let seats = random.below(120)
      let title = String(repeating: "é", count: random.below(24))
      let discount = Double(random.below(5)) / 4
      let ticket: Ticket =
        random.oneIn(2) ? Ticket(code: "", in: context) : SeasonTicket(in: context)
      (ticket.code, ticket.title) = ("AB\(number)", title)
      (ticket.seats, ticket.discount) = (seats, discount)
      tickets.append(ticket)
      if seats < 1 || seats > 100 { expected.append("\(number) seats validation.range") }
      if seats % 2 != 0 { expected.append("\(number) seats ticket.seats.even") }
      if title.isEmpty || title.count > 20 { expected.append("\(number) title validation.length") }
      if discount >= 1 { expected.append("\(number) discount validation.range") }
    }
    let error = #expect(throws: ValidationError.self) { try context.save() }
    let numbers = Dictionary(
      uniqueKeysWithValues: tickets.enumerated().map { ($1.objectID, $0) })
    let found = error?.problems.map { "\(numbers[$0.objectID] ?? -1) \($0.property) \($0.id)" }
    #expect(found?.sorted() == expected.sorted())
  }
}
