import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Conditions that name an outer object, as text, as JSON, by Foundation and out of place.
@Suite struct OuterObjectFormTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  private func expect<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ objects: [Object], _ holds: (Object) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws { try cinema.expect(request, objects, holds, sourceLocation: sourceLocation) }

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
      a.films.count.outer() } > ? }
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
