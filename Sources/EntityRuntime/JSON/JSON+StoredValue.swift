import EntityJSON
import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSON {
  /// Returns the value as an attribute of `type` stores it; `nil` if it is none of that type, which
  /// null never is.
  func storedValue(as type: StorageType, _ format: JSONFormat = JSONFormat()) -> StoredValue? {
    exactValue(as: type, format) ?? (format.coerces ? coercedValue(as: type, format) : nil)
  }

  /// Returns the value if it is of the kind that JSON has for `type`.
  private func exactValue(as type: StorageType, _ format: JSONFormat) -> StoredValue? {
    if let value = exactValue(as: type) { return value }
    return type == .date ? double.flatMap { format.dates.date($0) }?.storedValue : nil
  }

  /// Returns what the value says, where it is of another kind.
  private func coercedValue(as type: StorageType, _ format: JSONFormat) -> StoredValue? {
    switch type {
    case .boolean: truth.map { .integer($0 ? 1 : 0) }
    case .string: digits.map { .text($0) }
    case .date:
      (double ?? number?.double).map {
        (format.dates.date($0) ?? JSONDateForm.likelyDate($0)).storedValue
      }
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double:
      number?.exactValue(as: type)
    default: nil
    }
  }

  /// What an attribute of `type` is, and what the value is that is none: `a date … and this is a
  /// list`.
  func refusal(as type: StorageType) -> String {
    guard kind == .number else { return "\(type.wanted) and this is \(kind.article)" }
    switch type {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64:
      return "\(type.wanted) and this number is none"
    case .float, .double, .decimal: return "\(type.wanted) and this one does not fit in it"
    default: return "\(type.wanted) and this is \(kind.article)"
    }
  }

  /// The truth value that a number or a text says.
  private var truth: Bool? {
    switch string?.lowercased() ?? digits {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }

  /// The number that a text is; `nil` for everything else.
  private var number: JSON? {
    guard let string, let json = try? JSON(reading: string), json.kind == .number else {
      return nil
    }
    return json
  }
}
