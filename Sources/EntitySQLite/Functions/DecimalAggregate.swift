import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds up the decimals of a group of rows, for SQLite's own functions would round them.
struct DecimalAggregate {
  /// How many values there were; in memory of zeros, none.
  private var count: Int

  /// Their sum.
  private var sum: Decimal

  /// Registers the functions with `connection` and returns SQLite's results.
  static func register(with connection: OpaquePointer) -> [Int32] {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    return [
      sqlite3_create_function_v2(
        connection, SQLiteDialect.decimalSumFunction, 1, flags, nil, nil,
        { context, _, arguments in DecimalAggregate.step(context, arguments) },
        { context in
          let sum = DecimalAggregate.end(context)?.sum ?? .zero
          SQLFunctions.answer(context, .text(sum.description))
        }, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.decimalAverageFunction, 1, flags, nil, nil,
        { context, _, arguments in DecimalAggregate.step(context, arguments) },
        { context in
          guard let end = DecimalAggregate.end(context) else { return }
          SQLFunctions.answer(context, .text((end.sum / Decimal(end.count)).description))
        }, nil),
    ]
  }

  /// Adds the first of `arguments`, unless it is NULL.
  private static func step(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let text = SQLFunctions.text(arguments, 0),
      let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<DecimalAggregate>.size))
    else { return }
    let aggregate = memory.assumingMemoryBound(to: DecimalAggregate.self)
    // The memory is of zeros at first.
    if aggregate.pointee.count == 0 { aggregate.initialize(to: .init(count: 0, sum: .zero)) }
    aggregate.pointee.count += 1
    aggregate.pointee.sum += Decimal(digits: text) ?? .nan
  }

  /// Returns what was added up, or `nil` for nothing.
  private static func end(_ context: OpaquePointer?) -> DecimalAggregate? {
    guard let memory = sqlite3_aggregate_context(context, 0) else { return nil }
    let aggregate = memory.assumingMemoryBound(to: DecimalAggregate.self).pointee
    return aggregate.count == 0 ? nil : aggregate
  }
}
