import EntityGraph
import Testing

@testable import EntityRuntime

/// Texts that are looked for in other texts of objects.
@Suite struct TextOfObjectsTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  @Test func aTextIsLookedForInAnotherOfTheSameObject() throws {
    cinema.films[1].subtitle = "alien"
    cinema.films[2].subtitle = "RAZ"
    cinema.films[3].subtitle = ""
    try cinema.context.save()
    let films = cinema.films
    try cinema.expect(Film.where { $0.title.hasPrefix($0.subtitle) }, films) { film in
      film.subtitle.map { film.title.hasPrefix($0) } ?? false
    }
    try cinema.expect(Film.where { !$0.title.contains($0.subtitle, ignoringCase: true) }, films) {
      film in !(film.subtitle.map { film.title.lowercased().contains($0.lowercased()) } ?? false)
    }
    try cinema.expect(Film.where { $0.subtitle.hasSuffix($0.title.lowercased()) }, films) { film in
      film.subtitle?.hasSuffix(film.title.lowercased()) ?? false
    }
  }

  @Test func aTextIsLookedForInThatOfAnotherObject() throws {
    cinema.directors[0].name = "lien"
    cinema.directors[1].name = "É"
    try cinema.context.save()
    let directors = cinema.directors
    try cinema.expect(
      Director.where { d in d.films.any { $0.title.contains(d.name) } }, directors
    ) { d in d.films.contains { $0.title.contains(d.name) } }
    try cinema.expect(
      Director.where { d in d.films.any { $0.title.hasPrefix(d.name) && $0.minutes > 3 } },
      directors
    ) { d in d.films.contains { $0.title.hasPrefix(d.name) } }
    try cinema.expect(
      Director.where { d in d.films.any { d.name.hasSuffix($0.title) } }, directors
    ) { d in d.films.contains { d.name.hasSuffix($0.title) } }
    try cinema.expect(
      Film.where { f in
        Film.where { $0.title.hasPrefix(f.title, ignoringCase: true) && $0 != f }.exists()
      }, cinema.films
    ) { f in
      cinema.films.contains {
        $0 !== f && $0.title.lowercased().hasPrefix(f.title.lowercased())
      }
    }
  }

  @Test func theStoreAnswersByTheFunctionsOfConstants() throws {
    let sql = try cinema.bench.sql {
      let context = cinema.bench.container.newContext()
      _ = try context.fetch(Film.where { $0.title.hasPrefix($0.subtitle) }.select { $0.code })
      _ = try context.fetch(
        Film.where { !$0.title.contains($0.subtitle, ignoringCase: true) }.select { $0.code })
    }
    #expect(
      sql == [
        """
        SELECT t0."code" FROM "Film" AS t0 \
        WHERE entity_has_prefix(t0."title", t0."subtitle") = ?1 ORDER BY t0."_id"
        """,
        """
        SELECT t0."code" FROM "Film" AS t0 \
        WHERE entity_contains(entity_fold(t0."title"), entity_fold(t0."subtitle")) IS NOT ?1 \
        ORDER BY t0."_id"
        """,
      ])
  }

  @Test func objectsAreAmongThoseThatAColumnRefersTo() throws {
    let context = cinema.context
    let films = cinema.films
    try cinema.expect(
      Director.where { $0.objectID.in(Film.where { $0.minutes > 100 }.select { $0.director }) },
      cinema.directors
    ) { d in films.contains { $0.minutes > 100 && $0.director === d } }
    try cinema.expect(
      Director.where { !$0.objectID.in(Film.select { $0.director.objectID }) }, cinema.directors
    ) { d in !films.contains { $0.director === d } }
    try cinema.expect(
      Film.where { $0.director.in(Film.where { $0.isOpen }.select { $0.director }) }, films
    ) { f in f.director.map { d in films.contains { $0.isOpen && $0.director === d } } ?? false }
    try cinema.expect(
      Film.where { $0.studio.in(Film.where { $0.isOpen }.select { $0.studio }) }, films
    ) { f in films.contains { $0.isOpen && $0.studio === f.studio } }
    try cinema.expect(
      Film.where { $0.objectID.in(Film.where { $0.isOpen }.select { $0.objectID }) }, films
    ) { $0.isOpen }
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Director.where { $0.objectID.in(Film.select { $0.studio }) })
    }
    #expect(
      error?.message.contains(
        "'in' of objects of 'Studio', since one of 'Director' is never among them") == true
    )
  }
}
