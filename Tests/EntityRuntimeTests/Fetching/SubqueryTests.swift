import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct SubqueryTests {
  /// Returns the letters that the store finds, and checks that memory finds the same.
  private func codes(_ condition: (Fields<Film>) -> Condition<Film>) throws -> String {
    let cinema = try Cinema()
    let request = Film.where(condition)
    let stored = try cinema.context.codes(request)
    for film in cinema.films { film.minutes += 1 }
    for film in cinema.films { film.minutes -= 1 }
    _ = Theme(name: "unused", in: cinema.context)
    #expect(try cinema.context.codes(request) == stored)
    #expect(cinema.films.filter { request.condition.isSatisfied(by: $0) }.codes == stored)
    return stored
  }

  @Test func aValueIsComparedWithWhatIsComputedOfAll() throws {
    // The average is 103.4.
    #expect(try codes { $0.minutes > Film.all.average(\.minutes) } == "ABC")
    #expect(try codes { Film.all.average(\.minutes) >= $0.minutes } == "DE")
    #expect(try codes { $0.minutes == Film.all.max(\.minutes) } == "C")
    #expect(try codes { $0.minutes == Film.where { $0.minutes < 120 }.max(\.minutes) } == "A")
    #expect(try codes { $0.seats == Film.all.min(\.seats) } == "D")
    #expect(try codes { $0.minutes * 4 > Film.all.sum(\.minutes) } == "BC")
    #expect(try codes { $0.minutes > Director.all.count() * 40 } == "BC")
    #expect(try codes { $0.minutes == Film.where { $0.code == "Z" }.max(\.minutes) } == "")
    #expect(try codes { $0.seats == Film.where { $0.code == "Z" }.max(\.seats) } == "CE")
  }

  @Test func aValueIsAmongThoseOfAnotherRequest() throws {
    #expect(try codes { $0.title.in(Film.select { $0.subtitle }) } == "A")
    #expect(try codes { !$0.title.in(Film.select { $0.subtitle }) } == "BCDE")
    #expect(try codes { $0.subtitle.in(Film.select { $0.title }) } == "C")
    #expect(try codes { !$0.subtitle.in(Film.select { $0.title }) } == "ABDE")
    #expect(try codes { $0.minutes.in(Film.where { $0.isOpen }.select { $0.minutes }) } == "AC")
    #expect(
      try codes { $0.minutes.in(Film.where { $0.isOpen }.select { $0.minutes }.distinct()) } == "AC"
    )
    #expect(try codes { $0.score.in(Film.select { $0.score }) } == "AC")
    #expect(try codes { $0.minutes.in(Film.where { _ in .false }.select { $0.minutes }) } == "")
    #expect(
      try codes { $0.title.in(Film.select { $0.value { $0.subtitle + "" } }) } == "A")
  }

  @Test func anObjectIsAmongThoseOfAnotherRequest() throws {
    #expect(try codes { $0.director.in(Director.where { $0.nickname == nil }) } == "AB")
    #expect(try codes { !$0.director.in(Director.where { $0.nickname == nil }) } == "CDE")
    #expect(try codes { $0.studio.in(Studio.where { $0.name == "A24" }) } == "ACE")
    #expect(try codes { $0.objectID.in(Film.where { $0.minutes == 60 }) } == "DE")
    #expect(try codes { $0.tags.any { $0.objectID.in(Theme.where { $0.name == "sea" }) } } == "AE")
  }

  @Test func arequestExistsForAllOrForNone() throws {
    #expect(try codes { $0.minutes == 60 && Theme.where { $0.name == "war" }.exists() } == "DE")
    #expect(try codes { $0.minutes == 60 && Theme.where { $0.name == "x" }.exists() } == "")
  }

  @Test func unsavedChangesOfTheOtherObjectsCount() throws {
    let cinema = try Cinema()
    cinema.directors[1].nickname = nil
    #expect(
      try cinema.context.codes(
        Film.where { $0.director.in(Director.where { $0.nickname == nil }) }) == "ABD")
    _ = Film(code: "F", minutes: 1_000, studio: cinema.studios[0], in: cinema.context)
    #expect(
      try cinema.context.codes(Film.where { $0.minutes > Film.all.average(\.minutes) }) == "F")
    #expect(
      try cinema.context.fetch(
        Film.where { $0.minutes == Film.all.max(\.minutes) }.select { $0.code }) == ["F"])
  }

  @Test func subqueriesAreSelectedAndSortedBy() throws {
    func excess(_ film: Fields<Film>) -> Field<Film, Int> {
      let least: Field<Film, Int> = Film.all.min(\.minutes) ?? 0
      return film.minutes - least
    }

    let context = try Cinema().context
    #expect(
      try context.fetch(Film.sorted(by: \.code).select { $0.value(excess) }) == [57, 77, 83, 0, 0])
    #expect(try context.codes(Film.sorted(by: excess)) == "DEABC")
  }

  @Test func theStoreAnswersInOneStatement() throws {
    let cinema = try Cinema()
    let sql = try cinema.bench.sql {
      let context = cinema.bench.container.newContext()
      _ = try context.fetch(Film.where { $0.minutes > Film.where { $0.isOpen }.average(\.minutes) })
      _ = try context.fetch(
        Film.where { !$0.director.in(Director.where { $0.name == "x" }) }.select { $0.code })
    }
    #expect(
      sql.map {
        $0.replacing(
          /SELECT .* FROM "Film" AS t0/, with: "SELECT … FROM \"Film\" AS t0", maxReplacements: 1)
      } == [
        #"""
        SELECT … FROM "Film" AS t0 WHERE t0."minutes" > \#
        (SELECT avg(t1."minutes") FROM "Film" AS t1 WHERE t1."isOpen" = ?1) AND +t0."minutes" < x'' ORDER BY t0."_id"
        """#,
        #"""
        SELECT … FROM "Film" AS t0 WHERE (t0."director" IN \#
        (SELECT t1."_id" FROM "Director" AS t1 WHERE t1."name" = ?1 AND t1."_id" IS NOT NULL)) IS NOT TRUE ORDER BY t0."_id"
        """#,
      ])
  }

  @Test func manyAreChangedByWhatAnotherRequestAsks() throws {
    let cinema = try Cinema()
    let context = cinema.bench.container.newContext()
    #expect(
      try context.update(Film.where { $0.minutes > Film.all.average(\.minutes) }) {
        $0.subtitle = "long"
      } == 3)
    #expect(try context.codes(Film.where { $0.subtitle == "long" }) == "ABC")
    let both = Film.where { $0.code == "A" }.union(Film.where { $0.code == "D" })
    #expect(try context.deleteAll(both) == 2)
    #expect(
      try context.deleteAll(Film.where { $0.director.in(Director.where { $0.nickname == nil }) })
        == 1)
    #expect(try context.codes(Film.all) == "CE")
  }

  @Test func ofARequestWithARangeThoseCountThatAreInIt() throws {
    #expect(try codes { $0.minutes == Film.all.limit(2).max(\.minutes) } == "B")
    #expect(
      try codes { $0.minutes > Film.sorted(by: \.minutes).limit(2).average(\.minutes) } == "ABC")
    #expect(try codes { $0.objectID.in(Film.all.offset(1)) } == "BCDE")
    #expect(try codes { !$0.objectID.in(Film.sorted(by: \.title).limit(2)) } == "BCD")
    #expect(try codes { $0.objectID.in(Film.all.limit(0)) } == "")
    #expect(try codes { $0.title.in(Film.select { $0.title }.limit(1)) } == "A")
    #expect(
      try codes { $0.minutes.in(Film.select { $0.minutes }.limit(4).distinct()) } == "ABCDE")
    #expect(
      try codes { $0.director.in(Director.sorted(by: \.nickname, nils: .last).limit(1)) } == "D")
    #expect(
      try codes { film in
        film.objectID.in(
          Film.where { $0.minutes <= film.minutes }.sorted(by: \.minutes, .descending).limit(1))
      } == "ABCE")
    // The film whose length is nearest, but its own.
    #expect(
      try codes { film in
        film.director.in(
          Film.where { $0 != film }.sorted { abs($0.minutes - film.minutes.outer()) }.limit(1)
            .select { $0.director })
      } == "A")
  }

  @Test func groupsAndSeveralDistinctRowsAreRefusedWithinAnother() throws {
    let context = try Cinema().context
    let requests = [
      Film.where { $0.title.in(Film.select { $0.title }.distinct().limit(1)) },
      Film.where {
        $0.title.in(Film.group(by: \.title).having { $0.count > 1 }.select { $0.title })
      },
    ]
    for request in requests {
      let error = #expect(throws: StoreError.self) { try context.fetch(request) }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test func aWholeNumberComparesWithARealAsANumber() throws {
    #expect(try codes { $0.minutes > $0.score } == "AC")
    #expect(try codes { $0.score < $0.minutes } == "AC")
    #expect(try codes { $0.score >= $0.seats } == "")
    #expect(try codes { $0.minutes <= Film.all.average(\.minutes) } == "DE")
  }
}
