import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Conditions within conditions that name the object of the outer one.
@Suite struct OuterObjectTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  private func expect<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ objects: [Object], _ holds: (Object) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws { try cinema.expect(request, objects, holds, sourceLocation: sourceLocation) }

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
}
