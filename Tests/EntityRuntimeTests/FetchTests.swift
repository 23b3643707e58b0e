import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct FetchTests {
  @Test(arguments: Question.all)
  func aRequestFindsWhatItSays(question: Question) throws {
    let cinema = try Cinema()
    let context = cinema.bench.container.newContext()
    let films = try context.fetch(question.request)
    #expect(films.codes == question.answer)
    #expect(try context.count(question.request) == question.answer.count)
    #expect(try context.first(question.request)?.code == question.answer.first.map { String($0) })
    #expect(try context.identifiers(question.request) == films.map(\.objectID))
  }

  @Test(arguments: Question.conditions)
  func memoryAnswersAsTheStoreDoes(question: Question) throws {
    let cinema = try Cinema()
    let found = cinema.films.filter { question.request.condition.isSatisfied(by: $0) }
    #expect(found.codes == question.answer)
  }

  @Test func objectsAreComparedByIdentity() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let (ursula, bong) = (cinema.directors[0], cinema.directors[1])
    let (a24, toho) = (cinema.studios[0], cinema.studios[1])
    let film = cinema.films[1]
    let requests: [(FetchRequest<Film>, String)] = [
      (Film.where { $0.director == ursula }, "AB"),
      (Film.where { $0.director != ursula }, "CDE"),
      (Film.where { $0.director == ursula.objectID }, "AB"),
      (Film.where { $0.director != ursula.objectID }, "CDE"),
      (Film.where { $0.director.in([ursula, bong]) }, "ABD"),
      (Film.where { !$0.director.in([ursula, bong]) }, "CE"),
      (Film.where { $0.director.in([] as [Director]) }, ""),
      (Film.where { $0.studio == a24 }, "ACE"),
      (Film.where { $0.studio != a24 }, "BD"),
      (Film.where { $0.studio.in([toho]) }, "BD"),
      (Film.where { $0 == film }, "B"),
      (Film.where { $0 != film }, "ACDE"),
      (Film.where { $0.tags.contains(cinema.tags[1]) }, "AE"),
      (Film.where { !$0.tags.contains(cinema.tags[1]) }, "BCD"),
      (Film.where { $0.studio.films.contains(film) }, "BD"),
    ]
    for (request, codes) in requests {
      #expect(try context.codes(request) == codes, "\(request.condition)")
      #expect(cinema.films.filter { request.condition.isSatisfied(by: $0) }.codes == codes)
    }
  }

  @Test func anUnsavedObjectIsReferredToByNothingThatIsSaved() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let new = Director(name: "new", in: context)
    #expect(try context.codes(Film.where { $0.director == new }) == "")
    #expect(try context.codes(Film.where { $0.director != new }) == "ABCDE")
    cinema.films[2].director = new
    #expect(try context.codes(Film.where { $0.director == new }) == "C")
    #expect(try context.codes(Film.where { $0.director != new }) == "ABDE")
    #expect(
      try context.codes(Film.where { $0.director == new }.ignoringPendingChanges()) == "")
  }

  @Test func toManyIsCountedUnderACondition() throws {
    let cinema = try Cinema()
    let names = try cinema.context.fetch(
      Theme.where { $0.films.count(where: { $0.rating == .adult }) == 2 }
    ).map(\.name)
    #expect(names == ["war"])
  }

  @Test func aRequestBeginsWithAnOrderThroughAToOne() throws {
    let cinema = try Cinema()
    #expect(
      try cinema.context.fetch(Film.sorted(.descending) { $0.studio.name }).map(\.title)
        == cinema.context.fetch(Film.all.sorted(.descending) { $0.studio.name }).map(\.title))
  }

  @Test func aComputedPropertyIsNoPropertyOfTheEntity() throws {
    let cinema = try Cinema()
    let advice = "; what Swift computes is not stored, and requests name what is"
    let requests: [(FetchRequest<Film>, String)] = [
      (
        Film.where { $0.shout == "ALIEN" },
        "'Film' has no property '\\Film.<computed (String)>'" + advice
      ),
      (Film.sorted(by: \.shout), "'Film' has no property '\\Film.<computed (String)>'" + advice),
      (
        Film.where { $0.studio.nameLength == 3 },
        "'Studio' has no property '\\Studio.<computed (Int)>'" + advice
      ),
      (
        Film.sorted(by: \.studio.nameLength),
        "'Film' has no property '\\Film.<computed (Studio)>.<computed (Int)>'; what is "
          + "computed, or reached through a relationship, is named in a closure: "
          + "'.sorted { $0.author.name }', '.sorted { $0.books.count }'"
      ),
    ]
    for (request, message) in requests {
      for ask in [
        { _ = try cinema.context.fetch(request) }, { _ = try cinema.context.count(request) },
        { _ = try cinema.context.identifiers(request) },
        { _ = try cinema.context.first(request) },
      ] {
        let error = #expect(throws: StoreError.self) { try ask() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message == message)
      }
    }
  }

  @Test func aComputedPropertyIsRefusedOverUnsavedChangesToo() throws {
    let cinema = try Cinema()
    cinema.films[0].minutes = 1
    let error = #expect(throws: StoreError.self) {
      try cinema.context.fetch(Film.where { $0.shout == "ALIEN" })
    }
    #expect(
      error?.message == "'Film' has no property '\\Film.<computed (String)>'; what Swift computes "
        + "is not stored, and requests name what is")
  }

  @Test func objectsInTheContextAreFetchedWithTheirValuesThere() throws {
    let cinema = try Cinema()
    let film = cinema.films[0]
    let other = cinema.bench.container.newContext()
    try other.first(Film.where { $0.code == "A" })?.minutes = 1
    try other.save()
    #expect(try cinema.context.fetch(Film.where { $0.minutes == 1 }) == [film])
    #expect(film.minutes == 117)
  }
}
