import EntityGraph
import EntityGraphFoundation
import Foundation
import Testing

/// Foundation's sort descriptors as orders of requests.
@Suite struct SortDescriptorTests {
  private func codes(_ descriptors: SortDescriptor<Film>...) throws -> String {
    try Cinema().context.fetch(Film.all.sorted(using: descriptors)).codes
  }

  @Test func aDescriptorIsAnOrder() throws {
    let context = try Cinema().context
    let descriptor = SortDescriptor(\Film.minutes, order: .reverse)
    #expect(
      try context.fetch(Film.all.sorted(using: descriptor))
        == context.fetch(Film.sorted(by: \.minutes, .descending)))
  }

  @Test func theFirstOfSeveralDescriptorsIsMostSignificant() throws {
    let context = try Cinema().context
    let rated = [SortDescriptor(\Film.seats, order: .reverse), SortDescriptor(\Film.code)]
    #expect(
      try context.fetch(Film.all.sorted(using: rated))
        == context.fetch(Film.sorted(by: \.seats, .descending).sorted(by: \.code)))
  }

  @Test func whatIsFetchedIsInTheOrderOfTheDescriptorsThemselves() throws {
    let context = try Cinema().context
    let films = try context.fetch(Film.sorted(by: \.code))
    for order in [SortOrder.forward, .reverse] {
      let orders: [[SortDescriptor<Film>]] = [
        [SortDescriptor(\.title, comparator: .lexical, order: order)],
        [SortDescriptor(\.seats, order: order), SortDescriptor(\.code)],
        [SortDescriptor(\.premiere, order: order), SortDescriptor(\.code, order: .reverse)],
        [SortDescriptor(\.director?.name, order: order), SortDescriptor(\.code)],
      ]
      for descriptors in orders {
        #expect(
          try context.fetch(Film.all.sorted(using: descriptors)).codes
            == films.sorted(using: descriptors).codes)
      }
    }
  }

  @Test func aComputedPropertyIsNoOrder() throws {
    let error = #expect(throws: StoreError.self) {
      try codes(SortDescriptor(\.shout))
    }
    #expect(error?.code == .invalidRequest)
  }
}
