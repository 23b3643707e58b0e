import EntityGraph
import Foundation
import Testing

enum Temper: String, Storable, CaseIterable { case calm, wild }

@Entity final class Daybook: ManagedObject {
  var day: Int
  var mood: Temper = .wild
  @Attribute(.undecodable(.throw)) var strict: Temper = .calm
  @Attribute(.undecodable(.useDefault)) var eager: Temper = .wild
  @Attribute(.undecodable(.keep)) var pages: [Int] = [7]
  @Attribute(.undecodable(.useDefault)) var size: Int8 = 5
  var echo: Temper?
}

@Suite struct UndecodableTests {
  let bench: Bench

  init() throws {
    bench = try Bench(Daybook.self)
    for day in 1...2 { _ = Daybook(day: day, mood: .calm, in: bench.context) }
    try bench.context.save()
  }

  private func diary(_ sql: String) throws -> (ManagedObjectContext, Daybook) {
    try bench.run("UPDATE Daybook SET \(sql) WHERE day = 1")
    let context = bench.container.newContext()
    return (context, try #require(try context.first(Daybook.where { $0.day == 1 })))
  }

  @Test func `a value that is to be thrown is reported by the save and by a result`() throws {
    let (context, diary) = try diary("strict = 'grim'")
    #expect(diary.strict == .calm)
    #expect(diary.isUnreadable)
    #expect(
      failure { try context.save() }
        == "Daybook-1.strict could not be read: its column holds what its type cannot")
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Daybook.select { $0.strict })
    }
    #expect(error?.code == .unreadableValue)
    diary.day = 9
    try context.save()
    #expect(try bench.text("SELECT strict FROM Daybook WHERE day = 9") == "grim")
  }

  @Test func `a value that is kept is silent and stays until it is assigned`() throws {
    let (context, diary) = try diary("pages = '{}'")
    #expect(diary.pages == [7])
    #expect(!diary.isUnreadable)
    #expect(diary.unrecognizedValues == ["pages": .text("{}")])
    try context.save()
    diary.day = 9
    try context.save()
    #expect(try bench.text("SELECT pages FROM Daybook WHERE day = 9") == "{}")
    diary.pages = [7]
    try context.save()
    #expect(try bench.text("SELECT pages FROM Daybook WHERE day = 9") == "[7]")
  }

  @Test func `a default replaces the value with the first change of the object`() throws {
    let (context, diary) = try diary("eager = 'grim', size = 300")
    #expect(diary.eager == .wild)
    #expect(diary.size == 5)
    #expect(!diary.isUnreadable && !diary.hasChanges)
    try context.save()
    #expect(try bench.text("SELECT eager || size FROM Daybook WHERE day = 1") == "grim300")
    diary.day = 9
    #expect(diary.unrecognizedValues == [:])
    try context.save()
    #expect(try bench.text("SELECT eager || size FROM Daybook WHERE day = 9") == "wild5")
  }

  @Test func `a rollback brings a value back that a default was to replace`() throws {
    let (context, diary) = try diary("eager = 'grim'")
    diary.day = 9
    context.rollback()
    #expect(diary.unrecognizedValues == ["eager": .text("grim")])
    try context.save()
    #expect(try bench.text("SELECT eager FROM Daybook WHERE day = 1") == "grim")
  }

  @Test func `results answer with defaults as objects do`() throws {
    let (context, diary) = try diary("mood = 'grim', eager = 'grim', size = 300, echo = 'grim'")
    for isChanged in [false, true] {
      if isChanged { diary.pages = [1] }
      let rows = try context.fetch(
        Daybook.sorted(by: \.day).select { ($0.mood, $0.eager, $0.size, $0.echo) })
      #expect(rows.map(\.0) == [.wild, .calm])
      #expect(rows.map(\.1) == [.wild, .wild])
      #expect(rows.map(\.2) == [5, 5])
      #expect(rows.map(\.3) == [nil, nil])
      let groups = try context.fetch(Daybook.group(by: \.mood).select { ($0.mood, $0.count) })
      #expect(groups.map(\.0) == [.calm, .wild])
      #expect(groups.map(\.1) == [1, 1])
    }
  }

  @Test func `raw values tell unknown cases apart`() throws {
    let (context, _) = try diary("mood = 'grim', echo = 'grim'")
    let rows = try context.fetch(
      Daybook.sorted(by: \.day).select { ($0.mood.rawValue, $0.echo.rawValue) })
    #expect(rows.map(\.0) == ["grim", "calm"])
    #expect(rows.map(\.1) == ["grim", nil])
    let groups = try context.fetch(
      Daybook.group { $0.mood.rawValue }.select { ($0.mood.rawValue, $0.count) })
    #expect(groups.map(\.0) == ["calm", "grim"])
    #expect(try context.count(Daybook.where { $0.mood.rawValue == "grim" }) == 1)
  }
}
