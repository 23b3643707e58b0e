import EntityCSQLite
import EntityModel
import EntityStore

/// Functions of JSON.
extension SQLFunctions {
  /// What is asked of JSON, kept from row to row of a statement.
  private final class Kept<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Answers with the property of the storage that the first argument is which the others describe.
  static func member(
    _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let json = text(arguments, 0), count > 3,
      let member = kept(context, at: 1, { storedMember(arguments, Int(count)) })
    else { return }
    let value = member.value(in: .text(json))
    if case .real(let real) = value { return __Cell(real: real).answer(context) }
    answer(context, value)
  }

  /// Answers with what the first argument, JSON, has at the path that the second is, as a value of
  /// the type that the third names.
  static func json(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let json = text(arguments, 0), let type = text(arguments, 2).flatMap(StorageType.init),
      let path = kept(context, at: 1, { text(arguments, 1).map { JSONMemberPath($0) } })
    else { return }
    let value = path.value(in: .text(json), as: type)
    if case .real(let real) = value { return __Cell(real: real).answer(context) }
    answer(context, value)
  }

  /// Answers with the first argument, JSON, that has the second, JSON too or null for nothing, at
  /// the path that the third is.
  static func setJSON(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let json = text(arguments, 0),
      let path = kept(context, at: 2, { text(arguments, 2).map { JSONMemberPath($0) } })
    else { return }
    let value = text(arguments, 1).map { StoredValue.text($0) } ?? .null
    answer(context, path.setting(value, in: .text(json)))
  }

  /// Answers with the JSON of the first argument, a value of the type that the second names.
  static func writeJSON(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let type = text(arguments, 1).flatMap(StorageType.init) else { return }
    let value = __Cell(arguments?[0], isReal: type.storageClass == .real).storedValue
    answer(context, PredicateFunction.written.value(of: [value], as: type))
  }

  /// Returns what `make` makes of arguments from the one at `index` on, which are the same in each
  /// row.
  private static func kept<Value>(
    _ context: OpaquePointer?, at index: Int32, _ make: () -> Value?
  ) -> Value? {
    if let address = sqlite3_get_auxdata(context, index) {
      return Unmanaged<Kept<Value>>.fromOpaque(address).takeUnretainedValue().value
    }
    guard let value = make() else { return nil }
    sqlite3_set_auxdata(context, index, Unmanaged.passRetained(Kept(value) as AnyObject).toOpaque())
    {
      $0.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
    }
    return value
  }

  /// Returns the property that the arguments behind the first describe; `nil` if they do not.
  private static func storedMember(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int
  ) -> StoredMember? {
    var position = 1
    var stepCount: Int?
    if let value = arguments?[1], sqlite3_value_type(value) == SQLITE_INTEGER {
      stepCount = Int(sqlite3_value_int64(value))
      position = 2
    }
    let end = stepCount.map { position + 3 * max(0, $0) } ?? count
    guard end <= count, (end - position) % 3 == 0, end > position,
      let last = text(arguments, end - 2)
    else { return nil }
    let form = last.hasSuffix("?") ? String(last.dropLast()) : last
    let isObject = form == StoredMember.Form.object.rawValue
    guard let type = isObject ? .json : StorageType(rawValue: form) else { return nil }
    func value(_ index: Int) -> StoredValue {
      // A real is the text of its digits.
      if type.storageClass == .real, let digits = text(arguments, index) {
        return Double(digits).map { .real($0) } ?? .null
      }
      return __Cell(arguments?[index], isReal: false).storedValue
    }
    var steps: [StoredMember.Step] = []
    while position < end {
      guard let path = text(arguments, position), let form = text(arguments, position + 1) else {
        return nil
      }
      let fallback = value(position + 2)
      steps.append(
        StoredMember.Step(
          path: path, readsNull: form.hasSuffix("?") || fallback.isNull, fallback: fallback))
      position += 3
    }
    return StoredMember(
      name: "", steps: steps, type: type, form: isObject ? .object : .value,
      cases: (end..<count).map(value))
  }
}
