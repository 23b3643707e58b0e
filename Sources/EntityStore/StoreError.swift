import EntityModel

/// What a store could not do, where, and what helps; it never holds a bound value.
public struct StoreError: Error, Sendable {
  /// What kind of failure it is; there may be more kinds than those named here.
  public struct Code: Hashable, Sendable {
    /// The kind's permanent name.
    public let name: String

    /// Creates the kind called `name`.
    package init(_ name: String) { self.name = name }
  }

  /// The kind of failure.
  public let code: Code

  /// SQLite's extended result code, or `nil` where SQLite did not fail.
  public let sqliteCode: Int32?

  /// What is wrong and what to do about it.
  public let message: String

  /// The SQL statement that failed, without the values bound to it, or `nil`.
  public let sql: String?

  /// The entity whose rows are concerned, where that is known.
  public let entity: String?

  /// The properties concerned, in the order of a row; empty where they are not known.
  public let properties: [String]

  /// For a unique violation of a save, each value that cannot be stored, with the objects that
  /// hold and want it; empty for other failures.
  public let uniqueViolations: [UniqueViolation]

  /// The error that led to this one, or `nil`.
  public let underlying: (any Error)?

  /// Creates an error, as a test throws one: `StoreError(.timedOut)`.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: What is wrong and what to do about it.
  ///   - sqliteCode: SQLite's extended result code; `nil` where SQLite did not fail.
  ///   - sql: The SQL statement that failed, without values.
  ///   - entity: The entity whose rows are concerned.
  ///   - properties: The properties concerned.
  ///   - uniqueViolations: What a unique violation is about; `init(uniqueViolations:)` makes the
  ///     rest of it.
  ///   - underlying: The error that led to this one.
  public init(
    _ code: Code, _ message: String = "the store has failed", sqliteCode: Int32? = nil,
    sql: String? = nil,
    entity: String? = nil, properties: [String] = [],
    uniqueViolations: [UniqueViolation] = [], underlying: (any Error)? = nil
  ) {
    self.code = code
    self.sqliteCode = sqliteCode
    self.message = message
    self.sql = sql
    self.entity = entity
    self.properties = properties
    self.uniqueViolations = uniqueViolations
    self.underlying = underlying
  }
}

extension StoreError.Code {
  /// The file is not a database.
  public static let notADatabase = Self("notADatabase")

  /// The file is a database that is not a store.
  public static let notAStore = Self("notAStore")

  /// The store was made for another model.
  public static let modelMismatch = Self("modelMismatch")

  /// The store was made by a later version of this library.
  public static let newerFormat = Self("newerFormat")

  /// The directory that the file would be in does not exist.
  public static let directoryMissing = Self("directoryMissing")

  /// The file does not exist, and the store was to be read only.
  public static let fileMissing = Self("fileMissing")

  /// The file cannot be opened.
  public static let cannotOpen = Self("cannotOpen")

  /// The store was to be written and cannot be.
  public static let readOnly = Self("readOnly")

  /// Another connection used the file for longer than the busy timeout, or the thread itself uses
  /// the store in a way that must end first.
  public static let busy = Self("busy")

  /// There is no room left for the file.
  public static let diskFull = Self("diskFull")

  /// The file is damaged.
  public static let corrupt = Self("corrupt")

  /// Two rows would hold the same value of a unique attribute, or the same values of attributes and
  /// to-ones that are unique together.
  public static let uniqueViolation = Self("uniqueViolation")

  /// A row would refer to a row that does not exist.
  public static let foreignKeyViolation = Self("foreignKeyViolation")

  /// A required property would hold nothing.
  public static let notNullViolation = Self("notNullViolation")

  /// The operating system failed to read or write.
  public static let ioError = Self("ioError")

  /// The operation took longer than it may, or waited for others of this process for too long.
  public static let timedOut = Self("timedOut")

  /// The operation was interrupted.
  public static let interrupted = Self("interrupted")

  /// A value is larger than a store can hold.
  public static let tooBig = Self("tooBig")

  /// A request names what the model does not have, or uses it as what it is not.
  public static let invalidRequest = Self("invalidRequest")

  /// A sum of whole numbers is more than an Int can hold.
  public static let overflow = Self("overflow")

  /// A column holds a value that the type asked for cannot.
  public static let unreadableValue = Self("unreadableValue")

  /// The store keeps no history.
  public static let historyOff = Self("historyOff")

  /// A token is of another store, or of a state that the store has been taken back from.
  public static let tokenOfAnotherStore = Self("tokenOfAnotherStore")

  /// The entries of the history after a token have been removed, at least some of them.
  public static let historyPruned = Self("historyPruned")

  /// The store has been closed.
  public static let closed = Self("closed")

  /// The file was moved, replaced or removed after the store was opened.
  public static let fileReplaced = Self("fileReplaced")

  /// There is a file already where a new one was to be made.
  public static let fileExists = Self("fileExists")

  /// A fetch finds more rows than its budget allows.
  public static let rowBudgetExceeded = Self("rowBudgetExceeded")

  /// A fetch takes more time than its budget allows.
  public static let timeBudgetExceeded = Self("timeBudgetExceeded")

  /// The SQLite that the program runs with is too old, or lacks a part.
  public static let libraryTooOld = Self("libraryTooOld")

  /// An object was expected and there is none.
  public static let notFound = Self("notFound")

  /// One object was expected and there are several.
  public static let notUnique = Self("notUnique")

  /// Anything else.
  public static let other = Self("other")
}

extension StoreError.Code: CustomStringConvertible {
  public var description: String { name }
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    var text = "\(message) [\(code)"
    if let sqliteCode { text += ", SQLite \(sqliteCode)" }
    text += "]"
    if let sql { text += "\n  in: \(sql)" }
    return text
  }
}

extension StoreError {
  /// Creates the error that a sum in `query` is too large.
  package init(overflowOf query: ResultQuery) {
    let columns = query.columns + query.named + query.order.map(\.column)
    let sums = Set(columns.filter { $0.function == .sum }.flatMap(\.propertyNames)).sorted()
    let names = sums.map { "'\(query.base.entity).\($0)'" }.joined(separator: " or ")
    // A condition may ask for sums that no column is.
    let sum = sums.isEmpty ? "a sum" : "the sum of \(names)"
    self.init(
      .overflow, "\(sum) is more than an Int can hold; add it up in parts",
      entity: query.base.entity, properties: sums)
  }
}
