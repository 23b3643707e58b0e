import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// What a store holds of derived attributes.
///
/// No row depends on it, so that it is not part of the model that a store is made for: who opens
/// the store to be written makes it what its own model says.
extension StoreMetadata {
  /// Makes what the store holds of derived attributes what the model says, in a transaction of its
  /// own; nothing is done where it is that.
  static func keepDerived(
    _ model: ObjectModel, _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    guard try derivesOtherwise(statements, in: connection) else { return }
    // A store that a later program has migrated is that program's.
    guard try value(.modelHash, statements, in: connection) == model.versionHash else {
      guard try holdsDerived(statements, in: connection) else {
        throw StoreError(
          .modelMismatch,
          "the store has been migrated by a later program than this one, which derives other "
            + "attributes of it; use the later program")
      }
      return
    }
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      if try derivesOtherwise(statements, in: connection) { try derive(statements, in: connection) }
      try connection.run("COMMIT")
    } catch {
      try? connection.run("ROLLBACK")
      throw error
    }
  }

  /// Makes what the store holds of derived attributes again, in the transaction that is open.
  static func derive(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    let derived = DerivedStatements(statements)
    try forgetDerived(statements, in: connection)
    for table in statements.layout.tables {
      let wanted = derived.columns.filter { $0.table == table.name }
      let found = try connection.texts(
        "SELECT name FROM pragma_table_info(?1) WHERE \(isDerived)", [.text(table.name)])
      for column in wanted where !found.contains(column.name) {
        try connection.run(derived.addition(of: column))
      }
      let names = wanted.map(\.name)
      // An earlier SQLite leaves them, which hold a zero for new rows.
      for name in found where !names.contains(name) && sqlite3_libversion_number() >= 3_035_000 {
        try connection.run(derived.removal(of: name, from: table.name))
      }
    }
    for sql in try derived.filling() + derived.creation() { try connection.run(sql) }
    try set(.derived, to: derived.text(), statements, in: connection)
  }

  /// Removes the triggers and the indexes that there are for derived attributes, so that tables can
  /// be made again, and has the next opening make them; in the transaction that is open.
  static func forgetDerived(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    for kind in ["trigger", "index"] {
      let names = try connection.texts(
        "SELECT name FROM sqlite_master WHERE type = '\(kind)' AND \(isDerived)")
      for name in names {
        try connection.run("DROP \(kind.uppercased()) \(statements.dialect.quoted(name))")
      }
    }
    if let text = try value(.derived, statements, in: connection), !text.isEmpty {
      try set(.derived, to: removed, statements, in: connection)
    }
  }

  /// Refuses a store that does not hold the derived attributes of the model since another program
  /// has made it hold others.
  static func checkDerivedFit(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    guard try !holdsDerived(statements, in: connection) else { return }
    throw StoreError(
      .modelMismatch,
      "another program derives other attributes of the store than this one, and has made it hold "
        + "those since it was opened; let both have the same model, and open it again")
  }

  /// Refuses to read a store that does not hold the derived attributes of the model.
  static func checkDerived(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    guard try !holdsDerived(statements, in: connection) else { return }
    throw StoreError(
      .modelMismatch,
      "the store does not hold the derived attributes of this program's model, and cannot be made "
        + "to where it is only read; open it once to be written")
  }

  /// `true` if the store holds something else of derived attributes than the model says.
  static func derivesOtherwise(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> Bool {
    let recorded = try value(.derived, statements, in: connection, isTraced: false) ?? ""
    return try recorded != DerivedStatements(statements).text()
  }

  /// `true` if the store holds the derived attributes of the model, maybe among others.
  private static func holdsDerived(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> Bool {
    if statements.layout.derived.isEmpty { return true }
    let recorded = try value(.derived, statements, in: connection, isTraced: false) ?? ""
    let held = Set(recorded.split(separator: "\n"))
    let derived = DerivedStatements(statements)
    return try derived.text().split(separator: "\n").allSatisfy {
      held.contains($0) || derived.isOptional($0)
    }
  }

  /// What a store records whose triggers and indexes have been removed; no model says so.
  private static let removed = "removed"

  /// The condition that a name is that of something that there is for derived attributes.
  private static var isDerived: String {
    "substr(name, 1, \(DerivedLayout.prefix.count)) = '\(DerivedLayout.prefix)'"
  }
}

extension Connection {
  /// Returns the texts in the first column of what `sql` finds.
  fileprivate func texts(
    _ sql: String, _ values: [StoredValue] = []
  ) throws(StoreError) -> [String] {
    var texts: [String] = []
    try forEachFirst(sql, values) { cell in cell.text.map { texts.append($0) } }
    return texts
  }
}
