public import EntityRuntime
import EntitySQLite

extension PersistentContainer {
  /// Returns what `body` returns, which has to ask the store exactly `count` queries.
  ///
  ///     let container = try PersistentContainer.forTesting(model: .bookshop)
  ///     …
  ///     let titles = try container.expectQueries(2) {
  ///       try context.fetch(Author.all).flatMap { $0.books.map(\.title) }
  ///     }
  ///
  /// A query is a statement that reads rows of entities, also those that a change without objects
  /// or a save that is refused looks up; what saves write does not count. All contexts of the
  /// container count, so that a test has a container of its own. An async test writes `try await`,
  /// whatever it waits for.
  ///
  /// - Throws: `UnexpectedQueries`, which lists the statements, where there were more or fewer;
  ///   what `body` throws; a `StoreError` with the code `invalidRequest` if the container was not
  ///   opened by `forTesting`.
  @discardableResult
  public func expectQueries<Result>(
    _ count: Int, _ body: () throws -> Result
  ) throws -> Result {
    let log = try queryLog()
    let start = log.begin()
    let result = Swift.Result { try body() }
    let queries = log.end(start)
    let value = try result.get()
    guard queries.count == count else {
      throw UnexpectedQueries(expected: count, statements: queries)
    }
    return value
  }

  /// Returns what `body` returns, which has to ask the store exactly `count` queries, as the form
  /// that does not wait says.
  @discardableResult
  public func expectQueries<Result>(
    isolation: isolated (any Actor)? = #isolation, _ count: Int, _ body: () async throws -> Result
  ) async throws -> Result {
    let log = try queryLog()
    let start = log.begin()
    let value: Result
    do {
      value = try await body()
    } catch {
      _ = log.end(start)
      throw error
    }
    let queries = log.end(start)
    guard queries.count == count else {
      throw UnexpectedQueries(expected: count, statements: queries)
    }
    return value
  }

  private func queryLog() throws(StoreError) -> QueryLog {
    guard let log = (store as? SQLiteStore)?.options.queryLog else {
      throw StoreError(
        .invalidRequest,
        "queries are counted in a container that 'PersistentContainer.forTesting(model:)' has "
          + "opened")
    }
    return log
  }
}

/// More or fewer queries than a test expects.
public struct UnexpectedQueries: Error, CustomStringConvertible {
  /// How many were expected.
  public let expected: Int

  /// The SQL of those that there were, in order, without values.
  public let statements: [String]

  public var description: String {
    let count = statements.count
    let heading = "\(count) \(count == 1 ? "query" : "queries") in place of \(expected)"
    return ([heading] + statements).joined(separator: "\n  ")
  }
}
