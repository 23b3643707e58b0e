import EntityCSQLite
import EntitySQL
import EntityStore

extension StoreError {
  /// The error, with which SQLite has ended a statement by hand on the tables of `layout`, in the
  /// words of somebody who has written the statement.
  ///
  /// What SQLite says may hold what has been bound, and is not repeated.
  func ofStatement(_ layout: StoreLayout) -> StoreError {
    guard let sqliteCode, let failure = explained(sqliteCode, layout) else { return self }
    return StoreError(
      failure.code ?? code, failure.message, sqliteCode: sqliteCode, sql: sql,
      entity: failure.entity ?? entity, properties: failure.properties)
  }

  /// What has gone wrong.
  private struct Failure {
    var code: Code?
    let message: String
    var entity: String?
    var properties: [String] = []
  }

  private func explained(_ sqliteCode: Int32, _ layout: StoreLayout) -> Failure? {
    switch code {
    case .uniqueViolation where properties.isEmpty: return repeated(layout)
    case .notNullViolation where properties.isEmpty: return missing(layout)
    case .overflow:
      return Failure(
        message: "a number that the statement computes, by 'sum' or 'abs', is more than an Int "
          + "can hold; compute it of reals, or in parts")
    default: break
    }
    switch sqliteCode & 0xFF {
    case SQLITE_MISMATCH:
      return Failure(
        code: .invalidRequest,
        message: "what follows LIMIT or OFFSET, and '_id', is a whole number, and the statement "
          + "has another value there")
    case SQLITE_ERROR: return Failure(code: .invalidRequest, message: refusal)
    default: return nil
    }
  }

  /// What SQLite, which has no number for it, does not do.
  private var refusal: String {
    if message.contains("MATCH") {
      return "MATCH asks an index of words, which statements by hand do not have; find the objects "
        + "by 'search', and interpolate them"
    }
    if message.contains("JSON") {
      return "a function of JSON was given a text that is no JSON, or a path that is none; ask "
        + "'json_valid' first"
    }
    if message.contains("ESCAPE") { return "what follows ESCAPE is one character" }
    // What is quoted or follows a colon may be a value.
    let words = message.prefix { $0 != "'" && $0 != "\"" && $0 != ":" }
    return "SQLite does not carry the statement out: \(words)"
  }

  /// What cannot be stored twice, if it is not the value of a property.
  private func repeated(_ layout: StoreLayout) -> Failure? {
    if let join = join(layout) {
      return Failure(
        message: "a link that the statement adds to '\(join.entity).\(join.property)' exists "
          + "already; write 'INSERT OR IGNORE', or leave out those that exist",
        entity: join.entity, properties: [join.property])
    }
    guard let table = layout.tables.first(where: { message.hasSuffix(": \($0.name)._id") }) else {
      return nil
    }
    return Failure(
      message: "an object of '\(table.name)' has the number that the statement gives to a new one; "
        + "leave '_id' out", entity: table.entityNames.first)
  }

  /// What has to be there, if it is not a property.
  private func missing(_ layout: StoreLayout) -> Failure? {
    if let join = join(layout) {
      return Failure(
        code: .invalidRequest,
        message: "'\(join.entity).\(join.property)' links objects by their numbers, and the "
          + "statement has NULL in place of one", entity: join.entity, properties: [join.property])
    }
    guard
      let table = layout.tables.first(where: {
        message.hasSuffix(": \($0.name)._entity") || message.hasSuffix(": \($0.name)._version")
      })
    else { return nil }
    let text =
      if message.hasSuffix("_entity") {
        "rows of '\(table.name)' are of several classes, "
          + table.entityNames.map { "'\($0)'" }.joined(separator: ", ")
          + "; name one of them in '_entity'"
      } else {
        "the table '\(table.name)' was made by an earlier version of the library; write "
          + "'_version' too, as \(SchemaStatements.firstVersion)"
      }
    return Failure(message: text, entity: table.entityNames.first)
  }

  /// Returns the table of links whose column the message names; `nil` for none.
  private func join(_ layout: StoreLayout) -> JoinTable? {
    layout.joins.first {
      message.contains(": \($0.name).\(JoinTable.firstColumn)")
        || message.contains(": \($0.name).\(JoinTable.secondColumn)")
    }
  }
}
