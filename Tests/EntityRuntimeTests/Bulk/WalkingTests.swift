import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct WalkingTests {
  /// Returns a bookshop of a hundred books.
  private func crowd() throws -> Bench {
    let bench = try bookshop()
    for number in 0..<100 {
      let book = Book(title: "\(number % 7)", in: bench.context)
      book.pages = number
    }
    try bench.context.save()
    return bench
  }

  @Test(arguments: [1, 7, 100, 1_000])
  func everyObjectComesOnceInOrder(batch: Int) throws {
    let bench = try crowd()
    let request = Book.sorted(by: \.title, .descending).sorted(by: \.pages)
    let expected = try bench.context.fetch(request).map(\.pages)
    let context = bench.container.newContext()
    var pages: [Int] = []
    try context.forEach(request, batch: batch) { pages.append($0.pages) }
    #expect(pages == expected)
    var rows: [Int] = []
    try context.forEach(request.select { $0.pages }, batch: batch) { rows.append($0) }
    #expect(rows == expected)
    pages = []
    try context.forEach(request.offset(3).limit(5), batch: batch) { pages.append($0.pages) }
    #expect(pages == Array(expected[3..<8]))
  }

  @Test(arguments: [0, -1]) func aBatchOfNothingIsRefused(size: Int) async throws {
    let cinema = try Cinema()
    let message = "a batch has at least one object; \(size) were asked for"
    let objects = #expect(throws: StoreError.self) {
      try cinema.context.forEach(Film.all, batch: size) { _ in }
    }
    #expect(objects?.message == message)
    let rows = #expect(throws: StoreError.self) {
      try cinema.context.forEach(Film.select { $0.title }, batch: size) { _ in }
    }
    #expect(rows?.message == message)
    let stream = cinema.bench.container.stream(Film.select { $0.title }, batch: size)
    let streamed = await #expect(throws: StoreError.self) { for try await _ in stream {} }
    #expect(streamed?.message == message)
  }

  @Test func noMoreThanABatchIsHeld() throws {
    let bench = try crowd()
    let context = bench.container.newContext()
    var most = 0
    try context.forEach(Book.all, batch: 10) { _ in
      most = max(most, context.unit.maps.map(\.count).reduce(0, +))
    }
    #expect(most == 10)
  }

  @Test func changesOnTheWayNeitherRepeatNorSkip() throws {
    let bench = try crowd()
    let context = bench.container.newContext()
    var pages: [Int] = []
    try context.forEach(Book.sorted(by: \.pages), batch: 10) { book in
      pages.append(book.pages)
      book.pages += 1_000
      if book.pages % 10 == 0 { _ = Book(title: "new", in: context) }
      if book.pages % 4 == 1,
        let next = try context.first(
          Book.where { [page = book.pages - 1_000] in $0.pages == page + 1 }
            .ignoringPendingChanges())
      {
        context.delete(next)
      }
      try context.save()
    }
    #expect(pages == (0..<100).filter { $0 % 4 != 2 })
  }

  @Test func unsavedChangesCount() throws {
    let bench = try crowd()
    let context = bench.context
    for book in try context.fetch(Book.where { $0.pages < 50 }) { context.delete(book) }
    Book(title: "new", in: context).pages = -1
    var pages: [Int] = []
    try context.forEach(Book.sorted(by: \.pages), batch: 10) { book in
      pages.append(book.pages)
      if context.hasChanges { try context.save() }
    }
    #expect(pages == [-1] + (50..<100))
    var count = 0
    try context.forEach(Book.where { $0.pages < 60 }.ignoringPendingChanges()) { _ in count += 1 }
    #expect(count == 11)
  }

  @Test func whatTheBodyThrowsEndsIt() throws {
    struct Stop: Error {}
    let bench = try crowd()
    var count = 0
    #expect(throws: Stop.self) {
      try bench.context.forEach(Book.all, batch: 10) { _ in
        count += 1
        if count == 15 { throw Stop() }
      }
    }
    #expect(count == 15)
  }

  @Test func groupsAreComputedAtOnce() throws {
    let bench = try crowd()
    var groups: [String] = []
    try bench.context.forEach(
      Book.group(by: \.title).select { ($0.title, $0.count) }, batch: 2
    ) { groups.append("\($0) \($1)") }
    var titles: [String] = []
    try bench.context.forEach(Book.select { $0.title }.distinct()) { titles.append($0) }
    #expect(titles == (0..<7).map { "\($0)" })
    #expect(groups == ["0 15", "1 15", "2 14", "3 14", "4 14", "5 14", "6 14"])
  }

  @Test func aStreamReadsABatchWhenItIsAskedFor() async throws {
    let bench = try crowd()
    let container = bench.container
    let request = Book.sorted(by: \.title).sorted(by: \.pages)
    let expected = try bench.context.fetch(request).map(\.pages)
    var pages: [Int] = []
    for try await page in container.stream(request.select { $0.pages }, batch: 9) {
      pages.append(page)
    }
    #expect(pages == expected)
    pages = []
    for try await page in container.stream(request, batch: 9, { $0.pages }) { pages.append(page) }
    #expect(pages == expected)

    // Nothing is held between batches: what is deleted meanwhile does not come, and what is changed
    // comes as it is.
    var iterator = container.stream(Book.sorted(by: \.pages), batch: 10) { $0.pages }
      .makeAsyncIterator()
    var first: [Int] = []
    for _ in 0..<10 { if let page = try await iterator.next() { first.append(page) } }
    try bench.context.deleteAll(Book.where { $0.pages.in(10..<20) })
    try bench.context.update(Book.where { $0.pages >= 20 }) { $0.pages += 1_000 }
    #expect(first == Array(0..<10))
    #expect(try await iterator.next() == 1_020)
  }

  @Test func aStreamCanBeLeftAndBegunAgain() async throws {
    let bench = try crowd()
    let stream = bench.container.stream(Book.all, batch: 10) { $0.pages }
    for _ in 0..<2 {
      var count = 0
      for try await _ in stream {
        count += 1
        if count == 25 { break }
      }
      #expect(count == 25)
    }
  }

  @Test func aStreamOfGroupsIsRefused() async throws {
    let bench = try crowd()
    let stream = bench.container.stream(Book.group(by: \.title).select { $0.title })
    var iterator = stream.makeAsyncIterator()
    let error = await #expect(throws: StoreError.self) { try await iterator.next() }
    #expect(
      error?.message
        == "rows of groups of 'Book', and distinct ones, are computed all at once and cannot be "
        + "streamed; use 'fetch'")
    #expect(try await iterator.next() == nil)
  }

  @Test func aStreamEndsWithItsTask() async throws {
    let bench = try crowd()
    let container = bench.container
    let task = Task {
      var count = 0
      for try await _ in container.stream(Book.all, batch: 1, { $0.pages }) {
        count += 1
        if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
