import EntityGraph
import Testing

/// Comparisons with nil where Swift has one of its own for optionals.
@Suite struct NilComparisonTests {
  private func codes(_ request: FetchRequest<Film>) throws -> String {
    try Cinema().context.fetch(request).codes
  }

  private func expect(
    _ request: FetchRequest<Film>, _ isWanted: (Film) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = try Cinema().context
    let films = try context.fetch(Film.sorted(by: \.code))
    do {
      #expect(
        try context.fetch(request.sorted(by: \.code)).codes == films.filter(isWanted).codes,
        sourceLocation: sourceLocation)
    } catch let error as StoreError {
      // What Swift takes for a Bool is refused, never a constant.
      #expect(error.message.contains("that Swift takes for a Bool"), sourceLocation: sourceLocation)
    }
  }

  @Test func nilMayComeFirst() throws {
    try expect(Film.where { nil == $0.seats }) { $0.seats == nil }
    try expect(Film.where { $0.minutes > 100 && nil != $0.seats }) {
      $0.minutes > 100 && $0.seats != nil
    }
  }

  @Test func aComparisonThatSwiftTakesForABoolIsNoConstant() throws {
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
  }

  @Test func aComparisonOfAnOuterObjectThatSwiftTakesForABoolIsNoConstant() throws {
    try expect(Film.where { f in f.tags.any { $0.name == "war" && f.director == nil } }) { film in
      film.tags.contains { $0.name == "war" } && film.director == nil
    }
    try expect(Film.where { f in f.tags.any { $0.name == "war" && f.seats != nil } }) { film in
      film.tags.contains { $0.name == "war" } && film.seats != nil
    }
  }
}
