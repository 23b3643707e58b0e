/// What one fetch may cost, for requests that clients of a server make.
///
///     context.budget = FetchBudget(rows: 10_000, time: .milliseconds(500))
///
/// It limits each fetch, count or select, and each time that a relationship is loaded, by itself.
public struct FetchBudget: Hashable, Sendable {
  /// The most rows that the store may find; `nil` for any number.
  public var rows: Int?

  /// The longest time that the store may take, without waiting for a connection; `nil` for any.
  public var time: Duration?

  /// Creates a budget; without arguments, one that limits nothing.
  public init(rows: Int? = nil, time: Duration? = nil) {
    self.rows = rows
    self.time = time
  }

  /// The budget that limits nothing.
  public static let unlimited = FetchBudget()
}

extension FetchBudget {
  /// Returns the error that a fetch of `entity` found more rows than the budget allows.
  package static func tooManyRows(
    _ allowed: Int, of entity: String, property: String? = nil
  ) -> StoreError {
    let name = property.map { "'\(entity).\($0)'" } ?? "'\(entity)'"
    return StoreError(
      .rowBudgetExceeded,
      "reading \(name) finds more than \(allowed) rows, which is all that the budget of the "
        + "context allows; ask for fewer with a condition or a limit, or raise the budget",
      entity: entity, properties: property.map { [$0] } ?? [])
  }

  /// Returns the error that a statement took longer than the budget allows.
  package static func tooMuchTime(_ allowed: Duration, sql: String?) -> StoreError {
    StoreError(
      .timeBudgetExceeded,
      "the store has read for \(allowed), which is all that the budget of the context allows; ask "
        + "for less, have an index made, or raise the budget",
      sql: sql)
  }
}
