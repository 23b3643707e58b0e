import EntityCSQLite
import EntitySQL

/// Says which rows a statement need not read.
final class KnownRows {
  fileprivate let isKnown: (Int64) -> Bool

  /// Creates the rows of which `isKnown` holds.
  fileprivate init(_ isKnown: @escaping (Int64) -> Bool) { self.isKnown = isKnown }
}

extension FunctionSlot<KnownRows> {
  /// Registers the function that asks the slot with `connection` and returns SQLite's result.
  func register(with connection: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      connection, RowStatements.unreadFunction, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, pointer,
      { context, _, arguments in
        guard let argument = arguments?[0] else { return }
        let id = sqlite3_value_int64(argument)
        let rows = FunctionSlot<KnownRows>.answering(context)
        if rows?._withUnsafeGuaranteedRef({ $0.isKnown(id) }) == true { return }
        sqlite3_result_int64(context, id)
      }, nil, nil, nil)
  }

  /// Calls `body` while the function passes over the rows of which `isKnown` holds.
  func with(_ isKnown: (Int64) -> Bool, _ body: () throws -> Void) rethrows {
    try withoutActuallyEscaping(isKnown) { isKnown in try with(KnownRows(isKnown), body) }
  }
}
