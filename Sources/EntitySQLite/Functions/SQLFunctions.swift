import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The functions and the collations that `SQLiteDialect` uses beyond SQLite's own.
///
/// They answer with the code that evaluates predicates in memory.
enum SQLFunctions {
  /// Registers the functions and the collations with `connection`, whose monitor is `monitor`; some
  /// of them ask `rowChanges` and `knownRows`.
  static func register(
    with connection: OpaquePointer, _ rowChanges: FunctionSlot<RowChanges>,
    _ knownRows: FunctionSlot<KnownRows>, _ monitor: ConnectionMonitor
  ) throws(StoreError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let results = [
      sqlite3_create_function_v2(
        connection, SQLiteDialect.foldFunction, 1, flags, nil,
        { context, _, arguments in
          guard let text = SQLFunctions.text(arguments, 0) else { return }
          SQLFunctions.answer(context, .text(StoredValue.folded(text)))
        }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.prefixFunction, 2, flags, nil,
        { SQLFunctions.match(.prefix, $0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.suffixFunction, 2, flags, nil,
        { SQLFunctions.match(.suffix, $0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.containsFunction, 2, flags, nil,
        { SQLFunctions.match(.contains, $0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.likeFunction, 2, flags, nil,
        { SQLFunctions.match(.like, $0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.patternFunction, 2, flags, nil,
        { SQLFunctions.match(.pattern, $0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.convertFunction, 3, flags, nil,
        { SQLFunctions.convert($0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.leafFunction, 3, flags, nil,
        { SQLFunctions.leaf($0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.memberFunction, -1, flags, nil,
        { SQLFunctions.member($0, $1, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.jsonFunction, 3, flags, nil,
        { SQLFunctions.json($0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.jsonSettingFunction, 3, flags, nil,
        { SQLFunctions.setJSON($0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.jsonWritingFunction, 2, flags, nil,
        { SQLFunctions.writeJSON($0, $2) }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.recomposeFunction, 2, flags, nil,
        { SQLFunctions.recompose($0, $2) }, nil, nil, nil),
      sqlite3_create_collation_v2(
        connection, SQLiteDialect.decimalCollation, SQLITE_UTF8, nil,
        { _, leftCount, left, rightCount, right in
          let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
          let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
          return Int32(
            StoredValue.decimalOrder(
              String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)))
        }, nil),
    ]
    let others =
      DecimalAggregate.register(with: connection) + rowChanges.register(with: connection)
      + ComputedFunctions.register(with: connection)
      + [
        LanguageCollations.register(with: connection, monitor),
        WholeNumberSum.register(with: connection), knownRows.register(with: connection),
        ListTable.register(with: connection),
      ]
    for result in results + others where result != SQLITE_OK {
      throw StoreError(sqliteCode: result, String(cString: sqlite3_errstr(result)))
    }
  }

  /// Returns the argument at `index`, or `nil` if it is not a text.
  static func text(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
  ) -> String? {
    guard let value = arguments?[index], sqlite3_value_type(value) == SQLITE_TEXT else {
      return nil
    }
    return String(sqliteText: value)
  }

  /// Answers with the first argument, of the type that the second names, as the type that the third
  /// names.
  private static func convert(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let old = text(arguments, 1).flatMap(StorageType.init),
      let new = text(arguments, 2).flatMap(StorageType.init)
    else { return }
    let isReal = old.storageClass == .real
    let value = __Cell(arguments?[0], isReal: isReal).storedValue.converted(from: old, to: new)
    if case .real(let real) = value { return __Cell(real: real).answer(context) }
    answer(context, value)
  }

  /// Answers whether the second argument stands in the first where `match` says.
  private static func match(
    _ match: PredicateTree.TextMatch, _ context: OpaquePointer?,
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let whole = bytes(arguments, 0), let part = bytes(arguments, 1) else {
      return sqlite3_result_int(context, 0)
    }
    sqlite3_result_int(context, match.holds(in: whole, part) ? 1 : 0)
  }

  /// Returns the bytes of the argument at `index`, or `nil` if it is not a text.
  static func bytes(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let value = arguments?[index], sqlite3_value_type(value) == SQLITE_TEXT else {
      return nil
    }
    return UnsafeBufferPointer(
      start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
  }

  /// Makes `value` the answer.
  static func answer(_ context: OpaquePointer?, _ value: StoredValue) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    case .text(var text):
      text.withUTF8 { utf8 in
        sqlite3_result_text64(
          context, UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self),
          UInt64(utf8.count), Statement.copied, UInt8(SQLITE_UTF8))
      }
    case .blob(let data):
      guard !data.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
      data.withUnsafeBytes {
        sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), Statement.copied)
      }
    }
  }
}
