import EntityGraph
import Foundation

enum Rating: Int, Storable, CaseIterable { case all = 0, teen = 12, adult = 18 }

@Entity final class Film: ManagedObject {
  var code: String
  var title: String = ""
  var subtitle: String?
  var minutes: Int = 0
  var seats: Int?
  var sold: Int?
  var score: Double?
  var premiere: Date?
  var isOpen: Bool = false
  var rating: Rating = .all
  @Relationship(inverse: "films", deleteRule: .nullify) var director: Director?
  @Relationship(inverse: "films", deleteRule: .nullify) var studio: Studio
  @Relationship(inverse: "films", deleteRule: .nullify) var tags: Set<Theme>

  /// Is no property of the entity.
  var shout: String { title.uppercased() }

  /// Is no property of the entity, and not the object's id.
  var otherID: ObjectID { studio.objectID }
}

@Entity final class Director: ManagedObject {
  var name: String
  var nickname: String?
  @Relationship(inverse: "director", deleteRule: .nullify) var films: Set<Film>
}

@Entity final class Studio: ManagedObject {
  var name: String
  @Relationship(inverse: "studio", deleteRule: .cascade) var films: Set<Film>

  /// Is no property of the entity.
  var nameLength: Int { name.count }
}

@Entity final class Theme: ManagedObject {
  var name: String
  @Relationship(inverse: "tags", deleteRule: .nullify) var films: Set<Film>
}

/// Five films, A to E, that differ in everything.
struct Cinema {
  let bench: Bench
  let films: [Film]
  let directors: [Director]
  let studios: [Studio]
  let tags: [Theme]

  var context: ManagedObjectContext { bench.context }

  /// Saves the films in a store in memory.
  init() throws {
    bench = try Bench(Film.self, Director.self, Studio.self, Theme.self)
    let context = bench.context
    let ursula = Director(name: "Ursula", in: context)
    let bong = Director(name: "Bong", nickname: "Bong", in: context)
    let andre = Director(name: "Ändré", nickname: "andré", in: context)
    let a24 = Studio(name: "A24", in: context)
    let toho = Studio(name: "toho", in: context)
    let war = Theme(name: "war", in: context)
    let sea = Theme(name: "sea", in: context)
    let art = Theme(name: "Art", in: context)
    let first = Film(
      code: "A", title: "Alien", minutes: 117, seats: 100, sold: 100, score: 8.5,
      premiere: Date(timeIntervalSinceReferenceDate: 100), isOpen: true, rating: .adult,
      director: ursula, studio: a24, tags: [war, sea], in: context)
    let second = Film(
      code: "B", title: "alien 2", subtitle: "Return", minutes: 137, seats: 50, sold: 60,
      rating: .adult, director: ursula, studio: toho, tags: [war], in: context)
    let third = Film(
      code: "C", title: "Brazil", subtitle: "Alien", minutes: 143, score: -0.5,
      premiere: Date(timeIntervalSinceReferenceDate: 200), isOpen: true, rating: .teen,
      studio: a24, in: context)
    let fourth = Film(
      code: "D", title: "Éden", minutes: 60, seats: 10, director: bong, studio: toho, tags: [art],
      in: context)
    let fifth = Film(
      code: "E", title: #"50%_\"#, minutes: 60, sold: 10, score: .nan, director: andre,
      studio: a24, tags: [war, sea, art], in: context)
    try context.save()
    films = [first, second, third, fourth, fifth]
    directors = [ursula, bong, andre]
    studios = [a24, toho]
    tags = [war, sea, art]
  }
}

extension Sequence<Film> {
  /// The letters of the films in their order.
  var codes: String { map(\.code).joined() }
}

extension ManagedObjectContext {
  /// Returns the letters of the films that `request` asks for, in its order.
  func codes(_ request: FetchRequest<Film>) throws -> String { try fetch(request).codes }
}
