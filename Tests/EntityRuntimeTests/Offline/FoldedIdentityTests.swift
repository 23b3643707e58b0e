import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Stores that know objects by texts without case and exchange what has been changed in them.
@Suite struct FoldedIdentityTests {
  private let (app, server): (PersistentContainer, PersistentContainer)

  init() throws {
    func container() throws -> PersistentContainer {
      try PersistentContainer(
        model: ObjectModel(classes: [Borough.self, Lowland.self, Alley.self]), at: .memory,
        options: StoreOptions(history: .everything))
    }
    (app, server) = (try container(), try container())
  }

  private func change(
    _ container: PersistentContainer, by author: String = "app",
    _ change: (ManagedObjectContext) throws -> Void
  ) throws {
    let context = container.newContext()
    context.author = author
    try change(context)
    try context.save()
  }

  private func towns(_ container: PersistentContainer) throws -> [String] {
    try container.newContext().fetch(Borough.sorted(by: \.name, ignoringCase: true)).map {
      "\($0.name) \($0.size)"
    }
  }

  @Test func changesFindTheirObjectsWithoutCase() async throws {
    try change(app, by: "both") { _ = Borough(name: "Bonn", in: $0) }
    try change(server, by: "both") { _ = Borough(name: "BONN", in: $0) }
    try change(app) { try $0.find(Borough.self, \.name, "Bonn")?.size = 2 }
    let report = try await server.applyChanges(
      from: app.pendingChanges(by: "app").json, author: "phone")
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try towns(server) == ["BONN 2"])
  }

  @Test func anIdentityThatChangesInCaseAloneIsTheSame() async throws {
    for store in [app, server] {
      try change(store, by: "both") { _ = Borough(name: "Bonn", in: $0) }
    }
    try change(app) { try $0.find(Borough.self, \.name, "Bonn")?.name = "BONN" }
    let pending = try app.pendingChanges(by: "app")
    #expect(
      pending.changes.map(\.json.text) == [
        #"{"change":"updated","entity":"Borough","identity":"Bonn","values":{"name":"BONN"}}"#
      ])
    // A pull meanwhile leaves it, and what comes in another case is about it.
    var options = SyncOptions()
    options.pending = .kept(by: "app")
    let report = try await app.sync(
      Borough.self, from: [["name": "bonn", "size": 4]], deleting: .missing, options: options,
      author: "server")
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try towns(app) == ["BONN 4"])
    try await server.applyChanges(from: pending.json)
    try await server.applyChanges(from: pending.json)
    #expect(try towns(server) == ["BONN 0"])
  }

  @Test func whatHasBeenDeletedHereIsNotMadeAgainInAnotherCase() async throws {
    try change(app, by: "both") { _ = Borough(name: "Bonn", in: $0) }
    try change(app) { context in
      for town in try context.fetch(Borough.all) { context.delete(town) }
    }
    var options = SyncOptions()
    options.pending = .kept(by: "app")
    try await app.sync(Borough.self, from: [["name": "BONN"]], options: options, author: "server")
    #expect(try towns(app) == [])
  }

  @Test func whatOthersHaveMadeAgainInAnotherCaseIsNotPending() throws {
    try change(app, by: "both") { _ = Borough(name: "Bonn", in: $0) }
    try change(app) { context in
      for town in try context.fetch(Borough.all) { context.delete(town) }
    }
    try change(app, by: "server") { _ = Borough(name: "BONN", in: $0) }
    #expect(try app.pendingChanges(by: "app").isEmpty)
  }

  @Test func whatTakesThePlaceOfWhatWasDeletedIsOneChange() throws {
    try change(app, by: "both") { _ = Borough(name: "Bonn", in: $0) }
    try change(app) { context in
      for town in try context.fetch(Borough.all) { context.delete(town) }
    }
    try change(app) { _ = Borough(name: "BONN", size: 7, in: $0) }
    #expect(
      try app.pendingChanges(by: "app").changes.map(\.json.text) == [
        #"{"change":"updated","entity":"Borough","identity":"Bonn","values":{"name":"BONN","size":7}}"#
      ])
  }

  @Test func twoChangesOfOneObjectInDifferentCaseAreRefused() async throws {
    let json: JSON = [
      ["change": "inserted", "entity": "Borough", "identity": "Bonn"],
      ["change": "inserted", "entity": "Borough", "identity": "BONN"],
    ]
    let error = await #expect(throws: SyncError.self) { try await server.applyChanges(from: json) }
    #expect(error?.description == "$[1]: another change is about the same object")
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func twoStoresReachTheSameStateInWhateverCase(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var tokens: [CommitToken?] = [nil, nil]
    let names = ["bonn", "Bonn", "BONN", "ulm", "ULM", "graz"]
    for _ in 0..<6 {
      for store in [app, server] {
        for _ in 0..<3 {
          try change(store) { context in
            let name = random.pick(names)
            guard let town = try context.find(Borough.self, \.name, name) else {
              _ = Borough(name: name, size: random.below(9), in: context)
              return
            }
            switch random.below(3) {
            case 0: context.delete(town)
            case 1: town.name = name
            default: town.size = random.below(9)
            }
          }
        }
      }
      let fromApp = try app.pendingChanges(by: "app", since: tokens[0])
      let fromServer = try server.pendingChanges(by: "app", since: tokens[1])
      var options = SyncOptions()
      options.pending = .kept(by: "app", since: tokens[0])
      try await app.applyChanges(
        from: fromServer.json, options: options, merging: .byProperty(preferring: .ours),
        author: "other")
      options.pending = .kept(by: "app", since: tokens[1])
      try await server.applyChanges(
        from: fromApp.json, options: options, merging: .byProperty(preferring: .theirs),
        author: "other")
      #expect(try towns(app) == towns(server), "seed \(seed)")
      tokens = [try app.currentToken, try server.currentToken]
    }
  }
}
