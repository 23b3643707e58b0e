import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Entity private final class Account: ManagedObject {
  var login: String
  @Attribute(.secret) var password: String
  @Attribute(.secret) var hint: String?
  var notes: [String] = []
}

/// `container.history` and its entries.
@Suite struct HistoryTests {
  private static let on = StoreOptions(history: .everything)

  @Test(arguments: [TemporaryBookshop.Place.file, .memory])
  func anEntryHasOldAndNewValues(_ place: TemporaryBookshop.Place) async throws {
    let shop = try TemporaryBookshop(place, options: Self.on)
    let ids = try await shop.container.write(author: "w") { context in
      let author = Author(email: "a", name: "A", in: context)
      let book = Book(title: "T", pages: 3, tags: ["x"], author: author, in: context)
      let subject = Subject(name: "S", books: [book], in: context)
      return [author.objectID, book.objectID, subject.objectID]
    }
    let context = shop.container.newContext()
    context.author = "c"
    let book = try #require(try context.object(Book.self, with: ids[1]))
    book.title = "U"
    book.author = nil
    book.tags = ["y"]
    book.subjects = []
    try context.save()
    context.delete(book)
    try context.save()
    try shop.container.reset()

    let entries = try shop.container.history()
    #expect(entries.map(\.author) == ["w", "c", "c", nil])
    #expect(entries.map(\.isReset) == [false, false, false, true])
    #expect(entries.map(\.token) == entries.map(\.token).sorted())
    #expect(entries.map(\.changes.count) == [3, 2, 1, 0])

    let inserted = try #require(entries[0].inserted.first { $0.entity == "Book" })
    #expect(inserted.objectID == ids[1] && inserted.old.isEmpty)
    #expect(inserted.new(\Book.title) == "T" && inserted.new(\Book.pages) == 3)
    #expect(inserted.new(\Book.genre) == .fiction && inserted.new(\Book.tags) == ["x"])
    #expect(inserted.new(\Book.author) == ids[0])
    #expect(inserted.linked == ["subjects": [ids[2]]])

    let updated = try #require(entries[1].updated.first)
    #expect(updated.objectID == ids[1])
    #expect(updated.properties == ["title", "tags", "author", "subjects"])
    #expect(updated.old.names == ["author", "tags", "title"])
    #expect(updated.old["title"] == .text("T") && updated.new["title"] == .text("U"))
    #expect(updated.old(\Book.author) == ids[0] && updated.new(\Book.author) == nil)
    #expect(updated.old.objectID(of: "author") == ids[0])
    #expect(updated.new["author"] == .null && updated.new["pages"] == nil)
    #expect(updated.unlinked == ["subjects": [ids[2]]] && updated.linked == [:])
    #expect(entries[1].updated[1].objectID == ids[2])
    #expect(entries[1].updated[1].properties == ["books"])

    let deleted = try #require(entries[2].deleted.first)
    #expect(deleted.old(\Book.title) == "U" && deleted.old(\Book.pages) == 3)
    #expect(deleted.new.isEmpty)
  }

