import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension StoreError {
  /// Creates the error that SQLite reports with `sqliteCode` and `message`, in the words of
  /// `layout`.
  init(sqliteCode: Int32, _ message: String, sql: String? = nil, layout: StoreLayout? = nil) {
    let code = Code(sqliteCode: sqliteCode, message)
    let columns = code.isAboutColumns ? Self.columns(namedIn: message, layout) : []
    let entity = columns.first?.entity
    let names = columns.map { "'\($0.entity).\($0.property)'" }.joined(separator: " and ")
    let rule = message.contains(".\(ColumnLayout.foldedPrefix)") ? " ignoring case" : ""
    let explanation =
      switch code {
      case .overflow: "a sum is more than an Int can hold; add it up in parts"
      case .invalidRequest: "a condition is nested too deep for SQLite; make it of fewer levels"
      case .uniqueViolation where !columns.isEmpty:
        columns.count > 1
          ? "another object already has these values of \(names), which are unique together"
          : "another object already has this value of \(names), which is unique\(rule)"
      case .notNullViolation where !columns.isEmpty: "\(names) is required and has no value"
      // SQLite has nothing to add where it says the same.
      default:
        code.explanation.map { $0.hasSuffix(message) ? $0 : "\($0): \(message)" } ?? message
      }
    self.init(
      code, explanation, sqliteCode: sqliteCode, sql: sql, entity: entity,
      properties: columns.map(\.property))
  }

  /// Returns the columns that a message such as `UNIQUE constraint failed: Book.isbn` names.
  private static func columns(namedIn message: String, _ layout: StoreLayout?) -> [ColumnLayout] {
    guard let layout, let colon = message.firstIndex(of: ":") else { return [] }
    let names = Set(
      message[colon...].dropFirst(2).split(separator: ", ").map { String($0) })
    return layout.tables.flatMap { table in
      table.columns.flatMap { [$0] + $0.leaves }.filter {
        names.contains("\(table.name).\($0.name)")
          || $0.isFolded && names.contains("\(table.name).\($0.foldedName)")
      }
    }
  }
}

extension StoreError.Code {
  /// Creates the kind of SQLite's extended result code and its message, which alone says what some
  /// errors are.
  init(sqliteCode: Int32, _ message: String) {
    switch (sqliteCode, message) {
    case (SQLITE_ERROR, "integer overflow"): self = .overflow
    case (SQLITE_ERROR, "parser stack overflow"): self = .invalidRequest
    // A trigger says so that keeps texts without case.
    case (SQLITE_CONSTRAINT | 7 << 8, _) where message.hasPrefix(FoldedStatements.violation):
      self = .uniqueViolation
    default: self.init(sqliteCode: sqliteCode)
    }
  }

  /// Creates the kind of SQLite's extended result code.
  init(sqliteCode: Int32) {
    self =
      switch sqliteCode {
      // The importer does not see SQLite's extended codes, which are sums.
      case SQLITE_CONSTRAINT | 8 << 8, SQLITE_CONSTRAINT | 6 << 8, SQLITE_CONSTRAINT | 10 << 8:
        .uniqueViolation
      case SQLITE_CONSTRAINT | 3 << 8, SQLITE_CONSTRAINT | 7 << 8: .foreignKeyViolation
      case SQLITE_CONSTRAINT | 5 << 8: .notNullViolation
      default:
        switch sqliteCode & 0xFF {
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_IOERR: .ioError
        case SQLITE_INTERRUPT, SQLITE_ABORT: .interrupted
        case SQLITE_TOOBIG: .tooBig
        default: .other
        }
      }
  }

  /// `true` if SQLite's message names columns.
  fileprivate var isAboutColumns: Bool { self == .uniqueViolation || self == .notNullViolation }

  /// What the failure means and what helps, or `nil`.
  fileprivate var explanation: String? {
    switch self {
    case .notADatabase: "the file is not a database"
    case .cannotOpen: "the database cannot be opened"
    case .readOnly: "the database cannot be written"
    case .busy: "another process has used the database for too long; try again"
    case .diskFull: "there is no room left for the database; nothing of this was saved"
    case .corrupt: "the database is damaged; restore it from a copy"
    case .foreignKeyViolation: "an object refers to one that does not exist"
    case .ioError: "the database could not be read or written"
    default: nil
    }
  }
}
