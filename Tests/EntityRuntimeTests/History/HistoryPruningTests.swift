import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// What remains of a history, and which tokens are valid.
@Suite struct HistoryPruningTests {
  private func fill(_ container: PersistentContainer, _ count: Int) throws -> [CommitToken] {
    let context = container.newContext()
    return try (0..<count).map { index in
      _ = Book(title: "\(index)", in: context)
      try context.save()
      return try container.currentToken
    }
  }

  @Test func tokensOfWhatHasBeenRemovedAreRefused() throws {
    let shop = try TemporaryBookshop(.file, options: StoreOptions(history: .everything))
    let beginning = try shop.container.currentToken
    let tokens = try fill(shop.container, 10)
    #expect(try shop.container.history(after: beginning).map(\.token) == tokens)
    #expect(try shop.container.pruneHistory(keeping: .commits(5)) == 5)
    #expect(try shop.container.pruneHistory(keeping: .commits(5)) == 0)
    #expect(try shop.container.history().map(\.token) == Array(tokens[5...]))
    #expect(try shop.container.history(after: tokens[4]).map(\.token) == Array(tokens[5...]))
    #expect(try shop.container.history(after: tokens[6]).map(\.token) == Array(tokens[7...]))
    for token in [beginning, tokens[3]] {
      let error = #expect(throws: StoreError.self) { try shop.container.history(after: token) }
      #expect(error?.code == .historyPruned)
      #expect(
        error?.message
          == "entries that follow the token have been removed from the history; load what it was "
          + "for from the store, and go on from its current token")
    }
    // The newest is always kept, so that no number is given twice.
    #expect(try shop.container.pruneHistory(keeping: .commits(0)) == 4)
    #expect(try shop.container.currentToken == tokens[9])
    let next = try fill(shop.container, 1)
    #expect(next[0] > tokens[9])
    #expect(try shop.container.history(after: tokens[8]).count == 2)
  }

  @Test func entriesAreRemovedByAge() throws {
    let shop = try TemporaryBookshop(.memory, options: StoreOptions(history: .everything))
    let tokens = try fill(shop.container, 4)
    #expect(try shop.container.pruneHistory(keeping: .days(1)) == 0)
    #expect(try shop.container.pruneHistory(keeping: .days(.max)) == 0)
    #expect(try shop.container.pruneHistory(keeping: .days(.min)) == 3)
    #expect(try shop.container.history().map(\.token) == [tokens[3]])
    #expect(try shop.container.pruneHistory(keeping: .age(.zero)) == 0)
  }

  @Test func aPolicyPrunesByItself() throws {
    let shop = try TemporaryBookshop(.file, options: StoreOptions(history: .commits(3)))
    let tokens = try fill(shop.container, 20)
    #expect(try shop.container.history().map(\.token) == Array(tokens[17...]))
    let other = try TemporaryBookshop(.memory, options: StoreOptions(history: .age(.zero)))
    _ = try fill(other.container, 20)
    #expect(try other.container.history().count <= 2)
    let large = try TemporaryBookshop(.memory, options: StoreOptions(history: .commits(100)))
    _ = try fill(large.container, 250)
    #expect(100...106 ~= (try large.container.history().count))
  }

  @Test func tokensOfAnotherStoreAreRefused() throws {
    let options = StoreOptions(history: .everything)
    let (first, second) = (
      try TemporaryBookshop(.file, options: options), try TemporaryBookshop(.file, options: options)
    )
    _ = try fill(second.container, 2)
    for token in [try first.container.currentToken] + (try fill(first.container, 2)) {
      let error = #expect(throws: StoreError.self) { try second.container.history(after: token) }
      #expect(error?.code == .tokenOfAnotherStore)
      #expect(
        error?.message
          == "the token is of another store, or of a state that this one has been taken back from; "
          + "load what it was for from this store, and go on from its current token")
    }
    let plain = try TemporaryBookshop(.memory)
    let token = try plain.container.currentToken
    let error = #expect(throws: StoreError.self) { try second.container.history(after: token) }
    #expect(error?.code == .tokenOfAnotherStore)
  }

  @Test func tokensOfAStateThatTheStoreWasTakenBackFromAreRefused() throws {
    try TemporaryDirectory.with { directory in
      let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
      let options = StoreOptions(history: .everything)
      let (path, copy) = (directory.path("store"), directory.path("copy"))
      var container = try PersistentContainer(model: model, at: .file(path), options: options)
      let kept = try fill(container, 2)
      container.close()
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      container = try PersistentContainer(model: model, at: .file(path), options: options)
      let lost = try fill(container, 2)
      container.close()
      container = try PersistentContainer(model: model, at: .file(copy), options: options)
      #expect(try container.history(after: kept[1]).isEmpty)
      #expect(throws: StoreError.self) { try container.history(after: lost[0]) }
      _ = try fill(container, 5)
      for token in lost {
        #expect(throws: StoreError.self) { try container.history(after: token) }
      }
      #expect(try container.history(after: kept[1]).count == 5)
      container.close()
    }
  }

  @Test func aHistoryThatWasRemovedIsNotTheOneThatFollows() throws {
    try TemporaryDirectory.with { directory in
      let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
      let options = StoreOptions(history: .everything)
      let location = StoreLocation.file(directory.path("store"))
      var container = try PersistentContainer(model: model, at: location, options: options)
      let tokens = try fill(container, 3)
      try container.removeHistory()
      container.close()
      container = try PersistentContainer(model: model, at: location, options: options)
      _ = try fill(container, 4)
      for token in tokens {
        #expect(throws: StoreError.self) { try container.history(after: token) }
      }
      container.close()
    }
  }

  @Test func recreatingAStoreEndsItsHistory() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("store"))
      var options = StoreOptions(history: .everything)
      var container = try PersistentContainer(
        model: ObjectModel(Author.self, Book.self, Subject.self, Profile.self), at: location,
        options: options)
      let tokens = try fill(container, 1)
      container.close()
      options.migration = StoreOptions.recreatingOnMismatch.migration
      container = try PersistentContainer(
        model: ObjectModel(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self), at: location,
        options: options)
      #expect(try container.history().isEmpty)
      #expect(throws: StoreError.self) { try container.history(after: tokens[0]) }
      container.close()
    }
  }
}
