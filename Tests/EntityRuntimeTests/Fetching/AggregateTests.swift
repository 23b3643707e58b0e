import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct AggregateTests {
  @Test func `one value of all objects is asked of the context`() throws {
    let context = try Cinema().context
    let open = Film.where { $0.isOpen }
    #expect(try context.sum(Film.all, of: \.minutes) == 517)
    #expect(try context.sum(open, of: \.minutes) == 260)
    #expect(try context.average(Film.all, of: \.minutes) == 103.4)
    #expect(try context.minimum(Film.all, of: \.code) == "A")
    #expect(try context.maximum(open, of: \.minutes) == 143)
    #expect(
      try context.maximum(Film.all, of: \.premiere) == Date(timeIntervalSinceReferenceDate: 200))
  }

  @Test func `what is nil counts for nothing, and of none there is no value but a sum`() throws {
    let context = try Cinema().context
    #expect(try context.sum(Film.all, of: \.seats) == 160)
    #expect(try context.average(Film.all, of: \.seats) == 160.0 / 3)
    #expect(try context.minimum(Film.all, of: \.seats) == 10)
    let none = Film.where { $0.code == "Z" }
    #expect(try context.sum(none, of: \.minutes) == 0)
    #expect(try context.average(none, of: \.minutes) == nil)
    #expect(try context.minimum(none, of: \.minutes) == nil)
    #expect(try context.maximum(none, of: \.seats) == nil)
  }

  @Test func `what is computed of each object is added up`() throws {
    let context = try Cinema().context
    #expect(try context.sum(Film.all) { $0.minutes * 2 - 1 } == 1_029)
    #expect(try context.average(Film.all) { $0.minutes / 10 } == 10)
    #expect(try context.minimum(Film.all) { $0.seats - $0.sold } == -10)
    #expect(try context.maximum(Film.all) { $0.title.count } == 7)
    #expect(try context.sum(Film.all) { $0.tags.count } == 7)
    #expect(try context.maximum(Film.all) { $0.director.name } == "Ändré")
    let longest: Int? = try context.maximum(Film.all) { film in
      film.minutes - (Film.where { $0.studio == film.studio }.min(\.minutes) ?? 0)
    }
    #expect(longest == 83)
  }

  @Test func `a limit and an offset count, and so do unsaved changes`() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let two = Film.sorted(by: \.minutes, .descending).offset(1).limit(2)
    #expect(try context.sum(two, of: \.minutes) == 254)
    cinema.films[0].minutes = 1_000
    #expect(try context.sum(two, of: \.minutes) == 280)
    #expect(try context.sum(two.ignoringPendingChanges(), of: \.minutes) == 254)
    context.delete(cinema.films[1])
    #expect(try context.average(Film.all, of: \.minutes) == 315.75)
    #expect(try context.maximum(Film.all) { $0.minutes } == 1_000)
  }

  @Test func `the store computes it in one statement`() throws {
    let cinema = try Cinema()
    let sql = try cinema.bench.sql {
      _ = try cinema.context.sum(Film.where { $0.isOpen }, of: \.minutes)
      _ = try cinema.context.average(Film.all) { $0.minutes * 2 }
    }
    #expect(
      sql == [
        #"SELECT coalesce(sum(t0."minutes"), 0) FROM "Film" AS t0 WHERE t0."isOpen" = ?1 LIMIT ?2"#,
        #"SELECT avg(CASE typeof(t0."minutes" * ?1) WHEN 'integer' THEN t0."minutes" * ?1 END) "#
          + #"FROM "Film" AS t0 LIMIT ?2"#,
      ])
  }

  @Test func `a sum that no Int holds is an error, and so is what is no property`() throws {
    let cinema = try Cinema()
    cinema.films[0].minutes = .max
    try cinema.context.save()
    let overflow = #expect(throws: StoreError.self) {
      try cinema.context.sum(Film.all, of: \.minutes)
    }
    #expect(overflow?.code == .overflow)
    let computed = #expect(throws: StoreError.self) {
      try cinema.context.maximum(Film.all, of: \.shout)
    }
    #expect(computed?.code == .invalidRequest)
  }
}
