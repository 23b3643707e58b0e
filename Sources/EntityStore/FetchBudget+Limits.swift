extension FetchBudget {
  /// Returns the limit of a query whose own is `limit`: one row more than is allowed, or less.
  package func limit(_ limit: Int?) -> Int? {
    guard let rows, rows < Int.max else { return limit }
    let most = max(rows, 0) + 1
    return limit.map { min($0, most) } ?? most
  }

  /// Returns what throws once it has been called for more members of the to-many called `name` than
  /// are allowed; `nil` where any number is.
  package func counter(
    of name: (entity: String, property: String)
  ) -> (() throws -> Void)? {
    guard let rows else { return nil }
    var count = 0
    return {
      count += 1
      guard count <= max(rows, 0) else {
        throw FetchBudget.tooManyRows(rows, of: name.entity, property: name.property)
      }
    }
  }
}
