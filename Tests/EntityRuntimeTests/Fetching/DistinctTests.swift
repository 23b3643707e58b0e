import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct DistinctTests {
  /// Returns the rows that the store has, and checks that memory has the same.
  private func rows<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>
  ) throws -> String {
    let cinema = try Cinema()
    let stored = try cinema.context.fetch(request).map { "\($0)" }
    let count = try cinema.context.count(request)
    #expect(count == stored.count)
    cinema.films[0].minutes += 1
    cinema.films[0].minutes -= 1
    _ = Theme(name: "unused", in: cinema.context)
    let memory = try cinema.context.fetch(request).map { "\($0)" }
    #expect(memory == stored)
    #expect(try cinema.context.count(request) == count)
    return stored.joined(separator: " ")
  }

  @Test func equalRowsComeOnce() throws {
    #expect(try rows(Film.select { $0.minutes }.distinct()) == "60 117 137 143")
    #expect(
      try rows(Film.select { ($0.rating, $0.minutes) }.distinct())
        == "(EntityRuntimeTests.Rating.all, 60) (EntityRuntimeTests.Rating.teen, 143) "
        + "(EntityRuntimeTests.Rating.adult, 117) (EntityRuntimeTests.Rating.adult, 137)")
    #expect(try rows(Film.select { $0.director.name }.distinct()).contains("nil"))
  }

  @Test func theyComeInTheOrderOfTheRequest() throws {
    #expect(
      try rows(Film.sorted(by: \.minutes, .descending).select { $0.minutes }.distinct())
        == "143 137 117 60")
    #expect(
      try rows(Film.sorted(by: \.seats, nils: .last).select { $0.seats }.distinct())
        == "Optional(10) Optional(50) Optional(100) nil")
  }

  @Test func NaNsAreInTheOrderOfTheirBits() throws {
    let cinema = try Cinema()
    let context = cinema.context
    for (film, score) in zip(cinema.films, [Double.nan, -.nan, 1, -.nan, .nan]) {
      film.score = score
    }
    try context.save()
    let requests = [
      Film.sorted(by: \.score).sorted(by: \.code),
      Film.sorted(by: \.score, .descending).sorted(by: \.code, .descending),
    ]
    let groups = Film.group(by: \.score).select { ($0.score, $0.count) }
    func check(_ context: ManagedObjectContext) throws {
      for (request, codes) in zip(requests, ["CAEBD", "DBEAC"]) {
        #expect(try context.codes(request) == codes)
      }
      let texts = try context.fetch(groups).map { "\($0.0 ?? 0) \($0.1)" }
      #expect(texts == ["1.0 1", "nan 2", "-nan 2"])
      #expect(try context.count(Film.where { $0.score == .nan }) == 0)
    }
    try check(context)
    try check(cinema.bench.container.newContext())
    cinema.films[2].minutes += 1
    try check(context)
  }

  @Test func anOrderThatIsNotSelectedIsRefused() throws {
    let error = #expect(throws: StoreError.self) {
      try rows(Film.sorted(by: \.title).select { $0.minutes }.distinct())
    }
    #expect(
      error?.message == "'Film.title' differs between the objects of a group; group by it or ask "
        + "for its sum, average, minimum, maximum or count")
  }

  @Test func aLimitBeforeCountsObjectsAndOneAfterCountsRows() throws {
    let request = Film.sorted(by: \.minutes)
    #expect(try rows(request.limit(3).select { $0.minutes }.distinct()) == "60 117")
    #expect(
      try rows(Film.sorted(by: \.title, .descending).limit(2).select { $0.minutes }.distinct())
        == "60 137")
    #expect(try rows(request.select { $0.minutes }.distinct().limit(2)) == "60 117")
    #expect(try rows(request.select { $0.minutes }.distinct().offset(1).limit(2)) == "117 137")
    #expect(try rows(request.select { $0.minutes }.limit(3)) == "60 60 117")
    #expect(try rows(request.select { $0.minutes }.offset(3)) == "137 143")
  }

  @Test func rowsOfGroupsAreNotMadeDistinct() throws {
    let error = #expect(throws: StoreError.self) {
      try rows(Film.group(by: \.minutes).select { $0.count }.distinct())
    }
    #expect(
      error?.message == "the rows of groups of 'Film' cannot be made distinct; group by what is "
        + "wanted once")
    #expect(try rows(Film.select { $0.minutes.sum }.distinct()) == "517")
  }

  @Test func groupsAreCounted() throws {
    let cinema = try Cinema()
    #expect(try cinema.context.count(Film.group(by: \.minutes)) == 4)
    #expect(try cinema.context.count(Film.group(by: \.minutes).having { $0.count > 1 }) == 1)
    #expect(try cinema.context.count(Film.group(by: \.minutes).limit(3)) == 3)
    cinema.films[0].minutes = 60
    #expect(try cinema.context.count(Film.group(by: \.minutes)) == 3)
    let sql = try cinema.bench.sql {
      let context = cinema.bench.container.newContext()
      _ = try context.count(Film.group(by: \.minutes))
    }
    #expect(
      sql == [
        #"SELECT count(*) FROM (SELECT count(*) FROM "Film" AS t0 GROUP BY t0."minutes" ORDER BY t0."minutes")"#
      ])
  }

  @Test func conditionsOnGroupsCompareColumns() throws {
    func groups(
      _ condition: (Columns<Film>) -> GroupCondition<Film>
    ) throws -> String {
      try rows(Film.group(by: \.minutes).having(condition).select { $0.minutes })
    }

    #expect(try groups { $0.seats.count < $0.count } == "60 143")
    #expect(try groups { $0.seats.sum == $0.sold.sum } == "60 117 143")
    #expect(try groups { 1 < $0.count } == "60")
    #expect(try groups { $0.minutes > 120 } == "137 143")
    #expect(try groups { $0.count.in([2, 3]) } == "60")
    #expect(try groups { $0.minutes.in(100...140) } == "117 137")
    #expect(try groups { (100..<137).contains($0.minutes) } == "117")
    #expect(try groups { [60, 143].contains($0.minutes) } == "60 143")
    #expect(try groups { $0.seats.maximum.isNil() } == "143")
    #expect(try groups { $0.seats.maximum == nil || $0.count == 2 } == "60 143")
    #expect(try groups { $0.minutes.average > $0.seats.average } == "60 117 137")
  }

  @Test func aConditionOnAColumnThatIsNoKeyIsRefused() throws {
    #expect(throws: StoreError.self) {
      try rows(Film.group(by: \.minutes).having { $0.title == "x" }.select { $0.minutes })
    }
  }

  @Test func groupsAreSortedWithNilsWhereItIsSaid() throws {
    let request = Film.group(by: \.seats)
    #expect(
      try rows(request.sorted(nils: .last) { $0.seats }.select { $0.seats })
        == "Optional(10) Optional(50) Optional(100) nil")
    #expect(
      try rows(
        Film.group(by: \.title).sorted(ignoringCase: true) { $0.title }.select { $0.title })
        == #"50%_\ Alien alien 2 Brazil Éden"#)
  }

  @Test func columnsCompute() throws {
    #expect(try rows(Film.select { $0.value { $0.minutes * 2 } }.limit(1)) == "234")
    #expect(try rows(Film.select { $0.value { $0.minutes / 100 } }.distinct()) == "0 1")
    #expect(
      try rows(Film.all.group { $0.value { $0.minutes / 100 } }.select { $0.count }) == "2 3")
    #expect(try rows(Film.select { $0.premiere.year }.distinct()) == "nil Optional(2001)")
    #expect(
      try rows(Director.sorted(by: \.name).select { $0.films.sum { $0.minutes * 2 } })
        == "120 508 120")
  }

  @Test func oneRowIsExpected() throws {
    let context = try Cinema().context
    #expect(try context.only(Film.where { $0.code == "A" }.select { $0.minutes }) == 117)
    #expect(try context.onlyOrNil(Film.where { $0.code == "Z" }.select { $0.minutes }) == nil)
    let none = #expect(throws: StoreError.self) {
      try context.only(Film.where { $0.code == "Z" }.select { $0.minutes })
    }
    #expect(none?.message == "no row of 'Film' is what was asked for, and one was expected")
    let several = #expect(throws: StoreError.self) { try context.only(Film.select { $0.minutes }) }
    #expect(several?.code == .notUnique)
    #expect(
      several?.message == "several rows of 'Film' are what was asked for, and one was expected")
  }

  @Test func objectsAreCountedAndLookedForByTheirClass() throws {
    let context = try Cinema().context
    #expect(try context.count(Film.self) == 5)
    #expect(try context.exists(Film.where { $0.minutes == 60 }))
    #expect(try !context.exists(Film.where { $0.minutes == 61 }))
    #expect(try !context.exists(Film.all.limit(0)))
  }
}
