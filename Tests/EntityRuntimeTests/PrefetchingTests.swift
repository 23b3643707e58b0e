import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// What a request prefetches is read with its objects: one query for each relationship.
@Suite struct PrefetchingTests {
  /// Returns a bookshop of twenty authors with three books each, which share six subjects, and a
  /// context that has read nothing.
  private func shop() throws -> (Bench, ManagedObjectContext) {
    let bench = try bookshop()
    let subjects = (0..<6).map { Subject(name: "\($0)", in: bench.context) }
    for number in 0..<20 {
      let author = Author(email: "\(number)", name: "name \(number)", in: bench.context)
      _ = Profile(text: "\(number)", author: author, in: bench.context)
      for book in 0..<3 {
        _ = Book(
          title: "\(number)/\(book)", pages: number, author: author,
          subjects: [subjects[(number + book) % 6]], in: bench.context)
      }
    }
    _ = Book(title: "by nobody", in: bench.context)
    try bench.context.save()
    return (bench, bench.container.newContext())
  }

  @Test func eachRelationshipIsOneQueryOfTheFetch() throws {
    let (bench, context) = try shop()
    var books: [Book] = []
    let request = Book.sorted(by: \.title).prefetching(\.author).prefetching(\.subjects)
    #expect(try bench.queries { books = try context.fetch(request) } == 3)
    let later = bench.queries {
      for book in books {
        #expect(book.author.map { "\(book.title)".hasPrefix($0.email) } ?? true)
        #expect(book.subjects.count == (book.author == nil ? 0 : 1))
        for subject in book.subjects { #expect(!subject.name.isEmpty) }
      }
    }
    #expect(later == 0)
    #expect(books.count == 61)
  }

  @Test func aPathReadsWhatIsOnTheWay() throws {
    let (bench, context) = try shop()
    var authors: [Author] = []
    let request = Author.all.prefetching(\.books.subjects).prefetching(\.profile)
    #expect(try bench.queries { authors = try context.fetch(request) } == 4)
    let later = bench.queries {
      for author in authors {
        #expect(author.profile?.text == author.email)
        #expect(author.books.count == 3)
        #expect(Set(author.books.flatMap(\.subjects).map(\.name)).count == 3)
      }
    }
    #expect(later == 0)
  }

  @Test func aPathThroughAToOneIsOneQueryForEachStep() throws {
    let (bench, context) = try shop()
    var books: [Book] = []
    let count = try bench.queries {
      books = try context.fetch(Book.all.prefetching(\.author.profile).prefetching(\.author.books))
    }
    #expect(count == 4)
    let later = bench.queries {
      for book in books where book.author != nil {
        #expect(book.author?.profile?.author === book.author)
        #expect(book.author?.books.contains(book) == true)
      }
    }
    #expect(later == 0)
  }

  @Test func objectsThatCameOneByOneAreReadTogether() throws {
    let (bench, context) = try shop()
    let held = try context.fetch(Author.all).map(\.email).map { email in
      try bench.container.newContext().identifiers(Author.where { $0.email == email })[0]
    }
    let other = bench.container.newContext()
    let authors = try held.map { try #require(try other.object(Author.self, with: $0)) }
    #expect(try bench.queries { _ = try other.fetch(Author.all.prefetching(\.books)) } == 2)
    let later = bench.queries { for author in authors { #expect(author.books.count == 3) } }
    #expect(later == 0)
    _ = context
  }

  @Test func faultsAreReadTogetherWhateverHasMadeThem() throws {
    let (bench, context) = try shop()
    let books = try context.fetch(Book.all)
    let request = Book.all.prefetching(\.author)
    // Faults of another fetch, of which none has been read.
    let ids = books.compactMap { $0.author?.objectID }
    #expect(Set(ids).count == 20)
    #expect(try bench.queries { _ = try context.fetch(request) } == 2)
    #expect(bench.queries { for book in books { _ = book.author?.name } } == 0)
    // Faults that a change without objects has made.
    try context.update(Author.all) { $0.name = "changed" }
    #expect(try bench.queries { _ = try context.fetch(request) } == 2)
    let names = bench.queries {
      for book in books where book.author != nil { #expect(book.author?.name == "changed") }
    }
    #expect(names == 0)
    // Members of a set that has been loaded.
    let authors = try context.fetch(Author.all.prefetching(\.books))
    try context.update(Book.all) { $0.pages += 1 }
    #expect(try bench.queries { _ = try context.fetch(Author.all.prefetching(\.books)) } == 2)
    #expect(bench.queries { for author in authors { _ = author.books.map(\.pages) } } == 0)
  }

  @Test func objectsThatCameAloneLoadWhatTheyReferToTogether() throws {
    let (bench, context) = try shop()
    let ids = try bench.container.newContext().identifiers(Author.all)
    let authors = try ids.map { try #require(try context.object(Author.self, with: $0)) }
    let request = Book.all.prefetching(\.author.books)
    #expect(try bench.queries { _ = try context.fetch(request) } == 2)
    #expect(bench.queries { for author in authors { _ = author.books.map(\.title) } } == 0)
  }

  @Test func whatCouldNotBeReadEarlierIsReportedWhereItWouldHaveBeen() throws {
    let (bench, context) = try shop()
    try bench.run("UPDATE Book SET author = 4711 WHERE title = '1/1'")
    let book = try #require(try context.first(Book.where { $0.title == "1/1" }))
    #expect(book.author?.name ?? "" == "")
    #expect(try context.fetch(Subject.all.prefetching(\.books)).count == 6)
    #expect(throws: ReadError.self) { try context.save() }
  }

  @Test func unsavedObjectsAndChangesCount() throws {
    let (bench, context) = try shop()
    let book = try #require(try context.first(Book.where { $0.title == "by nobody" }))
    let author = Author(email: "new", in: context)
    book.author = author
    let deleted = try #require(try context.first(Author.where { $0.email == "3" }))
    context.delete(deleted)
    var books: [Book] = []
    _ = try bench.queries {
      books = try context.fetch(Book.all.prefetching(\.author.books))
    }
    #expect(books.count == 58)
    let later = bench.queries {
      #expect(book.author === author)
      for book in books { #expect(book.author?.books.contains(book) == true) }
    }
    #expect(later == 0)
  }

  @Test func pagesWalksAndFirstPrefetch() throws {
    let (bench, context) = try shop()
    let request = Book.sorted(by: \.title).prefetching(\.author)
    var page: FetchedPage<Book>?
    #expect(try bench.queries { page = try context.fetch(request.page(size: 10)) } == 2)
    #expect(bench.queries { for book in page?.items ?? [] { _ = book.author?.name } } == 0)
    let cursor = try #require(page?.next)
    let second = bench.container.newContext()
    // The books of the same title, those of later ones, and the authors.
    #expect(
      try bench.queries {
        for book in try second.fetch(request.page(after: cursor, size: 10)) {
          _ = book.author?.name
        }
      } == 3)
    let third = bench.container.newContext()
    // The ids, then for each batch its books and their authors.
    #expect(
      try bench.queries {
        try third.forEach(request, batch: 31) { _ = $0.author?.name }
      } == 5)
    let fourth = bench.container.newContext()
    #expect(
      try bench.queries {
        _ = try fourth.first(Book.where { $0.pages == 7 }.prefetching(\.author))?.author?.name
      } == 2)
  }

  @Test func aStreamPrefetchesWithEachBatch() async throws {
    let (bench, _) = try shop()
    let container = bench.container
    let request = Book.sorted(by: \.title).prefetching(\.author.books)
    let counts = container.stream(request, batch: 61) { $0.author?.books.count ?? 0 }
    var found: [Int] = []
    for try await count in counts { found.append(count) }
    #expect(found.count == 61 && found.count { $0 == 3 } == 60)
    var refused = Book.all
    refused.prefetched = [["publisher"]]
    await #expect(throws: StoreError.self) {
      for try await _ in container.stream(refused, { $0.title }) {}
    }
  }

  @Test func countsIdsAndRowsReadNothingMore() throws {
    let (bench, context) = try shop()
    let request = Book.all.prefetching(\.author).prefetching(\.subjects)
    var counts: [Int] = []
    let count = try bench.queries {
      counts.append(try context.count(request))
      counts.append(try context.identifiers(request).count)
      counts.append(try context.fetch(request.select { $0.title }).count)
    }
    #expect(count == 3)
    #expect(counts == [61, 61, 61])
  }

  @Test func oneMomentIsRead() throws {
    let (bench, context) = try shop()
    try context.read {
      let books = try context.fetch(Book.all.prefetching(\.author))
      #expect(books.count == 61)
    }
    #expect(try context.fetch(Book.where { _ in .false }.prefetching(\.author)).isEmpty)
    _ = bench
  }

  @Test func whatIsNoRelationshipIsRefused() throws {
    let (_, context) = try shop()
    var request = Book.all
    request.prefetched = [["author", "email"]]
    let error = #expect(throws: StoreError.self) { try context.fetch(request) }
    #expect(
      error?.message
        == "'Author.email' is no relationship, and only relationships are prefetched; attributes "
        + "are read with their object")
    request.prefetched = [["publisher"]]
    for fetch in [
      { _ = try context.fetch(request) }, { _ = try context.fetch(request.page(size: 3)) },
      { try context.forEach(request) { _ in } },
    ] {
      let error = #expect(throws: StoreError.self, performing: fetch)
      #expect(error?.message == "'Book' has no property 'publisher'")
    }
  }

  @Test func aRelationshipThatCannotBeReadIsAnErrorOfTheFetch() throws {
    let (bench, context) = try shop()
    try bench.run("UPDATE Book SET author = 4711 WHERE title = '1/1'")
    #expect(throws: ReadError.self) { try context.fetch(Book.all.prefetching(\.author.profile)) }
  }

  @Test func theSamePathTwiceIsOne() {
    #expect(Book.all.prefetching(\.author).prefetching(\.author).prefetched == [["author"]])
    let united = Book.where { $0.pages > 1 }.prefetching(\.author)
      .union(Book.where { $0.pages < 0 }.prefetching(\.subjects).prefetching(\.author))
    #expect(united.prefetched == [["author"], ["subjects"]])
  }

  @Test func aRequestSaysWhatItPrefetches() {
    let request = Book.all.prefetching(\.author.profile).prefetching { $0.subjects.books }
    #expect(
      "\(request)" == #"Book.all.prefetching(\.author.profile).prefetching(\.subjects.books)"#)
    #expect(
      "\(request.page(size: 2))"
        == #"Book.all.prefetching(\.author.profile).prefetching(\.subjects.books).page(size: 2)"#)
  }

  @Test func aSavedRequestKeepsWhatItPrefetches() throws {
    let request = Book.all.prefetching(\.author.profile).prefetching(\.subjects)
    let data = try JSONEncoder().encode(request)
    let read = try JSONDecoder().decode(FetchRequest<Book>.self, from: data)
    #expect(read.prefetched == [["author", "profile"], ["subjects"]])
    for (paths, problem) in [
      (#"[["author","email"]]"#, "'Author' has no relationship \"email\""),
      (#"[["publisher"]]"#, "'Book' has no relationship \"publisher\""),
    ] {
      let text = #"{"version":1,"entity":"Book","prefetching":\#(paths)}"#
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(FetchRequest<Book>.self, from: Data(text.utf8))
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.debugDescription == problem)
    }
  }
}
