package import EntityJSON
package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSON {
  /// Returns the value as an attribute of `type` stores it, if it is of the kind that JSON has for
  /// that, a date in ISO 8601; `nil` if it is not, which null never is.
  package func exactValue(as type: StorageType) -> StoredValue? {
    switch type {
    case .boolean: bool.map { .integer($0 ? 1 : 0) }
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      int64.flatMap { number in
        type.integerRange?.contains(number) == false ? nil : .integer(number)
      }
    case .uint64: integer(as: UInt64.self)?.storedValue
    case .float: digits.flatMap { Float($0) }.flatMap { $0.isFinite ? $0.storedValue : nil }
    case .double: double.map { .real($0) }
    case .decimal: (decimal ?? string.flatMap { Decimal(digits: $0) })?.storedValue
    case .string: string.map { .text($0) }
    case .url: string.flatMap { URL(string: $0) == nil ? nil : .text($0) }
    case .date: string.flatMap { ISO8601Reader.date($0) }?.storedValue
    case .data: string.flatMap { Data(base64Encoded: $0) }?.storedValue
    case .uuid: string.flatMap { UUID(uuidString: $0) }?.storedValue
    case .json: isNull ? nil : .text(text)
    @unknown default: nil
    }
  }
}
