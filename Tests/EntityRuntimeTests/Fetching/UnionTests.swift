import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Unions of requests that have limits and offsets.
@Suite struct UnionTests {
  @Test func aLimitAndAnOffsetOfAPartHoldForThatPart() throws {
    let context = try Cinema().context
    let longest = Film.sorted(by: \.minutes, .descending).limit(1)
    let shortest = Film.sorted(by: \.minutes)
    #expect(try context.codes(longest.union(shortest.limit(2))) == "CED")
    #expect(try context.codes(longest.union(shortest.offset(3).limit(1))) == "CB")
    #expect(try context.codes(longest.union(Film.where { $0.code == "A" })) == "CA")
    #expect(try context.codes(Film.where { $0.code == "A" }.union(longest)) == "AC")
    #expect(try context.codes(longest.union(longest)) == "C")
    #expect(try context.codes(longest.union(shortest.limit(0))) == "C")
    #expect(try context.codes(Film.all.limit(0).union(shortest.limit(0))) == "")
  }

  @Test func aLimitAfterAUnionHoldsForTheUnion() throws {
    let context = try Cinema().context
    let union = Film.all.limit(2).union(Film.all.offset(4))
    #expect(try context.codes(union) == "ABE")
    #expect(try context.codes(union.offset(1).limit(1)) == "B")
    #expect(try context.codes(union.limit(2).union(Film.where { $0.code == "D" })) == "ABD")
    #expect(try context.codes(union.where { $0.code != "A" }) == "BE")
    #expect(try context.count(union) == 3)
    #expect(try context.count(union.limit(2)) == 2)
  }

  @Test func aUnionOfRangesIsReadInPages() throws {
    let context = try Cinema().context
    let union = Film.sorted(by: \.title).limit(2).union(Film.sorted(by: \.minutes).offset(3))
    #expect(try context.codes(union) == "EACB")
    var found = ""
    var cursor: PageCursor?
    repeat {
      let page = try context.fetch(union.page(after: cursor, size: 1))
      found += page.items.codes
      cursor = page.next
    } while cursor != nil
    #expect(try found == context.codes(union))
    let second = try context.fetch(union.page(2, size: 2))
    #expect(try second.items.codes == context.codes(union.offset(2).limit(2)))
    #expect(second.total == 4)
  }