  @Test func theLinksOfWhatIsDeletedAreInTheEntry() throws {
    let shop = try TemporaryBookshop(.memory, options: Self.on)
    let context = shop.container.newContext()
    let book = Book(title: "T", in: context)
    let subject = Subject(name: "S", books: [book], in: context)
    try context.save()
    let other = shop.container.newContext()
    other.delete(try #require(try other.first(Book.all)))
    try other.save()
    let change = try #require(try shop.container.history().last?.changes)
    #expect(change.map(\.kind) == [.deleted])
    #expect(change[0].unlinked == ["subjects": [subject.objectID]])
  }

  @Test func whatIsDeletedInCascadeIsInTheEntry() throws {
    let shop = try TemporaryBookshop(.memory, options: Self.on)
    let context = shop.container.newContext()
    let author = Author(email: "a", in: context)
    for title in ["A", "B"] { _ = Book(title: title, author: author, in: context) }
    try context.save()
    let other = shop.container.newContext()
    other.delete(try #require(try other.first(Author.all)))
    try other.save()
    let deleted = try #require(try shop.container.history().last?.deleted)
    #expect(deleted.map(\.entity) == ["Author", "Book", "Book"])
    #expect(deleted.compactMap { $0.old(\Book.title) } == ["A", "B"])
  }

  @Test func severalSavesOfOneWriteAreOneEntry() async throws {
    let shop = try TemporaryBookshop(.file, options: Self.on)
    let id = try await shop.container.write { context in
      let book = Book(title: "A", in: context)
      let other = Book(title: "B", in: context)
      try context.save()
      book.title = "C"
      context.delete(other)
      try context.save()
      _ = Author(email: "a", in: context)
      _ = Author(email: "a", in: context)
      #expect(throws: (any Error).self) { try context.save() }
      context.rollback()
      book.pages = 3
      return book.objectID
    }
    let entries = try shop.container.history()
    #expect(entries.count == 1)
    #expect(entries[0].changes.map(\.objectID) == [id])
    #expect(entries[0].changes[0].kind == .inserted)
    #expect(entries[0].changes[0].new(\Book.title) == "C")
    #expect(entries[0].changes[0].new(\Book.pages) == 3)
  }

  @Test func anEntryIsReadByWhatItIsAbout() throws {
    let shop = try TemporaryBookshop(.memory, options: Self.on)
    let context = shop.container.newContext()
    _ = Book(title: "A", in: context)
    _ = Subject(name: "S", in: context)
    try context.save()
    _ = Subject(name: "T", in: context)
    try context.save()
    _ = Book(title: "B", in: context)
    try context.save()
    let books = try shop.container.history(of: Book.self)
    #expect(books.flatMap(\.changes).map { $0.new(\Book.title) } == ["A", "B"])
    #expect(try shop.container.history(of: Book.self, limit: 1).map(\.token) == [books[0].token])
    #expect(try shop.container.history(after: books[0].token, limit: 1).count == 1)
    #expect(try shop.container.history(after: books[1].token).isEmpty)
    #expect(try shop.container.history(of: Book.self, Subject.self).count == 3)
    #expect(try shop.container.history(limit: 0).isEmpty)
    #expect(try shop.container.history(limit: -1).isEmpty)
    #expect(try shop.container.currentToken == books[1].token)
  }

  @Test func aContextReadsTheHistoryOfItsOwnState() async throws {
    let shop = try TemporaryBookshop(.file, options: Self.on)
    let context = shop.container.newContext()
    _ = Book(title: "A", in: context)
    try context.save()
    let count = try await shop.container.write { context in
      _ = Book(title: "B", in: context)
      try context.save()
      return try context.history().count
    }
    #expect(count == 1)
    let (token, books, entries) = try await shop.container.read {
      (try $0.currentToken, try $0.count(Book.all), try $0.history().count)
    }
    #expect(books == 2 && entries == 2)
    #expect(try shop.container.currentToken == token)
  }

  @Test func withoutTheOptionThereIsNone() async throws {
    for place in TemporaryBookshop.Place.allCases {
      let shop = try TemporaryBookshop(place)
      let context = shop.container.newContext()
      var commits = shop.container.commits.makeAsyncIterator()
      _ = Book(title: "A", in: context)
      try context.save()
      let error = #expect(throws: StoreError.self) { try shop.container.history() }
      #expect(error?.code == .historyOff)
      #expect(
        error?.message
          == "the store keeps no history; open it with StoreOptions(history: .everything), or with "
          + "as much as is to be kept")
      #expect(try shop.container.currentToken == (await commits.next())?.token)
      await #expect(throws: StoreError.self) {
        for try await _ in shop.container.commits(after: nil) {}
      }
      if place != .dictionaries {
        try shop.container.removeHistory()
        #expect(throws: StoreError.self) {
          try shop.container.pruneHistory(keeping: .everything)
        }
      }
    }
  }

  @Test func aStoreThatHasAHistoryKeepsItWhoeverOpensIt() throws {
    try TemporaryDirectory.with { directory in
      let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
      let location = StoreLocation.file(directory.path("store"))
      let plain = try PersistentContainer(model: model, at: location)
      let context = plain.newContext()
      _ = Book(title: "before", in: context)
      try context.save()
      let keeping = try PersistentContainer(model: model, at: location, options: Self.on)
      // The one that was open before notices.
      _ = Book(title: "A", in: context)
      try context.save()
      #expect(
        try keeping.history().map { $0.changes.compactMap { $0.new(\Book.title) } } == [["A"]])
      #expect(try plain.history().count == 1)
      try keeping.removeHistory()
      #expect(throws: StoreError.self) { try plain.history() }
      _ = Book(title: "B", in: context)
      try context.save()
      #expect(throws: StoreError.self) { try keeping.history() }
    }
  }

  @Test func aReadOnlyStoreHasItsHistoryRead() throws {
    try TemporaryDirectory.with { directory in
      let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
      let location = StoreLocation.file(directory.path("store"))
      let first = try PersistentContainer(model: model, at: location, options: Self.on)
      _ = Book(title: "A", in: first.newContext())
      let context = first.newContext()
      _ = Book(title: "A", in: context)
      try context.save()
      let token = try first.currentToken
      first.close()
      let second = try PersistentContainer(
        model: model, at: location, options: StoreOptions(isReadOnly: true, history: .commits(1)))
      #expect(try second.history().map(\.token) == [token])
      #expect(try second.currentToken == token)
      let error = #expect(throws: StoreError.self) {
        try second.pruneHistory(keeping: .commits(1))
      }
      #expect(error?.code == .readOnly)
      second.close()
    }
  }

  @Test func secretValuesAreInNoEntry() throws {
    try TemporaryDirectory.with { directory in
      let model = try ObjectModel(Account.self)
      let path = directory.path("store")
      let container = try PersistentContainer(model: model, at: .file(path), options: Self.on)
      let context = container.newContext()
      let account = Account(login: "l", password: "first password", in: context)
      try context.save()
      account.password = "second password"
      account.login = "m"
      try context.save()
      account.hint = "hint."
      try context.save()
      context.delete(account)
      try context.save()
      let entries = try container.history()
      let changes = entries.flatMap(\.changes)
      #expect(changes[0].properties == ["login", "password", "hint", "notes"])
      #expect(changes[0].new.names == ["login", "notes"])
      #expect(changes[1].properties == ["login", "password"])
      #expect(changes[1].old.names == ["login"] && changes[1].new.names == ["login"])
      #expect(changes[2].properties == ["hint"] && changes[2].new.isEmpty)
      #expect(changes[3].old.names == ["login", "notes"])
      #expect(!"\(entries)".contains(/(first|second) password/))
      #expect(changes[1].new(\Account.password) == nil)
      try container.store.read { session in
        try session.history(after: 0) { record in
          for text in ["first password", "second password", "hint."] {
            #expect(Data(record.changes).range(of: Data(text.utf8)) == nil)
          }
          return true
        }
      }
      container.close()
    }
  }

  @Test func aLargeCommitIsKeptInParts() throws {
    let shop = try TemporaryBookshop(.memory, options: Self.on)
    let context = shop.container.newContext()
    let text = String(repeating: "long ", count: 1000)
    for index in 0..<400 { _ = Book(title: "\(index) \(text)", in: context) }
    try context.save()
    for (index, book) in try context.fetch(Book.all).enumerated() { book.pages = index + 1 }
    try context.save()
    let entries = try shop.container.history()
    #expect(entries.map(\.changes.count) == [400, 400])
    #expect(entries[0].changes[399].new(\Book.title) == "399 \(text)")
    #expect(entries[1].changes[7].new(\Book.pages) == 8)
    try shop.container.pruneHistory(keeping: .commits(1))
    #expect(try shop.container.history() == [entries[1]])
  }

  @Test func tokensAreTexts() throws {
    let shop = try TemporaryBookshop(.memory, options: Self.on)
    let context = shop.container.newContext()
    _ = Book(title: "A", in: context)
    try context.save()
    let token = try shop.container.currentToken
    #expect(CommitToken(token.description) == token)
    #expect(CommitToken("\(token)")?.description == "\(token)")
    let json = try JSONEncoder().encode([token])
    #expect(try JSONDecoder().decode([CommitToken].self, from: json) == [token])
    for text in [
      "", ".", "a.b.c", "x.1", "x.-1.2", "x.1.2.3", "x.01.2", "x.99999999999999999999.1",
    ] {
      #expect(CommitToken(text) == nil, "\(text)")
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CommitToken].self, from: Data(#"["x"]"#.utf8))
    }
    // One that somebody has made up is refused, not believed.
    let madeUp = try #require(CommitToken("\(token.position.store).1.7"))
    let error = #expect(throws: StoreError.self) { try shop.container.history(after: madeUp) }
    #expect(error?.code == .tokenOfAnotherStore)
    let late = try #require(CommitToken("\(token.position.store).9223372036854775807.7"))
    #expect(throws: StoreError.self) { try shop.container.history(after: late) }
  }
}
