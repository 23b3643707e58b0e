import EntityGraph
import Testing

@testable import EntityRuntime

/// Sums of whole numbers of which a part is more than 64 bits hold.
@Suite struct ExactSumTests {
  /// Returns films whose minutes add up to 11 for one studio, and to ten less than the greatest
  /// number for the other one, by way of ten more.
  private func cinema() throws -> Cinema {
    let cinema = try Cinema()
    let films = cinema.films
    films[4].studio = cinema.studios[1]
    for (film, minutes) in zip(films, [5, .max, 6, 10, -20]) { film.minutes = minutes }
    try cinema.context.save()
    return cinema
  }

  /// Returns a context that asks the store, and one that asks memory.
  private func contexts(_ cinema: Cinema) throws -> [ManagedObjectContext] {
    let context = cinema.bench.container.newContext()
    for film in try context.fetch(Film.all) { film.title += "!" }
    return [cinema.bench.container.newContext(), context]
  }

  @Test func aSumThatFitsIsExactWhateverItsPartsComeTo() throws {
    for context in try contexts(cinema()) {
      let studios = Studio.sorted(by: \.objectID)
      #expect(
        try context.fetch(Film.where { $0.studio.name == "toho" }.select { $0.minutes.sum })
          == [.max - 10])
      #expect(
        try context.fetch(Film.group(by: \.studio).select { $0.minutes.sum }) == [11, .max - 10])
      #expect(
        try context.fetch(
          Film.group(by: \.studio).having { $0.minutes.sum > 11 }.select { $0.count }) == [3])
      #expect(
        try context.fetch(studios.select { $0.films.sum(\.minutes) }) == [11, .max - 10])
    }
  }

  @Test func aRowIsReadOnceThoughALaterOneHasASumThatIsAddedAgain() throws {
    for context in try contexts(cinema()) {
      let rich = Studio.where { $0.films.sum(\.minutes) > 10 }
      #expect(try context.fetch(rich).map(\.name) == ["A24", "toho"])
      #expect(try context.identifiers(rich).count == 2)
      #expect(try context.count(rich) == 2)
      #expect(try context.fetch(rich.select { $0.name }) == ["A24", "toho"])
      #expect(
        try context.fetch(Studio.sorted(.descending) { $0.films.sum(\.minutes) }).map(\.name)
          == ["toho", "A24"])
      #expect(
        try context.count(
          Film.where { film in
            Film.where { $0.studio.name == "toho" && $0.minutes <= film.minutes }.sum(\.minutes) < 0
          }) == 4)
    }
  }

  @Test func manyAreChangedByASumThatIsAddedAgain() throws {
    let context = try cinema().bench.container.newContext()
    #expect(
      try context.update(Studio.where { $0.films.sum(\.minutes) > 11 }) { $0.name = "rich" } == 1)
    #expect(try context.count(Studio.where { $0.name == "rich" }) == 1)
  }

  @Test func aSumThatDoesNotFitIsAnError() throws {
    for context in try contexts(cinema()) {
      let error = #expect(throws: StoreError.self) {
        try context.fetch(Film.select { $0.minutes.sum })
      }
      #expect(
        error?.message
          == "the sum of 'Film.minutes' is more than an Int can hold; add it up in parts")
      #expect(error?.code == .overflow)
    }
  }

  @Test func anErrorNamesNoPropertyWhereAConditionAddsUp() throws {
    let context = try cinema().bench.container.newContext()
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.where { _ in Film.all.sum(\.minutes) > 0 }.select { $0.code })
    }
    #expect(error?.message == "a sum is more than an Int can hold; add it up in parts")
  }
}