  @Test func theStoreAnswersInOneStatement() throws {
    let cinema = try Cinema()
    let union = Film.where { $0.isOpen }.sorted(by: \.title).limit(3)
      .union(Film.sorted { $0.director.name }.offset(1))
    let sql = try cinema.bench.sql {
      _ = try cinema.bench.container.newContext().identifiers(union)
    }
    #expect(
      sql == [
        #"""
        SELECT t0."_id" FROM "Film" AS t0 WHERE t0."_id" IN (SELECT t1."_id" FROM "Film" AS t1 \#
        WHERE t1."isOpen" = ?1 ORDER BY t1."title", t1."_id" LIMIT ?2) OR t0."_id" IN \#
        (SELECT t2."_id" FROM "Film" AS t2 LEFT JOIN "Director" AS t3 ON t3."_id" = t2."director" \#
        ORDER BY t3."name", t2."_id" LIMIT -1 OFFSET ?3) ORDER BY t0."title", t0."_id"
        """#
      ])
    let explanation = try union.explain(in: cinema.context)
    #expect(explanation.description.hasPrefix("\(union)\n\n"))
  }

  @Test func aUnionOfRangesPrintsAsARequestThatMeansTheSame() throws {
    let union = Film.where { $0.minutes > 60 }.sorted(by: \.title, .descending).limit(2)
      .union(Film.sorted { $0.director.name }.shuffled(seed: 7).offset(1))
    #expect(
      union.debugDescription
        == #"Film.where { $0.objectID.in(Film.where { $0.minutes > 60 }"#
        + #".sorted(by: \.title, .descending).limit(2)) || $0.objectID.in(Film.all"#
        + #".sorted { $0.director.name }.shuffled(seed: 7).offset(1)) }"#
        + #".sorted(by: \.title, .descending)"#)
    let pasted = Film.where {
      $0.objectID.in(Film.where { $0.minutes > 60 }.sorted(by: \.title, .descending).limit(2))
        || $0.objectID.in(Film.all.sorted { $0.director.name }.shuffled(seed: 7).offset(1))
    }.sorted(by: \.title, .descending)
    #expect(pasted.tree == union.tree)
  }

  @Test func partsWithOtherSettingsAreRefused() throws {
    let context = try Cinema().context
    for other in [Film.all.ignoringPendingChanges(), Film.all.excludingSubentities()] {
      let error = #expect(throws: StoreError.self) {
        try context.fetch(Film.all.limit(1).union(other.limit(1)))
      }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test func manyAreChangedAndDeletedByAUnionOfRanges() throws {
    let context = try Cinema().bench.container.newContext()
    let union = Film.sorted(by: \.code).limit(1).union(Film.sorted(by: \.code).offset(4))
    #expect(try context.update(union) { $0.subtitle = "end" } == 2)
    #expect(try context.codes(Film.where { $0.subtitle == "end" }) == "AE")
    #expect(try context.deleteAll(union) == 2)
    #expect(try context.codes(Film.all) == "BCD")
  }

  /// A part of a union, as a request and as a naive search of an array.
  private struct Part {
    let least: Int
    let isByTitle: Bool
    let isDescending: Bool
    let limit: Int?
    let offset: Int

    init(_ random: inout SeededRandom) {
      least = random.pick([0, 60, 100, 130])
      isByTitle = random.oneIn(2)
      isDescending = random.oneIn(2)
      limit = random.oneIn(4) ? nil : random.below(4)
      offset = random.oneIn(2) ? 0 : random.below(3)
    }

    var request: FetchRequest<Film> {
      let least = least
      let order: SortDirection = isDescending ? .descending : .ascending
      var request = Film.where { $0.minutes >= least }
      request =
        isByTitle ? request.sorted(by: \.title, order) : request.sorted(by: \.minutes, order)
      if let limit { request = request.limit(limit) }
      return offset == 0 ? request : request.offset(offset)
    }

    /// Returns `films`, which are in the order of ids, in the order of the part.
    func sorted(_ films: [Film]) -> [Film] {
      let films = films.enumerated().sorted { left, right in
        let (a, b) = isDescending ? (right, left) : (left, right)
        if isByTitle, a.element.title != b.element.title {
          return a.element.title < b.element.title
        }
        if !isByTitle, a.element.minutes != b.element.minutes {
          return a.element.minutes < b.element.minutes
        }
        return a.offset < b.offset
      }
      return films.map(\.element)
    }

    func found(_ films: [Film]) -> [Film] {
      let rest = sorted(films.filter { $0.minutes >= least }).dropFirst(offset)
      return limit.map { Array(rest.prefix($0)) } ?? Array(rest)
    }
  }

  @Test(arguments: 1...6)
  func storeMemoryAndSavedRequestsFindWhatANaiveSearchFinds(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let cinema = try Cinema()
    let context = cinema.context
    var films = cinema.films
    for step in 0..<40 {
      let parts = (0...(1 + random.below(2))).map { _ in Part(&random) }
      let union = parts.dropFirst().reduce(parts[0].request) { $0.union($1.request) }
      let found = Set(parts.flatMap { $0.found(films) })
      let expected = parts[0].sorted(films.filter(found.contains)).codes
      #expect(try context.codes(union) == expected, "\(union)")
      #expect(try context.count(union) == expected.count, "\(union)")
      #expect(try context.identifiers(union).count == expected.count, "\(union)")
      #expect(
        try context.codes(union.offset(1).limit(2)) == expected.dropFirst().prefix(2), "\(union)")
      #expect(try context.fetch(union.select { $0.code }).joined() == expected, "\(union)")
      let saved = try JSONDecoder().decode(
        FetchRequest<Film>.self, from: JSONEncoder().encode(union))
      #expect(try context.codes(saved) == expected, "\(union)")
      switch step % 4 {
      case 0: films[random.below(films.count)].minutes = random.pick([0, 60, 117, 143])
      case 1: films[random.below(films.count)].title = random.pick(["Alien", "Brazil", "z"])
      case 2 where random.oneIn(2):
        films.append(
          Film(
            code: "\(films.count)", title: "new", minutes: random.pick([60, 200]),
            studio: cinema.studios[0], in: context))
      case 2 where films.count > 3:
        context.delete(films.remove(at: random.below(films.count)))
      default:
        if random.oneIn(2) { try context.save() }
      }
    }
  }
}
