import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct SectionTests {
  @Test func objectsOfOneValueAreASection() throws {
    let context = try Cinema().context
    let sections = try context.fetch(Film.sorted(by: \.title).sections(by: \.minutes))
    #expect(sections.map(\.key) == [60, 117, 137, 143])
    #expect(sections.map(\.objects.codes) == ["ED", "A", "B", "C"])
    let open = try context.fetch(Film.all.sections(by: \.isOpen, .descending))
    #expect(open.map(\.key) == [true, false])
  }

  @Test func whatHasNoValueIsASectionOfItsOwn() throws {
    let context = try Cinema().context
    let sections = try context.fetch(Film.sorted(by: \.code).sections(by: \.seats))
    #expect(sections.map(\.key) == [nil, 10, 50, 100])
    #expect(sections.map(\.objects.codes) == ["CE", "D", "B", "A"])
    let names = try context.fetch(Film.sorted(by: \.code).sections { $0.director.name })
    #expect(names.map(\.key) == [nil, "Bong", "Ursula", "Ändré"])
    #expect(names.map(\.objects.codes) == ["C", "D", "AB", "E"])
    let hundreds = try context.fetch(Film.sorted(by: \.code).sections { $0.minutes / 100 })
    #expect(hundreds.map(\.objects.codes) == ["DE", "ABC"])
  }

  @Test func unsavedChangesCount() throws {
    let cinema = try Cinema()
    cinema.films[0].minutes = 60
    let sections = try cinema.context.fetch(Film.sorted(by: \.code).sections(by: \.minutes))
    #expect(sections.map(\.objects.codes) == ["ADE", "B", "C"])
  }

  @Test func noObjectsAreNoSections() throws {
    let context = try Cinema().context
    #expect(try context.fetch(Film.where { $0.code == "Z" }.sections(by: \.minutes)).isEmpty)
  }
}

@Suite struct RequestSetTests {
  @Test func aUnionHasWhatEitherAsksForOnce() throws {
    let context = try Cinema().context
    let union = Film.where { $0.minutes == 60 }.sorted(by: \.code, .descending)
      .union(Film.where { $0.code.in(["A", "E"]) })
    #expect(try context.codes(union) == "EDA")
    #expect(try context.codes(Film.all.union(Film.where { $0.code == "A" })) == "ABCDE")
    #expect(try context.codes(union.limit(2)) == "ED")
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.where { $0.code == "A" }.union(Film.all.ignoringPendingChanges()))
    }
    #expect(
      error?.message == "'Film' cannot be asked by a predicate with a union with a request that "
        + "has other settings of its own (find the ids of that one by 'context.identifiers', and "
        + "unite with '.where { $0.objectID.in(ids) }')")
    let ids = try context.identifiers(Film.all.limit(2))
    let united = Film.where { $0.code == "C" }.union(Film.where { $0.objectID.in(ids) })
    #expect(try context.codes(united) == "ABC")
  }

  @Test func aSeedMakesOneOrder() throws {
    let cinema = try Cinema()
    let orders = try (0..<40).map { try cinema.context.codes(Film.all.shuffled(seed: $0)) }
    #expect(Set(orders).count > 20)
    #expect(Set(orders.map { String($0.sorted()) }) == ["ABCDE"])
    #expect(try orders[7] == cinema.context.codes(Film.all.shuffled(seed: 7)))
    cinema.films[0].minutes += 1
    #expect(try orders[7] == cinema.context.codes(Film.all.shuffled(seed: 7)))
    #expect(try cinema.context.codes(Film.all.shuffled().limit(2)).count == 2)
  }
}
