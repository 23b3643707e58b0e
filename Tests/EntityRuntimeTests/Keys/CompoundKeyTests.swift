import EntityGraph
import EntityStore
import TestSupport
import Testing

@testable import EntityRuntime

/// Properties that are unique together.
@Suite struct CompoundKeyTests {
  private func context(_ kind: StoreKind) throws -> ManagedObjectContext {
    try kind.container(Playhouse.classes).newContext()
  }

  /// Returns the error of a save of `context`, which stays sound.
  private func refusal(
    _ context: ManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StoreError {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try context.save()
    }
    #expect(error?.code == .uniqueViolation, sourceLocation: sourceLocation)
    expectSound(context, sourceLocation: sourceLocation)
    return try #require(error)
  }

  @Test(arguments: StoreKind.allCases) func `what differs in one of the properties is accepted`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let (first, second) = (Playhouse(name: "a", in: context), Playhouse(name: "b", in: context))
    for house in [first, second] {
      for row in ["A", "B", "a"] {
        for number in 1...3 {
          _ = PlayhouseSeat(row: row, number: number, house: house, in: context)
        }
      }
    }
    try context.save()
    #expect(try context.count(PlayhouseSeat.all) == 18)
  }

  @Test(arguments: StoreKind.allCases) func `what has one of them absent is like nothing else`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let house = Playhouse(name: "a", in: context)
    for _ in 0..<2 {
      _ = PlayhouseSeat(row: nil, number: 1, house: house, in: context)
      _ = PlayhouseSeat(row: "A", number: 1, house: nil, in: context)
    }
    try context.save()
    #expect(try context.count(PlayhouseSeat.all) == 4)
  }

  @Test(arguments: StoreKind.allCases)
  func `new and stored objects are refused with the holder and all properties`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let house = Playhouse(name: "secret", in: context)
    let stored = PlayhouseSeat(row: "secret", number: 1, house: house, in: context)
    let other = PlayhouseSeat(row: "secret", number: 2, house: house, in: context)
    try context.save()
    let new = PlayhouseSeat(row: "secret", number: 1, house: house, in: context)
    let error = try refusal(context)
    #expect(
      error.message
        == "another object already has the values of what is unique together: "
        + "'PlayhouseSeat.house' and 'PlayhouseSeat.row' and 'PlayhouseSeat.number': "
        + "\(stored.objectID) has the values that \(new.objectID) is to have")
    #expect(error.properties == ["house", "row", "number"])
    #expect(error.entity == "PlayhouseSeat")
    #expect(error.uniqueViolations.map(\.properties) == [["house", "row", "number"]])
    #expect(error.uniqueViolations.map(\.property) == ["house"])
    new.number = 3
    try context.save()
    // The change of one of the properties is enough.
    other.number = 3
    #expect(try refusal(context).uniqueViolations.map(\.holderID) == [new.objectID])
    // Two new ones, and one that takes what another gives up.
    other.number = 4
    let twins = (0..<2).map { _ in
      PlayhouseSeat(row: "B", number: 1, house: house, in: context)
    }
    let twin = try refusal(context).uniqueViolations
    #expect(twin.map(\.holderID) == [twins[0].objectID])
    #expect(twin.map(\.objectID) == [twins[1].objectID])
    twins[1].number = 2
    try context.save()
  }

  @Test(arguments: StoreKind.allCases) func `values go round between objects`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let houses = ["a", "b"].map { Playhouse(name: $0, in: context) }
    let seats = (0..<40).map { index in
      PlayhouseSeat(row: "A", number: index, house: houses[index % 2], in: context)
    }
    try context.save()
    for (index, seat) in seats.enumerated() { seat.number = (index + 2) % 40 }
    try context.save()
    #expect(seats.map(\.number) == (0..<40).map { ($0 + 2) % 40 })
    // Two exchange a to-one, by which each takes the place of the other.
    (seats[0].number, seats[1].number) = (50, 50)
    try context.save()
    (seats[0].house, seats[1].house) = (houses[1], houses[0])
    try context.save()
    let found = try context.fetch(
      PlayhouseSeat.where { $0.number == 50 }.sorted(by: \.house?.name))
    #expect(found.map { $0.house?.name } == ["a", "b"])
  }

  @Test(arguments: StoreKind.allCases) func `what an object gives up or a deleted one had is free`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let house = Playhouse(name: "a", in: context)
    let first = PlayhouseSeat(row: "A", number: 1, house: house, in: context)
    let second = PlayhouseSeat(row: "A", number: 2, house: house, in: context)
    try context.save()
    context.delete(first)
    second.number = 1
    _ = PlayhouseSeat(row: "A", number: 2, house: house, in: context)
    try context.save()
    #expect(try context.count(PlayhouseSeat.all) == 2)
  }

  @Test(arguments: StoreKind.allCases) func `a key of a subclass is about its objects alone`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    for _ in 0..<2 { _ = PlayhouseSeat(row: nil, price: 5, in: context) }
    let seats = (0..<2).map { index in
      let seat = LabelledSeat(in: context)
      (seat.price, seat.label) = (5, "\(index)")
      return seat
    }
    try context.save()
    seats[1].label = "0"
    let error = try refusal(context)
    #expect(error.entity == "LabelledSeat")
    #expect(error.properties == ["price", "label"])
    seats[1].price = 6
    try context.save()
    // The key of the superclass holds for both.
    let house = Playhouse(name: "a", in: context)
    let seat = PlayhouseSeat(row: "A", number: 1, house: house, in: context)
    (seats[0].row, seats[0].number, seats[0].house) = ("A", 1, house)
    #expect(try refusal(context).uniqueViolations.map(\.entity) == ["PlayhouseSeat"])
    seat.row = "B"
    try context.save()
  }

  @Test(arguments: StoreKind.allCases) func `a problem among others names all properties`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let house = Playhouse(name: "a", in: context)
    let first = PlayhouseSeat(row: "A", number: 1, house: house, in: context)
    try context.save()
    let second = PlayhouseSeat(row: "A", number: 1, price: 101, house: house, in: context)
    let third = PlayhouseSeat(row: "A", number: 2, price: 101, house: nil, in: context)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    let problems = (error?.problems ?? []).filter { $0.id == "validation.unique" }
    #expect(
      problems.map(\.message) == [
        "'PlayhouseSeat.house' and 'PlayhouseSeat.row' and 'PlayhouseSeat.number' have the values "
          + "that \(first.objectID) has"
      ])
    #expect(problems.map(\.objectID) == [second.objectID])
    (second.number, second.price, third.price) = (2, 1, 1)
    try context.save()
  }

  @Test(arguments: StoreKind.allCases) func `changes without objects obey a key`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let house = Playhouse(name: "a", in: context)
    for number in 1...3 { _ = PlayhouseSeat(row: "A", number: number, house: house, in: context) }
    try context.save()
    #expect(throws: StoreError.self) {
      try context.update(PlayhouseSeat.all) { $0.number = 7 }
    }
    try context.update(PlayhouseSeat.all) { $0.number += 1 }
    try context.update(PlayhouseSeat.all) { $0.number -= 1 }
    #expect(
      try context.fetch(PlayhouseSeat.all.sorted(by: \.number)).map(\.number) == [1, 2, 3])
  }

  @Test func `what is accepted is what a naive comparison accepts`() throws {
    var random = SeededRandom(seed: 20)
    let context = try StoreKind.sqlite.container(Playhouse.classes).newContext()
    let houses = (0..<2).map { Playhouse(name: "\($0)", in: context) }
    let seats = (0..<8).map { PlayhouseSeat(row: "A", number: $0, house: houses[0], in: context) }
    try context.save()
    var (accepted, refused) = (0, 0)
    for _ in 0..<1500 {
      for _ in 0...random.below(5) {
        let (one, two) = (random.pick(seats), random.pick(seats))
        switch random.below(5) {
        case 0: (one.number, two.number) = (two.number, one.number)
        case 1: (one.house, two.house) = (two.house, one.house)
        case 2: one.row = random.pick(["A", "B", nil])
        case 3: one.house = random.oneIn(8) ? nil : random.pick(houses)
        default: one.number = random.below(8)
        }
      }
      var seen: Set<[String]> = []
      let isUnique = seats.allSatisfy { seat in
        guard let row = seat.row, let house = seat.house else { return true }
        return seen.insert([row, house.name, "\(seat.number)"]).inserted
      }
      if isUnique {
        try context.save()
        accepted += 1
      } else {
        _ = try refusal(context)
        context.rollback()
        refused += 1
      }
    }
    #expect(accepted > 0)
    #expect(refused > 0)
  }

  @Test func `a request is explained with the index of several properties`() throws {
    let context = try StoreKind.sqlite.container(Playhouse.classes).newContext()
    let house = Playhouse(name: "a", in: context)
    _ = PlayhouseSeat(row: "A", number: 1, house: house, in: context)
    try context.save()
    let sorted = try PlayhouseSeat.where { $0.house == house }.sorted(by: \.price)
      .explain(in: context)
    #expect(
      sorted.plan.map(\.text) == [
        "finds rows of PlayhouseSeat by the index of PlayhouseSeat.house and PlayhouseSeat.price"
      ])
    #expect(sorted.missingIndexes == [])
    let found = try PlayhouseSeat.where { $0.house == house && $0.row == "A" && $0.number == 1 }
      .explain(in: context)
    #expect(
      found.usedIndexes == [
        "PlayhouseSeat.house and PlayhouseSeat.row and PlayhouseSeat.number"
      ])
    #expect(found.missingIndexes == [])
    // The first property is served by itself, the second one is not.
    let priced = try LabelledSeat.where { $0.price == 1 }.explain(in: context)
    #expect(priced.missingIndexes == [])
    let labelled = try LabelledSeat.where { $0.label == "1" }.explain(in: context)
    #expect(labelled.missingIndexes == ["LabelledSeat.label"])
  }
}
