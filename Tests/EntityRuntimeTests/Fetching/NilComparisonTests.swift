import EntityGraph
import Testing

/// Comparisons with nil where Swift has one of its own for optionals.
@Suite struct NilComparisonTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  private func expect(
    _ request: FetchRequest<Film>, _ isWanted: (Film) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws { try cinema.expect(request, cinema.films, isWanted, sourceLocation: sourceLocation) }

  @Test func nilMayComeFirst() throws {
    try expect(Film.where { nil == $0.seats }) { $0.seats == nil }
    try expect(Film.where { $0.minutes > 100 && nil != $0.seats }) {
      $0.minutes > 100 && $0.seats != nil
    }
    try expect(Film.where { $0.isOpen && !(nil == $0.seats) }) { $0.isOpen && $0.seats != nil }
  }

  @Test func theOppositeOfAComparisonStandsBesideOthers() throws {
    try expect(Film.where { $0.isOpen && !($0.seats == nil) }) { $0.isOpen && $0.seats != nil }
    try expect(Film.where { $0.isOpen || !($0.seats != nil) }) { $0.isOpen || $0.seats == nil }
    try expect(Film.where { $0.isOpen && !($0.director == nil) }) {
      $0.isOpen && $0.director != nil
    }
    try expect(Film.where { $0.minutes > 120 && !($0.seats == nil || $0.score == nil) }) {
      $0.minutes > 120 && !($0.seats == nil || $0.score == nil)
    }
    try expect(Film.where { !($0.seats == nil) && $0.minutes > 120 }) {
      $0.seats != nil && $0.minutes > 120
    }
    try expect(Film.where { !($0.seats == nil) && !($0.sold == nil) && !$0.isOpen }) {
      $0.seats != nil && $0.sold != nil && !$0.isOpen
    }
  }

  @Test func aConstantStandsBesideTheOpposite() throws {
    for flag in [true, false] {
      try expect(Film.where { flag && !($0.seats == nil) }) { flag && $0.seats != nil }
      try expect(Film.where { $0.seats == nil || flag }) { $0.seats == nil || flag }
      try expect(Film.where { !flag || !($0.seats == nil) && $0.isOpen }) {
        !flag || $0.seats != nil && $0.isOpen
      }
    }
  }

  @Test func whatIsRequiredIsNilWhereAToOneOnTheWayIs() throws {
    try expect(Film.where { $0.minutes > 0 && !($0.director.name == nil) }) { $0.director != nil }
    try expect(Film.where { $0.director.name == nil }) { $0.director == nil }
    try expect(Film.where { $0.isOpen && $0.title != nil }) { $0.isOpen }
  }

  @Test func whatIsAskedOfAnOuterObjectNeedsNothingElse() throws {
    try expect(Film.where { f in f.tags.any { $0.name == "war" && f.director == nil } }) { film in
      film.tags.contains { $0.name == "war" } && film.director == nil
    }
    try expect(Film.where { f in f.tags.any { $0.name == "war" && f.seats != nil } }) { film in
      film.tags.contains { $0.name == "war" } && film.seats != nil
    }
    try expect(Film.where { f in f.tags.any { !(f.seats == nil) || $0.name == "Art" } }) { film in
      film.tags.contains { film.seats != nil || $0.name == "Art" }
    }
  }

  @Test func conditionsOfAggregatesAndColumnsAreRight() throws {
    let context = cinema.context
    #expect(
      try context.fetch(
        Film.group(by: \.rating).having { $0.count { $0.isOpen && !($0.seats == nil) } > 0 }
          .select { ($0.rating, $0.count { $0.minutes > 120 && !($0.seats == nil) }) }
      ).map { "\($0.0) \($0.1)" } == ["adult 1"])
    #expect(
      try context.fetch(
        Film.group(by: \.seats).having { $0.count > 0 && !($0.seats == nil) }.select { $0.seats }
      ) == [10, 50, 100])
    #expect(
      try context.fetch(
        Film.select { $0.value { ($0.isOpen && !($0.seats == nil)).then(1, else: 2) } })
        == [1, 2, 2, 2, 2])
  }

  @Test func aToManyIsNeverNil() throws {
    let error = #expect(throws: StoreError.self) {
      try cinema.context.fetch(Director.where { $0.films == nil })
    }
    #expect(error?.message.contains("to-many 'films' with 'nil' (write 'isEmpty')") == true)
  }
}
