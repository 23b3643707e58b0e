import EntityGraph
import Testing

@testable import EntityRuntime

/// Objects and members compared with collections of objects, as Swift compares sets.
@Suite struct ObjectsAmongOthersTests {
  private let cinema: Cinema
  private var context: ManagedObjectContext { cinema.bench.context }

  init() throws { cinema = try Cinema() }

  /// Expects that the store, memory and unsaved changes answer as Swift does of each film.
  private func expectSame(
    _ condition: (Fields<Film>) -> Condition<Film>, _ isMeant: (Film) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let request = Film.where(condition).sorted(by: \.code)
    let meant = cinema.films.filter(isMeant).sorted { $0.code < $1.code }.codes
    #expect(try context.codes(request) == meant, sourceLocation: sourceLocation)
    #expect(
      cinema.films.filter { request.condition.isSatisfied(by: $0) }.codes
        == cinema.films.filter(isMeant).codes, sourceLocation: sourceLocation)
    #expect(!"\(request)".isEmpty, sourceLocation: sourceLocation)
  }

  @Test(arguments: [false, true])
  func anObjectIsOneOfOthers(isChanged: Bool) throws {
    if isChanged { cinema.films[0].tags = cinema.films[1].tags }
    for count in 0...cinema.films.count {
      let some = cinema.films.prefix(count)
      try expectSame({ $0.in(some) }, { some.contains($0) })
      try expectSame({ some.contains($0) }, { some.contains($0) })
      try expectSame({ !Set(some).contains($0) }, { !some.contains($0) })
      try expectSame(
        { $0.minutes > 100 && $0.in(some) }, { $0.minutes > 100 && some.contains($0) })
    }
  }

  @Test(arguments: [false, true])
  func membersAreComparedAsSets(isChanged: Bool) throws {
    if isChanged { cinema.films[0].tags = cinema.films[1].tags }
    let tags = try context.fetch(Theme.sorted(by: \.name))
    #expect(tags.count > 1)
    for choice in 0..<(1 << tags.count) {
      let some = tags.indices.filter { choice >> $0 & 1 == 1 }.map { tags[$0] }
      try expectSame({ $0.tags.isDisjoint(with: some) }, { $0.tags.isDisjoint(with: some) })
      try expectSame({ $0.tags.isSubset(of: some) }, { $0.tags.isSubset(of: some) })
      try expectSame({ $0.tags.isSuperset(of: some) }, { $0.tags.isSuperset(of: some) })
      try expectSame(
        { $0.tags.filter { $0.in(some) }.isEmpty }, { $0.tags.isDisjoint(with: some) })
    }
    for tag in tags {
      try expectSame(
        { $0.tags.filter { $0.name != "war" }.contains(tag) },
        { $0.tags.filter { $0.name != "war" }.contains(tag) })
    }
  }

  @Test func anObjectThatHasNotBeenSavedIsOneOfOthers() throws {
    let tag = Theme(name: "new", in: context)
    #expect(try context.fetch(Theme.where { $0.in([tag]) }) == [tag])
    cinema.films[2].tags.insert(tag)
    try expectSame({ $0.tags.isSuperset(of: [tag]) }, { $0.tags.contains(tag) })
  }
}
