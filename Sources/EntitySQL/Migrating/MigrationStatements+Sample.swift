import EntityModel
package import EntityStore

extension MigrationStatements {
  /// How many rows at each end of a table are compared once they have been copied.
  private static let sampleSize = 50

  /// Returns the statement that counts, among the first and the last older rows of `entity`, a
  /// newer one, those that no newer row is a copy of; `nil` if the entity is new.
  package func sample(of entity: EntityLayout) -> Statement? {
    guard let before = mapping.source(of: entity) else { return nil }
    var parameters = MigrationParameters(dialect)
    let old = current(before.table)
    let id = "t0.\(quoted("_id"))"
    // A value in a column takes on the column's affinity, which an expression has not.
    let terms = copiedValues(of: entity, from: before, &parameters).map {
      "t1.\(quoted($0.column)) IS (\($0.value))"
    }
    let filter =
      before.isPolymorphic
      ? " WHERE \(quoted("_entity")) = \(parameters.add(.text(before.name)))" : ""
    func ids(_ order: String) -> String {
      "SELECT * FROM (SELECT \(quoted("_id")) FROM \(old)\(filter) ORDER BY \(quoted("_id"))"
        + "\(order) LIMIT \(Self.sampleSize))"
    }
    return Statement(
      "SELECT count(*) FROM \(old) AS t0 WHERE \(id) IN (\(ids("")) UNION \(ids(" DESC")))"
        + " AND NOT EXISTS (SELECT 1 FROM \(quoted(entity.table.name)) AS t1 WHERE "
        + terms.joined(separator: " AND ") + ")", parameters.values)
  }
}
