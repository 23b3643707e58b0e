import EntityGraph
import Testing

/// What is computed over those objects of a group that satisfy a condition.
@Suite struct FilteredAggregateTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  /// Checks that the store finds `expected`, and so does memory.
  private func expect<Row>(
    _ request: ResultRequest<Film, Row>, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = cinema.context
    #expect(
      try context.fetch(request).map { "\($0)" } == expected, sourceLocation: sourceLocation)
    cinema.films[0].minutes += 1
    cinema.films[0].minutes -= 1
    _ = Theme(name: "unused", in: context)
    #expect(
      try context.fetch(request).map { "\($0)" } == expected, sourceLocation: sourceLocation)
    context.rollback()
  }

  @Test func theObjectsThatSatisfyAConditionAreCounted() throws {
    try expect(
      Film.group(by: \.rating).select { ($0.rating, $0.count, $0.count { $0.isOpen }) },
      [
        "(EntityRuntimeTests.Rating.all, 2, 0)", "(EntityRuntimeTests.Rating.teen, 1, 1)",
        "(EntityRuntimeTests.Rating.adult, 2, 1)",
      ])
    try expect(
      Film.select { ($0.count { $0.minutes > 100 && $0.tags.any { $0.name == "war" } }, $0.count) },
      ["(2, 5)"])
    try expect(Film.where { _ in .false }.select { $0.count { $0.isOpen } }, ["0"])
  }

  @Test func theirValuesAreComputedWith() throws {
    try expect(
      Film.group(by: \.studio).select {
        ($0.minutes.filter { $0.isOpen }.sum, $0.minutes.filter { $0.minutes < 100 }.maximum)
      }, ["(260, Optional(60))", "(0, Optional(60))"])
    try expect(
      Film.select {
        (
          $0.minutes.filter { $0.director == nil }.average, $0.seats.filter { $0.seats < 60 }.count,
          $0.title.filter { $0.code > "B" }.minimum, $0.rating.filter { $0.isOpen }.distinctCount
        )
      }, [#"(Optional(143.0), 2, Optional("50%_\\"), 2)"#])
    try expect(
      Film.sorted(by: \.code).select { $0.minutes.filter { $0.isOpen } },
      ["Optional(117)", "nil", "Optional(143)", "nil", "nil"])
  }

  @Test func anyAndAllSayWhetherTheObjectsOfAGroupDo() throws {
    try expect(
      Film.group(by: \.rating).select { ($0.any { $0.isOpen }, $0.all { $0.isOpen }) },
      ["(false, false)", "(true, true)", "(true, false)"])
    try expect(
      Film.select {
        ($0.any { $0.seats > 99 }, $0.all { $0.seats > 9 }, $0.all { $0.minutes > 9 })
      },
      ["(true, false, true)"])
    try expect(
      Film.where { _ in .false }.select { ($0.any { $0.isOpen }, $0.all { $0.isOpen }) },
      ["(false, true)"])
  }

  @Test func groupsAreChosenAndSortedByThem() throws {
    try expect(
      Film.group(by: \.rating).having { $0.any { $0.isOpen } }.select { $0.count }, ["1", "2"])
    try expect(
      Film.group(by: \.rating).having { $0.all { $0.isOpen } == false && $0.count > 1 }
        .select { $0.minutes.sum }, ["120", "254"])
    try expect(
      Film.group(by: \.rating)
        .having { !$0.all { $0.minutes < 100 } && ($0.any { $0.isOpen } || $0.count > 9) }
        .select { $0.minutes.sum }, ["143", "254"])
    try expect(
      Film.group(by: \.rating).having { $0.count { $0.isOpen } < $0.count }.select { $0.count },
      ["2", "2"])
    try expect(
      Film.group(by: \.rating).sorted(.descending) { $0.minutes.filter { $0.isOpen }.sum }
        .select { $0.minutes.filter { $0.isOpen }.sum }, ["143", "117", "0"])
  }

  @Test func theStoreComputesThemInOneStatement() throws {
    let sql = try cinema.bench.sql {
      let context = cinema.bench.container.newContext()
      _ = try context.fetch(
        Film.group(by: \.rating).having { $0.any { $0.isOpen } }.select {
          ($0.count { $0.minutes > 100 }, $0.minutes.filter { $0.isOpen }.sum)
        })
    }
    #expect(
      sql == [
        #"""
        SELECT count(CASE WHEN t0."minutes" > ?1 THEN ?2 END), \#
        coalesce(sum(CASE WHEN t0."isOpen" = ?3 THEN t0."minutes" END), 0) FROM "Film" AS t0 \#
        GROUP BY +t0."rating" \#
        HAVING coalesce(max(CASE WHEN t0."isOpen" = ?4 THEN ?5 ELSE ?6 END), 0) = ?7 \#
        ORDER BY +t0."rating"
        """#
      ])
  }

  @Test func theyPrintAsTheyAreWritten() {
    let request = Film.group(by: \.rating).having { $0.all { $0.isOpen } }.select {
      ($0.count { $0.minutes > 100 }, $0.minutes.filter { $0.isOpen }.sum)
    }
    #expect(
      request.description == """
        Film.group(by: \\.rating).having { $0.all { $0.isOpen == ? } }\
        .select { ($0.count { $0.minutes > ? }, $0.minutes.filter { $0.isOpen == ? }.sum) }
        """)
  }
}
