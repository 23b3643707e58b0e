import EntityCSQLite
import EntitySQL

/// Where a connection's function finds which rows a statement need not read.
struct KnownRows {
  /// Says which rows these are, while a statement runs.
  private final class Question {
    let isKnown: (Int64) -> Bool

    init(_ isKnown: @escaping (Int64) -> Bool) { self.isKnown = isKnown }
  }

  // It is lent to SQLite with the function, until the connection is closed. Whoever asks holds the
  // question.
  private let pointer: UnsafeMutablePointer<Unmanaged<Question>?>

  /// Creates the place of no question: all rows are read.
  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: nil)
  }

  /// Registers the function with `connection` and returns SQLite's result.
  func register(with connection: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      connection, RowStatements.unreadFunction, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, pointer,
      { context, _, arguments in
        guard let argument = arguments?[0] else { return }
        let id = sqlite3_value_int64(argument)
        let question = sqlite3_user_data(context)?
          .assumingMemoryBound(to: Unmanaged<Question>?.self).pointee
        if question?._withUnsafeGuaranteedRef({ $0.isKnown(id) }) == true { return }
        sqlite3_result_int64(context, id)
      }, nil, nil, nil)
  }

  /// Frees the place of a connection that has been closed.
  func deallocate() { pointer.deallocate() }

  /// Calls `body` while the function passes over the rows of which `isKnown` holds.
  func with(_ isKnown: (Int64) -> Bool, _ body: () throws -> Void) rethrows {
    try withoutActuallyEscaping(isKnown) { isKnown in
      let question = Question(isKnown)
      let outer = pointer.pointee
      pointer.pointee = Unmanaged.passUnretained(question)
      defer { pointer.pointee = outer }
      try withExtendedLifetime(question, body)
    }
  }
}
