import EntityGraph
import Foundation
import Testing

/// Unsaved changes to a cinema.
struct Scenario: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Cinema) -> Void

  init(_ description: String, _ apply: @escaping @Sendable (Cinema) -> Void) {
    testDescription = description
    self.apply = apply
  }

  static let all = [
    Scenario("nothing") { _ in },
    Scenario("an insert") { cinema in
      _ = Film(
        code: "F", title: "alIEN", subtitle: "", minutes: 60, seats: 50, score: 8.5,
        director: cinema.directors[0], studio: cinema.studios[1], tags: [cinema.tags[0]],
        in: cinema.context)
    },
    Scenario("inserts with new neighbours") { cinema in
      let director = Director(name: "Ursula", nickname: nil, in: cinema.context)
      let studio = Studio(name: "A24", in: cinema.context)
      let tag = Theme(name: "war", in: cinema.context)
      for code in ["F", "G"] {
        _ = Film(
          code: code, title: "Brazil", minutes: 117,
          premiere: Date(timeIntervalSinceReferenceDate: 0),
          rating: .teen, director: director, studio: studio, tags: [tag, cinema.tags[2]],
          in: cinema.context)
      }
    },
    Scenario("updates of attributes") { cinema in
      cinema.films[0].minutes = 60
      cinema.films[1].seats = nil
      cinema.films[2].title = "ALIENS"
      cinema.films[3].score = 9
      cinema.films[4].isOpen = true
      cinema.films[4].subtitle = "Alien"
    },
    Scenario("updates of neighbours") { cinema in
      cinema.directors[0].name = "Zoe"
      cinema.directors[1].nickname = nil
      cinema.studios[0].name = "tzz"
      cinema.tags[0].name = "peace"
      cinema.tags[2].name = "war"
    },
    Scenario("to-ones") { cinema in
      cinema.films[0].director = nil
      cinema.films[2].director = cinema.directors[0]
      cinema.films[1].studio = cinema.studios[0]
    },
    Scenario("to-manys") { cinema in
      cinema.films[0].tags = []
      cinema.films[2].tags = [cinema.tags[0], cinema.tags[1]]
      cinema.tags[2].films.insert(cinema.films[1])
      cinema.directors[2].films = []
      cinema.directors[1].films.insert(cinema.films[1])
    },
    Scenario("deletes") { cinema in
      cinema.context.delete(cinema.films[0])
      cinema.context.delete(cinema.films[4])
    },
    Scenario("deletes of neighbours") { cinema in
      cinema.context.delete(cinema.directors[0])
      cinema.context.delete(cinema.tags[0])
      cinema.context.delete(cinema.studios[1])
    },
    Scenario("all at once") { cinema in
      let tag = Theme(name: "sea", in: cinema.context)
      _ = Film(
        code: "F", title: "alien", minutes: 143, seats: 10, sold: 10, director: cinema.directors[1],
        studio: cinema.studios[0], tags: [tag], in: cinema.context)
      cinema.context.delete(cinema.tags[1])
      cinema.context.delete(cinema.films[3])
      cinema.films[4].tags.insert(tag)
      cinema.films[1].minutes = 60
      cinema.directors[2].name = "Bong"
    },
  ]
}

@Suite struct PendingChangesTests {
  /// Returns the answers of `context` to `request`, which must agree with each other.
  private func answer(_ context: ManagedObjectContext, _ question: Question) throws -> String {
    let films = try context.fetch(question.request)
    let count = try context.count(question.request)
    let first = try context.first(question.request)
    let ids = try context.identifiers(question.request)
    #expect(count == films.count, "\(question.testDescription)")
    #expect(first === films.first, "\(question.testDescription)")
    #expect(ids == films.map(\.objectID), "\(question.testDescription)")
    return "\(question.testDescription): \(films.codes)"
  }

  @Test(arguments: Scenario.all)
  func unsavedChangesAreSeenAsTheyWillBeSaved(scenario: Scenario) throws {
    let cinema = try Cinema()
    scenario.apply(cinema)
    let before = try Question.all.map { try answer(cinema.context, $0) }
    expectSound(cinema.context)
    try cinema.context.save()
    #expect(try Question.all.map { try answer(cinema.context, $0) } == before)
    let other = cinema.bench.container.newContext()
    #expect(try Question.all.map { try answer(other, $0) } == before)
  }

  @Test(arguments: Scenario.all)
  func requestsMayLeaveUnsavedChangesOut(scenario: Scenario) throws {
    let cinema = try Cinema()
    scenario.apply(cinema)
    let other = cinema.bench.container.newContext()
    for question in Question.all {
      let request = question.request.ignoringPendingChanges()
      let found = try cinema.context.identifiers(request)
      let stored = try other.identifiers(question.request)
      let count = try cinema.context.count(request)
      #expect(found == stored, "\(question.testDescription)")
      #expect(count == question.answer.count, "\(question.testDescription)")
    }
  }

  @Test(arguments: Scenario.all)
  func aRollbackTakesThemBack(scenario: Scenario) throws {
    let cinema = try Cinema()
    scenario.apply(cinema)
    cinema.context.rollback()
    for question in Question.all {
      let found = try answer(cinema.context, question)
      #expect(found == "\(question.testDescription): \(question.answer)")
    }
    expectSound(cinema.context)
  }
}
