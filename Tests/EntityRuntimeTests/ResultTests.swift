import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct ResultTests {
  private let bench: Bench
  private let context: ManagedObjectContext

  /// Two markets with three stands, of which two sell; the fifth sale is nobody's.
  init() throws {
    bench = try Bench(Sale.self, Auction.self, Stand.self, Market.self)
    context = bench.context
    let north = Market(name: "north", size: 5, in: context)
    let south = Market(name: "south", in: context)
    let anna = Stand(name: "Anna", market: north, in: context)
    let ben = Stand(name: "Ben", market: south, in: context)
    _ = Stand(name: "Cem", market: south, in: context)
    _ = Sale(
      pieces: 1, grams: 100, price: 0.5, tax: Decimal(string: "0.10"), kind: .fruit, city: "Ulm",
      day: Date(timeIntervalSinceReferenceDate: 1), stand: anna, in: context)
    _ = Sale(
      pieces: 2, price: 1.5, tax: Decimal(string: "0.2"), kind: .herb, stand: anna, in: context)
    _ = Sale(pieces: 3, grams: 300, kind: .herb, city: "Bern", stand: ben, in: context)
    let auction = context.insert(Auction.self)
    auction.pieces = 4
    auction.grams = 100
    auction.price = 2
    auction.kind = .root
    auction.city = "Ulm"
    auction.stand = ben
    auction.bids = 7
    _ = Sale(pieces: 5, tax: Decimal(string: "0.30"), kind: .herb, in: context)
    try context.save()
  }

  /// Returns the rows that the store computes and those that memory does, a line for each row, in
  /// one text when they are the same.
  private func rows<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>
  ) throws -> String {
    func text(_ rows: [Row]) -> String { rows.map { "\($0)" }.joined(separator: "\n") }
    let context = bench.container.newContext()
    let stored = text(try context.fetch(request))
    // A change that leaves everything as it is has memory asked.
    for sale in try context.fetch(Sale.all) { sale.pieces += 1 }
    for sale in try context.fetch(Sale.all) { sale.pieces -= 1 }
    var memory = ""
    let sql = try bench.sql { memory = text(try context.fetch(request)) }
    #expect(!sql.contains { $0.contains("sum(") || $0.contains("GROUP BY") })
    return stored == memory ? stored : "stored:\n\(stored)\nin memory:\n\(memory)"
  }

  @Test func groupsHaveWhatIsComputedOverTheirObjects() throws {
    let request = Sale.group(by: \.kind).select {
      ($0.kind, $0.count, $0.pieces.sum, $0.pieces.average, $0.grams.count, $0.price.maximum)
    }
    let found: [(Kind, Int, Int, Double?, Int, Double?)] = try context.fetch(request)
    #expect(found.map(\.0) == [.fruit, .herb, .root])
    #expect(
      try rows(request) == """
        (EntityRuntimeTests.Kind.fruit, 1, 1, Optional(1.0), 1, Optional(0.5))
        (EntityRuntimeTests.Kind.herb, 3, 10, Optional(3.3333333333333335), 1, Optional(1.5))
        (EntityRuntimeTests.Kind.root, 1, 4, Optional(4.0), 1, Optional(2.0))
        """)
  }

  @Test func theStoreComputesWhereNothingHasChanged() throws {
    let sql = try bench.sql {
      _ = try context.fetch(
        Sale.where { $0.pieces > 1 }.group { ($0.kind, $0.stand.name) }
          .having { $0.count > 0 && $0.pieces.average < 9 }
          .sorted(.descending) { $0.grams.sum }.limit(3).offset(1)
          .select { ($0.stand.name, $0.count, $0.grams.sum, $0.tax.sum, $0.price.minimum) })
    }
    #expect(
      sql == [
        #"""
        SELECT t1."name", count(*), coalesce(sum(t0."grams"), 0), \#
        (entity_decimal_sum(t0."tax") COLLATE entity_decimal), min(t0."price") \#
        FROM "Sale" AS t0 LEFT JOIN "Stand" AS t1 ON t1."_id" = t0."stand" \#
        WHERE t0."pieces" > ?1 GROUP BY +t0."kind", +t1."name" \#
        HAVING count(*) > ?2 AND avg(t0."pieces") < ?3 \#
        ORDER BY coalesce(sum(t0."grams"), 0) DESC, +t0."kind", +t1."name" LIMIT ?4 OFFSET ?5
        """#
      ])
  }

  @Test func groupsComeInTheOrderOfAnIndexOnlyWhereNoMoreThanTheirKeysIsRead() throws {
    let sql = try bench.sql {
      let context = bench.container.newContext()
      _ = try context.fetch(Sale.group(by: \.kind).select { ($0.kind, $0.count) })
      _ = try context.fetch(Sale.group(by: \.kind).select { ($0.kind, $0.kind.maximum) })
      _ = try context.fetch(Sale.group(by: \.kind).limit(1).select { ($0.kind, $0.pieces.sum) })
      _ = try context.fetch(Sale.group(by: \.kind).select { ($0.kind, $0.pieces.sum) })
    }
    #expect(
      sql == [
        #"""
        SELECT t0."kind", count(*) \#
        FROM "Sale" AS t0 GROUP BY t0."kind" ORDER BY t0."kind"
        """#,
        #"""
        SELECT t0."kind", max(t0."kind") \#
        FROM "Sale" AS t0 GROUP BY t0."kind" ORDER BY t0."kind"
        """#,
        #"""
        SELECT t0."kind", coalesce(sum(t0."pieces"), 0) \#
        FROM "Sale" AS t0 GROUP BY t0."kind" ORDER BY t0."kind" LIMIT ?1
        """#,
        #"""
        SELECT t0."kind", coalesce(sum(t0."pieces"), 0) \#
        FROM "Sale" AS t0 GROUP BY +t0."kind" ORDER BY +t0."kind"
        """#,
      ])
  }

  @Test func severalPropertiesMakeGroupsTogetherAndNilIsOneOfItsOwn() throws {
    #expect(
      try rows(Sale.group(by: \.city, \.kind).select { ($0.city, $0.kind, $0.count) }) == """
        (nil, EntityRuntimeTests.Kind.herb, 2)
        (Optional("Bern"), EntityRuntimeTests.Kind.herb, 1)
        (Optional("Ulm"), EntityRuntimeTests.Kind.fruit, 1)
        (Optional("Ulm"), EntityRuntimeTests.Kind.root, 1)
        """)
  }

  @Test func groupsAreMadeThroughToOnes() throws {
    #expect(
      try rows(
        Sale.group { ($0.stand.market.name, $0.stand.market.size) }
          .select { ($0.stand.market.name, $0.stand.market.size, $0.pieces.sum) }) == """
          (nil, nil, 5)
          (Optional("north"), Optional(5), 3)
          (Optional("south"), nil, 7)
          """)
  }

  @Test func aToOneIsTheObject() throws {
    let request = Sale.group(by: \.stand).sorted(.descending) { $0.count }
      .select { ($0.stand, $0.count) }
    let context = bench.container.newContext()
    var found: [(Stand?, Int)] = []
    let sql = try bench.sql {
      found = try context.fetch(request)
      #expect(found.map { $0.0?.name } == ["Anna", "Ben", nil])
    }
    #expect(sql.count == 2)
    #expect(found.map(\.1) == [2, 2, 1])
    #expect(found[0].0 === (try context.first(Stand.where { $0.name == "Anna" })))
    let stands = try context.fetch(Stand.group(by: \.market).select { ($0.market, $0.count) })
    #expect(stands.map { "\($0.name) \($1)" } == ["north 1", "south 2"])
  }

  @Test func anUnsavedObjectIsAKeyToo() throws {
    let south = try #require(try context.first(Market.where { $0.name == "south" }))
    let dora = Stand(name: "Dora", market: south, in: context)
    try context.fetch(Sale.where { $0.stand == nil })[0].stand = dora
    let found = try context.fetch(
      Sale.group { ($0.stand, $0.stand.market) }.sorted { $0.pieces.maximum }
        .select { ($0.stand, $0.stand.market, $0.count) })
    #expect(found.map { $0.0?.name } == ["Anna", "Ben", "Dora"])
    #expect(found.map { $0.1?.name } == ["north", "south", "south"])
    #expect(found[2].0 === dora)
  }

  @Test func anObjectThatIsToBeDeletedIsNoKey() throws {
    context.delete(try #require(try context.first(Stand.where { $0.name == "Anna" })))
    let found = try context.fetch(Sale.group(by: \.stand).select { ($0.stand, $0.count) })
    #expect(found.map { "\($0.0?.name ?? "nil") \($0.1)" } == ["nil 3", "Ben 2"])
  }

  @Test func objectsThatNobodyHoldsAreThereInMemoryToo() throws {
    let context = bench.container.newContext()
    try context.fetch(Sale.where { $0.pieces == 5 })[0].city = "Rom"
    let found = try context.fetch(Sale.group(by: \.stand).select { ($0.stand, $0.count) })
    #expect(found.map { "\($0.0?.name ?? "nil") \($0.1)" } == ["nil 1", "Anna 2", "Ben 2"])
  }

  @Test func withoutGroupsThereIsOneRow() throws {
    let request = Sale.select { ($0.count, $0.pieces.sum, $0.price.average, $0.city.distinctCount) }
    #expect(try rows(request) == "(5, 15, Optional(1.3333333333333333), 2)")
    let none = Sale.where { $0.pieces > 100 }.select {
      ($0.count, $0.pieces.sum, $0.price.sum, $0.tax.sum, $0.price.average, $0.city.maximum)
    }
    #expect(try rows(none) == "(0, 0, 0.0, 0, nil, nil)")
    let total: Int? = try context.first(Sale.select { $0.pieces.sum })
    #expect(total == 15)
  }

  @Test func groupsOfNothingAreNone() throws {
    #expect(
      try rows(Sale.where { $0.pieces > 100 }.group(by: \.kind).select { $0.count }) == "")
  }

  @Test func decimalsAddUpExactly() throws {
    #expect(
      try rows(
        Sale.group(by: \.kind).sorted { $0.tax.sum }
          .select { ($0.tax.sum, $0.tax.average, $0.tax.minimum) }) == """
          (0, nil, nil)
          (0.1, Optional(0.1), Optional(0.1))
          (0.5, Optional(0.25), Optional(0.2))
          """)
  }

  @Test func aProductOfDecimalsThatIsNearerToZeroThanADecimalCanBeIsNil() throws {
    let least = Decimal.leastNonzeroMagnitude
    let factor = Decimal(string: "0.12345678901234567890123456789012345678")
    for isChanged in [false, true] {
      if isChanged { try context.fetch(Sale.limit(1)).first?.pieces += 1 }
      #expect(try context.count(Sale.where { $0.tax * least != nil }) == 3)
      #expect(try context.count(Sale.where { $0.tax * least * least != nil }) == 0)
      #expect(try context.count(Sale.where { $0.tax * (least * 1000) * (factor ?? 0) != nil }) == 0)
      #expect(try context.count(Sale.where { $0.tax * 2 == 0.4 }) == 1)
    }
  }

  @Test func datesAndStringsAndEnumerationsHaveExtremes() throws {
    #expect(
      try rows(Sale.select { ($0.city.minimum, $0.kind.maximum, $0.day.maximum) })
        == """
        (Optional("Bern"), Optional(EntityRuntimeTests.Kind.root), Optional(2001-01-01 00:00:01 +0000))
        """)
  }

  @Test func aNotANumberIsTheSumOfWhatItIsAmong() throws {
    try context.fetch(Sale.where { $0.pieces == 2 })[0].price = .nan
    try context.fetch(Sale.where { $0.pieces == 1 })[0].price = .infinity
    try context.fetch(Sale.where { $0.pieces == 3 })[0].price = -.infinity
    try context.save()
    #expect(
      try rows(
        Sale.group(by: \.kind).sorted { $0.price.average }
          .select { ($0.price.sum, $0.price.average, $0.price.minimum, $0.price.maximum) }) == """
          (2.0, Optional(2.0), Optional(2.0), Optional(2.0))
          (inf, Optional(inf), Optional(inf), Optional(inf))
          (nan, Optional(nan), Optional(-inf), Optional(nan))
          """)
    let finite = Sale.where { $0.pieces != 2 }.select { ($0.price.sum, $0.price.average) }
    #expect(try rows(finite) == "(nan, Optional(nan))")
    #expect(
      try rows(Sale.group(by: \.kind).having { $0.price.sum > 1 }.select { $0.price.sum })
        == "inf\n2.0")
  }

  @Test func conditionsOnGroupsHaveTwoValues() throws {
    func counts(_ condition: (Columns<Sale>) -> GroupCondition<Sale>) throws -> String {
      try rows(Sale.group(by: \.kind).having(condition).select { $0.count })
        .replacing("\n", with: " ")
    }
    #expect(try counts { $0.count == 1 } == "1 1")
    #expect(try counts { $0.count != 1 } == "3")
    #expect(try counts { $0.grams.sum <= 100 } == "1 1")
    #expect(try counts { $0.grams.sum >= 300 } == "3")
    #expect(try counts { $0.tax.sum < Decimal(11) / 100 } == "1 1")
    #expect(try counts { $0.tax.average == nil } == "1")
    #expect(try counts { $0.tax.average != nil } == "1 3")
    #expect(try counts { $0.tax.maximum < Decimal(1) } == "1 3")
    #expect(try counts { !($0.tax.maximum < Decimal(1)) } == "1")
    #expect(try counts { $0.tax.average <= Decimal(1) / 10 } == "1")
    #expect(try counts { $0.price.average > 1.5 || $0.count == 3 } == "3 1")
    #expect(try counts { $0.price.average >= 1.5 && $0.count == 3 } == "3")
    #expect(try counts { $0.city.distinctCount == 1 } == "1 3 1")
    #expect(try counts { $0.kind.minimum == .herb } == "3")
  }

  @Test func rowsOfObjectsComeInTheOrderAndRangeOfTheRequest() throws {
    let request = Sale.where { $0.pieces > 1 }.sorted(by: \.grams).sorted(by: \.pieces, .descending)
      .offset(1).limit(3).select { ($0.pieces, $0.grams, $0.stand.name, $0.kind) }
    #expect(
      try rows(request) == """
        (2, nil, Optional("Anna"), EntityRuntimeTests.Kind.herb)
        (4, Optional(100), Optional("Ben"), EntityRuntimeTests.Kind.root)
        (3, Optional(300), Optional("Ben"), EntityRuntimeTests.Kind.herb)
        """)
    let sql = try bench.sql { _ = try context.fetch(Sale.all.select { $0.pieces }) }
    #expect(sql == [#"SELECT t0."pieces" FROM "Sale" AS t0 ORDER BY t0."_id""#])
  }

  @Test func whatIsComputedIsOverTheRangeOfTheObjects() throws {
    #expect(
      try rows(Sale.sorted(by: \.pieces, .descending).limit(2).select { $0.pieces.sum }) == "9")
    #expect(
      try rows(
        Sale.all.offset(3).group(by: \.kind).select { ($0.kind, $0.count) }) == """
          (EntityRuntimeTests.Kind.herb, 1)
          (EntityRuntimeTests.Kind.root, 1)
          """)
  }

  @Test func groupsHaveARange() throws {
    let groups = Sale.group(by: \.city).sorted(.descending) { $0.count }
    #expect(try rows(groups.limit(1).select { $0.city }) == "nil")
    #expect(try rows(groups.offset(1).limit(1).select { $0.city }) == "Optional(\"Ulm\")")
    #expect(try rows(groups.offset(9).select { $0.city }) == "")
    #expect(try rows(groups.limit(0).select { $0.city }) == "")
  }

  @Test func objectsOfASubentityAreGroupedAlone() throws {
    #expect(
      try rows(Auction.group(by: \.kind).select { ($0.kind, $0.bids.sum) })
        == "(EntityRuntimeTests.Kind.root, 7)")
  }

  @Test func unsavedChangesCountUnlessTheyAreToBeIgnored() throws {
    try context.fetch(Sale.where { $0.kind == .root })[0].pieces = 40
    context.delete(try context.fetch(Sale.where { $0.kind == .fruit })[0])
    _ = Sale(pieces: 100, kind: .herb, in: context)
    let request = Sale.all
    let found = try context.fetch(request.group(by: \.kind).select { ($0.kind, $0.pieces.sum) })
    #expect(found.map { "\($0) \($1)" } == ["herb 110", "root 40"])
    let saved = try context.fetch(
      request.ignoringPendingChanges().group(by: \.kind).select { ($0.kind, $0.pieces.sum) })
    #expect(saved.map { "\($0) \($1)" } == ["fruit 1", "herb 10", "root 4"])
  }

  @Test func aChangeOfAnotherEntityThatColumnsAskCountsToo() throws {
    try context.fetch(Market.where { $0.name == "north" })[0].name = "west"
    let found = try context.fetch(
      Sale.group { $0.stand.market.name }.select { $0.stand.market.name })
    #expect(found == [nil, "south", "west"])
  }

  @Test func anOverflowIsAnError() throws {
    try context.fetch(Sale.where { $0.pieces == 1 })[0].pieces = .max
    try context.save()
    let request = Sale.group(by: \.stand).select { $0.pieces.sum }
    for isChanged in [false, true] {
      if isChanged { try context.fetch(Sale.where { $0.pieces == 5 })[0].kind = .root }
      let error = #expect(throws: StoreError.self) { try context.fetch(request) }
      #expect(error?.code == .overflow)
      #expect(
        error?.message
          == "the sum of 'Sale.pieces' is more than an Int can hold; add it up in parts")
    }
  }

  @Test func whatDiffersInAGroupIsRefused() throws {
    let requests = [
      Sale.group(by: \.kind).select { $0.pieces },
      Sale.group(by: \.kind).sorted { $0.pieces }.select { $0.pieces },
    ]
    for isChanged in [false, true] {
      if isChanged { try context.fetch(Sale.all)[0].pieces = 9 }
      for request in requests {
        let error = #expect(throws: StoreError.self) { try context.fetch(request) }
        #expect(error?.code == .invalidRequest)
        #expect(
          error?.message
            == "'Sale.pieces' differs between the objects of a group; group by it or ask for its "
            + "sum, average, minimum, maximum or count")
      }
    }
    let mixed = #expect(throws: StoreError.self) {
      try context.fetch(Sale.select { ($0.pieces, $0.count) })
    }
    #expect(mixed?.code == .invalidRequest)
  }

  @Test func whatIsNoColumnIsRefused() throws {
    let requests: [(GroupRequest<Sale>, String)] = [
      (
        Sale.group(by: \.notes),
        "'Sale.notes' is used as a value to group by or to compute with, which it is not; it is "
          + "stored as JSON, whose equal values may differ in their texts"
      ),
      (Sale.group { $0.pieces.sum }, "'Sale' has no property 'sum(pieces)'"),
      (
        Sale.group(by: \.objectID),
        "'Sale' has no property '\\Sale.<computed (ObjectID)>'; what Swift computes is not "
          + "stored, and requests name what is"
      ),
    ]
    for (request, message) in requests {
      let error = #expect(throws: StoreError.self) {
        try context.fetch(request.select { $0.count })
      }
      #expect(error?.message == message)
    }
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Stand.group(by: \.sales).select { $0.count })
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test func aCaseThatIsNotKnownIsAnsweredByTheDefault() throws {
    try bench.run("UPDATE Sale SET kind = 'fungus' WHERE pieces IN (2, 3)")
    let context = bench.container.newContext()
    let known = try context.count(Sale.where { $0.kind == .fruit })
    let unknown = try context.count(Sale.where { $0.kind.rawValue == "fungus" })
    for isChanged in [false, true] {
      if isChanged { try context.fetch(Sale.where { $0.pieces == 5 })[0].city = "Rom" }
      let groups = try context.fetch(Sale.group(by: \.kind).select { ($0.count, $0.kind) })
      #expect(groups.filter { $0.1 == .fruit }.map(\.0) == [known, unknown])
    }
  }

  @Test func aValueThatItsTypeCannotHoldIsAnError() throws {
    try bench.run("UPDATE Sale SET city = x'FF' WHERE pieces = 1")
    let context = bench.container.newContext()
    for isChanged in [false, true] {
      if isChanged { try context.fetch(Sale.where { $0.pieces == 5 })[0].kind = .herb }
      let error = #expect(throws: StoreError.self) {
        try context.fetch(Sale.group(by: \.city).select { ($0.count, $0.city) })
      }
      #expect(error?.code == .unreadableValue)
      #expect(
        error?.message
          == "'Sale.city' is nil where its type needs a value, or holds one that its type does not "
          + "know; fetch the objects to see which"
      )
    }
  }
}
