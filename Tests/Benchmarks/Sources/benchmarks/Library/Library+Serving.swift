/// A request that a server is busy with beside others.
struct ServedRequest: Sendable {
  /// The email of the author whose first books are read.
  let email: String

  /// `true` if a page is added to the first of these, in the same transaction.
  let changes: Bool
}

/// What a server is asked while it is busy with other requests, and the right answers.
extension Library {
  /// The requests that are served; every fifth changes a book where `changing`.
  func served(changing: Bool) -> [ServedRequest] {
    servedAuthors.enumerated().map { number, author in
      ServedRequest(email: authors[author].email, changes: changing && number % 5 == 0)
    }
  }

  /// What the requests read, whichever comes first.
  var servedAnswer: Tally {
    let books = firstBooks
    return servedAuthors.reduce(into: Tally()) { tally, author in
      tally.add(authors[author].sum)
      for book in books[author] { tally.add(book.steadySum) }
    }
  }

  /// How many of the requests that change something there are.
  var servedChanges: Int { (scale.requestsServed + 4) / 5 }

  private var servedAuthors: [Int] {
    (0..<scale.requestsServed).map { $0 * 7919 % scale.authors }
  }
}

extension Library {
  /// How many reads go on at once: the library's own number of readers.
  static let servers = 4

  /// What each contender answers before the clock starts, so that connections are open and
  /// statements prepared: some of `requests`, which change nothing.
  static func warming(_ requests: [ServedRequest]) -> [ServedRequest] {
    requests.prefix(40).map { ServedRequest(email: $0.email, changes: false) }
  }

  /// Returns the work of answering `requests` by `answer`, so many at a time, each in a task.
  static func serving(
    _ requests: [ServedRequest], inFlight: Int,
    _ answer: @escaping @Sendable (ServedRequest) async throws -> Tally
  ) throws -> Work {
    let warming = warming(requests)
    _ = try waiting {
      try await inTasks(20, count: warming.count) { try await answer(warming[$0]) }
    }
    return {
      try waiting {
        try await inTasks(inFlight, count: requests.count) { try await answer(requests[$0]) }
      }
    }
  }
}
