import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Other requests, orders and columns that name the object of the closure around them.
@Suite struct OuterObjectRequestTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  private func expect<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ objects: [Object], _ holds: (Object) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws { try cinema.expect(request, objects, holds, sourceLocation: sourceLocation) }

  @Test func anotherRequestNamesTheObjectThatAsksIt() throws {
    let films = cinema.films
    try expect(
      Film.where { f in f.minutes > Film.where { $0.studio == f.studio }.average(\.minutes) }, films
    ) { f in
      let all = films.filter { $0.studio === f.studio }.map(\.minutes)
      return Double(f.minutes) > Double(all.reduce(0, +)) / Double(all.count)
    }
    try expect(
      Film.where { f in f.minutes == Film.where { $0.isOpen == f.isOpen }.max(\.minutes) }, films
    ) { f in f.minutes == films.filter { $0.isOpen == f.isOpen }.map(\.minutes).max() }
    try expect(
      Film.where { f in Film.where { $0.rating == f.rating }.sum(\.minutes) > 200 }, films
    ) { f in films.filter { $0.rating == f.rating }.reduce(0) { $0 + $1.minutes } > 200 }
    try expect(
      Film.where { f in Theme.where { t in t.name < f.title }.count() > 1 }, films
    ) { f in cinema.tags.count { $0.name < f.title } > 1 }
    try expect(
      Film.where { f in f.title.in(Film.where { $0.code != f.code }.select { $0.subtitle }) }, films
    ) { f in films.contains { $0.code != f.code && $0.subtitle == f.title } }
    try expect(
      Film.where { f in f.director.in(Director.where { $0.nickname == nil && $0.name < f.title }) },
      films
    ) { f in f.director.map { $0.nickname == nil && $0.name < f.title } ?? false }
    try expect(
      Director.where { d in Film.where { $0.director == d && $0.minutes > 100 }.count() == 2 },
      cinema.directors
    ) { d in films.count { $0.director === d && $0.minutes > 100 } == 2 }
    try expect(
      Theme.where { t in Film.where { f in f.tags.contains(t) && f.isOpen }.exists() }, cinema.tags
    ) { t in films.contains { $0.tags.contains(t) && $0.isOpen } }
    try expect(
      Film.where { f in Theme.where { t in !f.tags.contains(t) }.count() == 1 }, films
    ) { f in cinema.tags.count { !f.tags.contains($0) } == 1 }
    try expect(
      Film.where { f in Director.where { d in f.director == d || d == f.director }.exists() }, films
    ) { $0.director != nil }
    try expect(
      Film.where { f in Film.where { $0.director != f.director && $0.studio == f.studio }.exists()
      },
      films
    ) { f in films.contains { $0.director !== f.director && $0.studio === f.studio } }
  }

  @Test func anotherRequestStandsWithinAConditionOnMembers() throws {
    let films = cinema.films
    try expect(
      Director.where { d in
        d.films.any { f in f.minutes > Film.where { $0.director != d }.average(\.minutes) }
      }, cinema.directors
    ) { d in
      let others = films.filter { $0.director !== d }.map(\.minutes)
      let average = Double(others.reduce(0, +)) / Double(others.count)
      return d.films.contains { Double($0.minutes) > average }
    }
    try expect(
      Director.where { d in d.films.any { f in f.minutes > Film.all.average(\.minutes) } },
      cinema.directors
    ) { d in
      let average = Double(films.map(\.minutes).reduce(0, +)) / Double(films.count)
      return d.films.contains { Double($0.minutes) > average }
    }
  }

  @Test func whatTheOuterClosureHasComputedIsItsOwnWithin() throws {
    try expect(
      Film.where { f in
        let (limit, isLong) = (f.minutes - 1, f.minutes > 100)
        let same = Film.where { $0.rating == f.rating }
        return Film.where { g in g.minutes > limit && isLong && g != f }.exists()
          || Film.where { g in g.minutes > same.average(\.minutes) && g.isOpen == f.isOpen }
            .count() > 1
      }, cinema.films
    ) { f in
      let same = cinema.films.filter { $0.rating == f.rating }.map(\.minutes)
      let average = Double(same.reduce(0, +)) / Double(same.count)
      return cinema.films.contains { $0.minutes > f.minutes - 1 && f.minutes > 100 && $0 !== f }
        || cinema.films.count { Double($0.minutes) > average && $0.isOpen == f.isOpen } > 1
    }
  }

  @Test func theOuterObjectIsNamedInOrdersColumnsAndSections() throws {
    let context = cinema.context
    func rank(_ film: Fields<Film>) -> Field<Film, Int> {
      Film.where { $0.minutes > film.minutes }.count()
    }
    for _ in 0..<2 {
      #expect(try context.codes(Film.sorted(by: rank)) == "CBADE")
      #expect(
        try context.fetch(Film.sorted(by: \.code).select { $0.value(rank) }) == [2, 1, 0, 3, 3])
      #expect(
        try context.fetch(Film.all.group { $0.value(rank) }.select { ($0.value(rank), $0.count) })
          .map { "\($0.0): \($0.1)" } == ["0: 1", "1: 1", "2: 1", "3: 2"])
      #expect(
        try context.fetch(Film.sorted(by: \.code).sections { rank($0) }).map(\.objects.codes)
          == ["C", "B", "A", "DE"])
      #expect(
        try context.fetch(
          Director.sorted(by: \.name).select {
            $0.value { d in d.films.count { $0.title > d.name } }
          }) == [1, 1, 0])
      // Memory answers next.
      _ = Film(code: "F", studio: cinema.studios[0], in: context)
      context.rollback()
      cinema.films[0].seats = 99
    }
  }

  @Test func manyAreChangedByConditionsOnOthers() throws {
    let context = cinema.bench.container.newContext()
    #expect(
      try context.update(
        Film.where { f in f.minutes == Film.where { $0.studio == f.studio }.max(\.minutes) }
      ) { $0.subtitle = "longest" } == 2)
    #expect(try context.codes(Film.where { $0.subtitle == "longest" }) == "BC")
    #expect(
      try context.update(Film.all) { film in
        film.sold = Film.where { $0.minutes > film.minutes }.count()
      } == 5)
    #expect(try context.fetch(Film.sorted(by: \.code).select { $0.sold }) == [2, 1, 0, 3, 3])
    #expect(
      try context.deleteAll(
        Film.where { f in
          Film.where { $0.minutes == f.minutes && $0.objectID < f.objectID }.exists()
        }) == 1)
    #expect(try context.deleteAll(Director.where { d in d.films.all { $0.title < d.name } }) == 1)
    #expect(try context.codes(Film.all) == "ABCD")
  }

  @Test func theStoreAnswersInOneStatement() throws {
    let sql = try cinema.bench.sql {
      let context = cinema.bench.container.newContext()
      _ = try context.fetch(Director.where { d in d.films.any { $0.title > d.name } })
      _ = try context.fetch(
        Film.where { f in f.tags.any { $0.films.any { $0.studio.name == f.studio.name } } })
      _ = try context.fetch(
        Film.where { f in f.minutes > Film.where { $0.rating == f.rating }.average(\.minutes) })
      _ = try context.fetch(Film.where { f in Film.where { $0.minutes > f.minutes }.exists() })
      _ = try context.fetch(Film.where { f in f.tags.sum { _ in f.minutes.outer() } > 117 })
    }
    let texts = sql.map {
      $0.replacing(/SELECT .*? FROM "(\w+)" AS t0/, maxReplacements: 1) {
        "SELECT … FROM \"\($0.1)\" AS t0"
      }
    }
    #expect(
      texts == [
        #"""
        SELECT … FROM "Director" AS t0 WHERE EXISTS (SELECT 1 FROM "Film" AS t1 \#
        WHERE t1."director" = t0."_id" AND t1."title" > t0."name") ORDER BY t0."_id"
        """#,
        #"""
        SELECT … FROM "Film" AS t0 LEFT JOIN "Studio" AS t6 ON t6."_id" = t0."studio" \#
        WHERE EXISTS (SELECT 1 FROM "_Film.tags" AS t1 JOIN "Theme" AS t2 \#
        ON t2."_id" = t1."_second" WHERE t1."_first" = t0."_id" AND EXISTS (SELECT 1 \#
        FROM "_Film.tags" AS t3 JOIN "Film" AS t4 ON t4."_id" = t3."_first" \#
        LEFT JOIN "Studio" AS t5 ON t5."_id" = t4."studio" WHERE t3."_second" = t2."_id" \#
        AND t5."name" IS t6."name")) ORDER BY t0."_id"
        """#,
        #"""
        SELECT … FROM "Film" AS t0 WHERE t0."minutes" > (SELECT avg(t1."minutes") \#
        FROM "Film" AS t1 WHERE t1."rating" = t0."rating") AND +t0."minutes" < x'' \#
        ORDER BY t0."_id"
        """#,
        #"""
        SELECT … FROM "Film" AS t0 WHERE EXISTS (SELECT 1 FROM "Film" AS t1 \#
        WHERE t1."minutes" > t0."minutes") ORDER BY t0."_id"
        """#,
        #"""
        SELECT … FROM "Film" AS t0 WHERE (SELECT coalesce(sum(CASE t2."_id" WHEN NULL THEN NULL \#
        ELSE t0."minutes" END), 0) FROM "_Film.tags" AS t1 JOIN "Theme" AS t2 \#
        ON t2."_id" = t1."_second" WHERE t1."_first" = t0."_id") > ?1 ORDER BY t0."_id"
        """#,
      ])
    let explanation = try Film.where { f in
      Film.where { $0.rating == f.rating && $0 != f }.exists()
    }.explain(in: cinema.context)
    #expect(explanation.missingIndexes == ["Film.rating"])
  }
}
