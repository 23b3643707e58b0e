import EntityCSQLite
import EntitySQL

/// Adds up the whole numbers of a group of rows, for SQLite's own sum fails where a part of it is
/// more than 64 bits hold.
struct WholeNumberSum {
  // Halves of numbers cannot come to too much in as many rows as a table may have.

  /// The sum of the upper halves; in memory of zeros, zero.
  private var upper: Int64

  /// The sum of the lower halves.
  private var lower: Int64

  /// The whole sum; `nil` if it is more than 64 bits hold.
  private var total: Int64? {
    let carried = upper + lower >> 32
    let (shifted, overflows) = carried.multipliedReportingOverflow(by: 1 << 32)
    return overflows ? nil : shifted | lower & 0xffff_ffff
  }

  /// Registers the function with `connection` and returns SQLite's result.
  static func register(with connection: OpaquePointer) -> Int32 {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    return sqlite3_create_function_v2(
      connection, SQLiteDialect.wholeSumFunction, 1, flags, nil, nil,
      { context, _, arguments in WholeNumberSum.step(context, arguments) },
      { context in
        guard let memory = sqlite3_aggregate_context(context, 0) else {
          return sqlite3_result_int64(context, 0)
        }
        guard let total = memory.assumingMemoryBound(to: WholeNumberSum.self).pointee.total else {
          // What SQLite's own sum says.
          return sqlite3_result_error(context, "integer overflow", -1)
        }
        sqlite3_result_int64(context, total)
      }, nil)
  }

  /// Adds the first of `arguments`, unless it is NULL.
  private static func step(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let argument = arguments?[0], sqlite3_value_type(argument) != SQLITE_NULL,
      let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<WholeNumberSum>.size))
    else { return }
    let number = sqlite3_value_int64(argument)
    let sum = memory.assumingMemoryBound(to: WholeNumberSum.self)
    sum.pointee.upper += number >> 32
    sum.pointee.lower += number & 0xffff_ffff
  }
}
