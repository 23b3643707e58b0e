import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// The functions that compute values of conditions, orders and results, which answer with the code
/// that computes them in memory.
enum ComputedFunctions {
  /// A function, with the type of the values that it computes or computes with.
  private struct Entry: Sendable {
    let function: PredicateFunction
    let type: StorageType

    /// How many arguments there are, the detail of the function included; -1 for any number.
    let count: Int32
  }

  /// All functions; the number of each is what SQLite keeps of it.
  private static let entries: [Entry] = {
    let numbers: [StorageType] = [.int64, .double, .decimal]
    let several: [StorageType] = [.int64, .double, .decimal, .string, .data]
    var entries: [Entry] = []
    func add(_ functions: [PredicateFunction], _ types: [StorageType], _ count: Int32) {
      for function in functions {
        for type in types { entries.append(Entry(function: function, type: type, count: count)) }
      }
    }
    add([.add, .subtract, .multiply, .divide, .remainder], numbers, 2)
    add([.negate, .absolute, .rounded, .roundedDown, .roundedUp], numbers, 1)
    add([.real, .whole, .decimal], numbers, 1)
    let foldings: [TextFolding] = [.ignoringDiacritics, [.ignoringCase, .ignoringDiacritics]]
    add(
      [.length, .lowercased, .uppercased, .trimmed] + foldings.map { .folded($0) }, [.string], 1)
    for part in DatePart.allCases {
      add([.datePart(part, timeZone: ""), .dateStart(part, timeZone: "")], [.double], 2)
    }
    // Any order, since which one it is comes with the arguments.
    if let order = TextOrder(locale: "", isNumeric: false) {
      add([.languageOrder(order)], [.string], 3)
    }
    add([.least, .greatest], several + [.uint64], -1)
    add([.concatenate], [.string], -1)
    add([.shuffled], [.int64], 2)
    return entries
  }()

  /// Registers the functions with `connection` and returns SQLite's results.
  static func register(with connection: OpaquePointer) -> [Int32] {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    return entries.indices.map { index in
      let entry = entries[index]
      return sqlite3_create_function_v2(
        connection, SQLiteDialect.name(of: entry.function, entry.type), entry.count, flags,
        UnsafeMutableRawPointer(bitPattern: index + 1),
        { ComputedFunctions.answer($0, $1, $2) }, nil, nil, nil)
    }
  }

  /// Answers with what the function makes of its arguments.
  private static func answer(
    _ context: OpaquePointer?, _ count: Int32,
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    let entry = entries[Int(bitPattern: sqlite3_user_data(context)) - 1]
    let isReal = entry.type.storageClass == .real
    var function = entry.function
    var values: [StoredValue] = []
    for index in 0..<Int(count) {
      values.append(__Cell(arguments?[index], isReal: isReal).storedValue)
    }
    switch function {
    case .datePart(let part, _): function = .datePart(part, timeZone: detail(&values))
    case .dateStart(let part, _): function = .dateStart(part, timeZone: detail(&values))
    case .languageOrder:
      guard let order = TextOrder(name: detail(&values)) else {
        return sqlite3_result_null(context)
      }
      function = .languageOrder(order)
    default: break
    }
    let value = function.value(of: values, as: entry.type)
    if case .real(let real) = value { return __Cell(real: real).answer(context) }
    SQLFunctions.answer(context, value)
  }

  /// Removes the last of `values`, the name of a time zone or of an order, and returns it.
  private static func detail(_ values: inout [StoredValue]) -> String {
    guard case .text(let detail)? = values.popLast() else { return "" }
    return detail
  }
}
