import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Conditions within conditions that name the object of the outer one.
@Suite struct OuterObjectTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  /// Checks that the store, memory and a saved request find those of the objects for which `holds`
  /// is true, and again after changes that are not saved.
  private func expect<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ objects: [Object], _ holds: (Object) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = cinema.context
    func check(_ state: Comment) throws {
      let expected = objects.filter(holds)
      #expect(try context.fetch(request) == expected, state, sourceLocation: sourceLocation)
      #expect(
        objects.filter { request.condition.isSatisfied(by: $0) } == expected, state,
        sourceLocation: sourceLocation)
      let saved = try JSONDecoder().decode(
        FetchRequest<Object>.self, from: JSONEncoder().encode(request))
      #expect(saved.condition == request.condition, sourceLocation: sourceLocation)
      #expect(try context.fetch(saved) == expected, state, sourceLocation: sourceLocation)
      #expect(try context.count(request) == expected.count, state, sourceLocation: sourceLocation)
    }
    try check("saved")
    cinema.films[0].seats = 60
    cinema.films[3].minutes = 140
    cinema.films[4].title = "Brazil"
    cinema.films[2].director = cinema.directors[1]
    cinema.directors[2].name = "Éden"
    cinema.tags[0].name = "Alien"
    try check("changed")
    cinema.context.rollback()
  }

  @Test func membersAreComparedWithTheObjectWhoseMembersTheyAre() throws {
    let directors = cinema.directors
    try expect(Director.where { d in d.films.any { f in f.title == d.name } }, directors) { d in
      d.films.contains { $0.title == d.name }
    }
    try expect(Director.where { d in d.films.contains { d.name < $0.title } }, directors) { d in
      d.films.contains { d.name < $0.title }
    }
    try expect(Director.where { d in d.films.all { $0.title != d.name } }, directors) { d in
      d.films.allSatisfy { $0.title != d.name }
    }
    try expect(Director.where { d in d.films.none { $0.title >= d.name } }, directors) { d in
      !d.films.contains { $0.title >= d.name }
    }
    try expect(Director.where { d in !d.films.allSatisfy { $0.title <= d.name } }, directors) { d in
      !d.films.allSatisfy { $0.title <= d.name }
    }
    try expect(Director.where { d in d.films.filter { $0.title > d.name }.count == 1 }, directors) {
      d in d.films.count { $0.title > d.name } == 1
    }
    try expect(Director.where { d in d.films.count { $0.title > d.name } > 0 }, directors) { d in
      d.films.contains { $0.title > d.name }
    }
    try expect(Director.where { d in d.films.filter { $0.title > d.name }.isEmpty }, directors) {
      d in !d.films.contains { $0.title > d.name }
    }
  }

  @Test func optionalsStandOnEitherSide() throws {
    let directors = cinema.directors
    try expect(Director.where { d in d.films.any { $0.subtitle == d.nickname } }, directors) { d in
      d.films.contains { $0.subtitle == d.nickname }
    }
    try expect(Director.where { d in d.films.any { d.nickname != $0.subtitle } }, directors) { d in
      d.films.contains { $0.subtitle != d.nickname }
    }
    try expect(Director.where { d in d.films.any { d.nickname < $0.title } }, directors) { d in
      d.films.contains { f in d.nickname.map { $0 < f.title } ?? false }
    }
    try expect(Director.where { d in !d.films.any { $0.title > d.nickname } }, directors) { d in
      !d.films.contains { f in d.nickname.map { f.title > $0 } ?? false }
    }
  }

  @Test func whatIsComputedNamesTheOuterObject() throws {
    let studios = cinema.studios
    try expect(
      Studio.where { s in s.films.sum { $0.minutes * (s.name.count ?? 0).outer() } > 1_000 },
      studios
    ) { s in s.films.reduce(0) { $0 + $1.minutes * s.name.count } > 1_000 }
    try expect(
      Studio.where { s in
        s.films.filter { $0.title > s.name }.max { $0.minutes - (s.name.count ?? 0).outer() } > 136
      }, studios
    ) { s in
      (s.films.filter { $0.title > s.name }.map { $0.minutes - s.name.count }.max() ?? 0) > 136
    }
    try expect(
      Film.where { f in
        f.tags.any { ($0.name.count ?? 0) + f.minutes.outer() > f.seats.outer() ?? 120 }
      }, cinema.films
    ) { f in f.tags.contains { $0.name.count + f.minutes > f.seats ?? 120 } }
    // What is added up is that of the outer object alone.
    try expect(
      Film.where { f in f.tags.sum { _ in f.minutes.outer() } > 117 }, cinema.films
    ) { f in f.tags.count * f.minutes > 117 }
    try expect(
      Film.where { f in f.tags.max { _ in f.seats.outer() } == f.seats }, cinema.films
    ) { f in f.tags.isEmpty ? f.seats == nil : true }
  }

  @Test func conditionsOnTheOuterObjectStandWithin() throws {
    try expect(
      Film.where { f in f.tags.any { $0.name == "war" && f.isOpen.isTrue.outer() } }, cinema.films
    ) { f in f.tags.contains { $0.name == "war" } && f.isOpen }
    try expect(
      Film.where { f in f.tags.any { t in t.name == "sea" || f.seats.in([50]).outer() } },
      cinema.films
    ) { f in f.tags.contains { $0.name == "sea" || f.seats == 50 } }
    try expect(
      Film.where { f in
        f.tags.any { _ in f.title.hasPrefix("al", ignoringCase: true).outer() }
      }, cinema.films
    ) { f in !f.tags.isEmpty && f.title.lowercased().hasPrefix("al") }
    try expect(
      Film.where { f in f.tags.all { _ in f.director.in([self.cinema.directors[0]]).outer() } },
      cinema.films
    ) { f in f.tags.isEmpty || f.director === cinema.directors[0] }
  }

  @Test func conditionsAreNestedTwoLevels() throws {
    try expect(
      Director.where { d in
        d.films.any { f in f.tags.any { t in t.name > d.name && t.name < f.title } }
      }, cinema.directors
    ) { d in
      d.films.contains { f in f.tags.contains { $0.name > d.name && $0.name < f.title } }
    }
    try expect(
      Director.where { d in d.films.all { f in f.tags.none { _ in f.title == d.name } } },
      cinema.directors
    ) { d in d.films.allSatisfy { f in f.tags.isEmpty || f.title != d.name } }
    try expect(
      Studio.where { s in
        s.films.count { f in f.tags.count { t in t.name != s.name } > f.title.count - 5 } == 2
      }, cinema.studios
    ) { s in
      s.films.count { f in f.tags.count { $0.name != s.name } > f.title.count - 5 } == 2
    }
  }

  @Test func pathsLeadThroughToOnesOfBothObjects() throws {
    try expect(
      Film.where { f in f.tags.any { t in t.films.any { $0.studio.name == f.studio.name } } },
      cinema.films
    ) { f in f.tags.contains { $0.films.contains { $0.studio.name == f.studio.name } } }
    try expect(
      Film.where { f in f.tags.any { t in t.films.any { $0.director.name != f.director.name } } },
      cinema.films
    ) { f in
      f.tags.contains { $0.films.contains { $0.director?.name != f.director?.name } }
    }
    try expect(
      Film.where { f in f.tags.any { t in t.name.count > f.director.films.count } }, cinema.films
    ) { f in f.tags.contains { $0.name.count > f.director?.films.count ?? 0 } }
  }

  @Test func twoObjectsOfOneClassAreTwo() throws {
    let films = cinema.films
    try expect(
      Film.where { f in f.tags.any { $0.films.any { g in g.minutes > f.minutes } } }, films
    ) { f in f.tags.contains { $0.films.contains { $0.minutes > f.minutes } } }
    try expect(
      Film.where { f in Film.where { g in g.minutes == f.minutes && g != f }.exists() }, films
    ) { f in films.contains { $0.minutes == f.minutes && $0 !== f } }
    try expect(
      Film.where { f in
        Film.where { g in g.minutes == f.minutes && g.objectID < f.objectID }.exists()
      }, films
    ) { f in films.contains { $0.minutes == f.minutes && $0.code < f.code } }
    try expect(
      Film.where { f in !Film.where { f.minutes < $0.minutes }.exists() }, films
    ) { f in !films.contains { f.minutes < $0.minutes } }
    try expect(
      Film.where { f in
        Film.where { g in
          Film.where { h in h.minutes > g.minutes && h.minutes < f.minutes }.exists()
        }
        .count() > 1
      }, films
    ) { f in
      films.count { g in films.contains { $0.minutes > g.minutes && $0.minutes < f.minutes } } > 1
    }
  }

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

  @Test func aConditionThatIsMadeElsewhereIsAboutTheObjectWhereItStands() throws {
    let isLong = Film.where { $0.minutes > 130 }.condition
    let isCrowded = Director.where { d in d.films.any { $0.title > d.name } }.condition
    try expect(Director.where { d in d.films.any { _ in isLong } }, cinema.directors) { d in
      d.films.contains { $0.minutes > 130 }
    }
    try expect(
      Film.where { f in Director.where { d in isCrowded && d == f.director }.exists() },
      cinema.films
    ) { f in
      f.director.map { d in d.films.contains { $0.title > d.name } } ?? false
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

  @Test func aRequestPrintsWithNamesForTheObjectsThatOthersAreComparedWith() throws {
    func expect<Object>(_ request: FetchRequest<Object>, _ text: String) {
      #expect(request.description == text)
    }
    expect(
      Director.where { d in d.nickname == nil && d.films.any { $0.title > d.name } },
      "Director.where { a in a.nickname == nil && a.films.any { $0.title > a.name } }")
    expect(
      Director.where { d in d.films.any { f in f.tags.any { $0.name < f.title } } },
      "Director.where { $0.films.any { b in b.tags.any { $0.name < b.title } } }")
    expect(
      Film.where { f in
        Film.where { g in g != f && g.director == f.director && g.minutes > 3 }.exists()
      },
      """
      Film.where { a in Film.where { $0.objectID != a.objectID && $0.director == a.director && \
      $0.minutes > ? }.count() > ? }
      """)
    expect(
      Director.where { d in Film.where { $0.director == d }.max(\.minutes) > 3 },
      "Director.where { a in Film.where { $0.director == a }.max(\\.minutes) > ? }")
    expect(
      Director.where { d in
        d.films.filter { $0.title > d.name }.sum { $0.minutes + d.films.count.outer() } > 3
      },
      """
      Director.where { a in a.films.filter { $0.title > a.name }.sum { $0.minutes + \
      a.films.count } > ? }
      """)
    #expect(
      Director.where { d in d.films.any { $0.title > d.name } }.condition.description
        == "a.films.any { $0.title > a.name }")
    #expect(
      Film.where { f in f.rating == .adult && f.tags.any { $0.name > f.title } }.debugDescription
        == "Film.where { a in a.rating == .adult && a.tags.any { $0.name > a.title } }")
  }

  @Test func anObjectIsRefusedOutsideOfItsClosure() throws {
    var leaked: Fields<Film>?
    _ = Film.where {
      leaked = $0
      return .true
    }
    let film = try #require(leaked)
    let context = cinema.context
    for request in [
      Film.where { $0.minutes > film.minutes }, Film.where { _ in film.isOpen.isTrue },
      Film.where { $0.tags.any { $0.name == film.title } }, Film.all.sorted { _ in film.minutes },
    ] {
      let error = #expect(throws: StoreError.self) { try context.fetch(request) }
      #expect(error?.code == .invalidRequest)
      #expect(
        error?.message == """
          a request for 'Film' names an object of a condition that it is no part of; use what a \
          closure is given within that closure
          """)
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(request) }
      if request.sorting.isEmpty {
        #expect(!cinema.films.contains { request.condition.isSatisfied(by: $0) })
      }
    }
  }

  @Test func aSavedRequestThatLeadsOutIsRefused() throws {
    let request = Director.where { d in d.films.any { $0.title > d.name } }
    let json = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    #expect(json.contains(#""outer":1"#))
    for wrong in ["2", "0", "-1", "9223372036854775807", "-9223372036854775808"] {
      let changed = Data(json.replacing(#""outer":1"#, with: #""outer":\#(wrong)"#).utf8)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(FetchRequest<Director>.self, from: changed)
      }
    }
  }

  @Test func thePredicatesOfFoundationNameTheOuterObject() throws {
    let films = cinema.films
    try expect(
      Director.where(#Predicate<Director> { d in d.films.contains { $0.title > d.name } }),
      cinema.directors
    ) { d in d.films.contains { $0.title > d.name } }
    try expect(
      Director.where(
        #Predicate<Director> { d in d.films.allSatisfy { f in f.tags.contains { $0.name < d.name } }
        }), cinema.directors
    ) { d in d.films.allSatisfy { $0.tags.contains { $0.name < d.name } } }
    try expect(
      Film.where(
        #Predicate<Film> { f in f.tags.filter { $0.films.contains(f) && f.minutes > 100 }.count > 1
        }
      ), films
    ) { f in f.tags.count > 1 && f.minutes > 100 }
    try expect(
      Film.where(
        #Predicate<Film> { f in
          if let seats = f.seats { f.tags.contains { $0.name.count < seats } } else { false }
        }), films
    ) { f in f.seats.map { seats in f.tags.contains { $0.name.count < seats } } ?? false }
    try expect(
      Film.where(
        #Predicate<Film> { f in
          f.tags.contains { t in t.films.filter { $0.title > f.title }.count > 1 }
        }), films
    ) { f in f.tags.contains { $0.films.count { $0.title > f.title } > 1 } }
  }
}
