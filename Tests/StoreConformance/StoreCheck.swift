package import EntityModel
package import EntityStore

/// One thing that every store does.
///
/// A store is whatever passes all of `StoreCheck.all`.
package struct StoreCheck: Sendable, CustomStringConvertible {
  /// Opens an empty store for a model.
  package typealias Open = (ObjectModel) throws -> any Store

  /// The rule that the check proves.
  package let description: String

  private let body: @Sendable (Open) throws -> Void

  /// Creates the check of the rule `description`.
  init(_ description: String, _ body: @escaping @Sendable (Open) throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Throws unless the stores that `open` opens obey the rule.
  package func run(_ open: Open) throws { try body(open) }

  /// All the checks.
  package static let all =
    rows + ids + results + members + links + changes + reservations + transactions + nesting
    + values + uniqueValues + metadata + closing
}

/// What a store does other than it should.
struct StoreCheckFailure: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless `found` is `expected`.
func expect<Value: Equatable>(
  _ found: Value, is expected: Value, _ comment: String = "", line: UInt = #line,
  file: String = #fileID
) throws {
  guard found != expected else { return }
  throw StoreCheckFailure(
    description: "\(file):\(line): \(comment)\n  found    \(found)\n  expected \(expected)")
}

/// Throws unless `body` throws a `StoreError` of `code`; returns it.
@discardableResult
func expectError(
  _ code: StoreError.Code, line: UInt = #line, file: String = #fileID, _ body: () throws -> Void
) throws -> StoreError {
  do {
    try body()
  } catch let error as StoreError where error.code == code {
    return error
  } catch {
    throw StoreCheckFailure(description: "\(file):\(line): found \(error), expected \(code)")
  }
  throw StoreCheckFailure(description: "\(file):\(line): nothing was thrown, expected \(code)")
}
