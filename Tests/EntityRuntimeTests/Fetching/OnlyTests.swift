import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct OnlyTests {
  @Test func theOnlyObjectIsReturned() throws {
    let cinema = try Cinema()
    #expect(try cinema.context.only(Film.where { $0.code == "B" }) === cinema.films[1])
    #expect(try cinema.context.onlyOrNil(Film.where { $0.code == "B" }) === cinema.films[1])
    #expect(try cinema.context.onlyOrNil(Film.where { $0.code == "Z" }) == nil)
    #expect(try cinema.context.only(Film.sorted(by: \.code).limit(1)) === cinema.films[0])
  }

  @Test func noneOrSeveralAreErrorsWhereOneIsExpected() throws {
    let context = try Cinema().context
    let none = #expect(throws: StoreError.self) {
      try context.only(Film.where { $0.code == "Z" })
    }
    #expect(none?.code == .notFound)
    #expect(
      none?.message == "no object of 'Film' is what was asked for, and one was expected")
    let several = #expect(throws: StoreError.self) { try context.only(Film.all) }
    #expect(several?.code == .notUnique)
    #expect(
      several?.message
        == "several objects of 'Film' are what was asked for, and one was expected")
    #expect(throws: StoreError.self) { try context.onlyOrNil(Film.all) }
  }

  @Test func aClassStandsForAllItsObjects() throws {
    let cinema = try Cinema()
    let context = cinema.context
    #expect(try context.fetch(Film.self).codes == "ABCDE")
    #expect(try context.first(Film.self) === cinema.films[0])
    #expect(try context.count(Film.self) == 5)
    #expect(try context.exists(Film.self))
    #expect(try context.delete(Film.self) == 5)
    #expect(try context.first(Film.self) == nil)
    #expect(try !context.exists(Film.self))
    context.rollback()
    #expect(try context.deleteAll(Film.self) == 5)
    #expect(try cinema.bench.container.newContext().count(Film.self) == 0)
  }

  @Test func whatARequestAsksForIsDeletedByTheNextSave() throws {
    let cinema = try Cinema()
    #expect(try cinema.context.delete(Film.where { $0.minutes == 60 }) == 2)
    #expect(try cinema.context.fetch(Film.self).codes == "ABC")
    let other = cinema.bench.container.newContext()
    #expect(try other.count(Film.all) == 5)
    try cinema.context.save()
    #expect(try other.count(Film.all) == 3)
    #expect(try cinema.context.delete(Film.where { $0.minutes == 60 }) == 0)
  }

  @Test func theFirstRowIsReadAlone() throws {
    let cinema = try Cinema()
    let request = Film.sorted(by: \.code, .descending).select { $0.code }
    #expect(try cinema.context.first(request) == "E")
    #expect(try cinema.context.first(Film.where { $0.code == "Z" }.select { $0.code }) == nil)
    #expect(try cinema.context.first(Film.all.group(by: \.minutes).select { $0.minutes }) == 60)
    #expect(try cinema.context.first(Film.all.select { $0.count }) == 5)
  }
}
