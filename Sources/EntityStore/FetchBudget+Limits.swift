extension FetchBudget {
  /// Returns the limit of a query whose own is `limit`: one row more than is allowed, or less.
  package func limit(_ limit: Int?) -> Int? {
    guard let rows, rows < Int.max else { return limit }
    let most = max(rows, 0) + 1
    return limit.map { min($0, most) } ?? most
  }

  /// Returns `body`, which takes the rows of the to-many called `name`, or what calls it only as
  /// often as is allowed and throws then.
  package func counting(
    _ name: (entity: String, property: String),
    _ body: @escaping (Int, Int64, inout __Row) throws -> Void
  ) -> (Int, Int64, inout __Row) throws -> Void {
    guard let rows else { return body }
    var count = 0
    return { owner, place, row in
      count += 1
      guard count <= max(rows, 0) else {
        throw FetchBudget.tooManyRows(rows, of: name.entity, property: name.property)
      }
      try body(owner, place, &row)
    }
  }
}
