import EntityJSON
import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONValue {
  /// Returns the value as an attribute of `type` stores it; `nil` if it is none of that type.
  func storedValue(as type: StorageType) -> StoredValue? {
    switch (type, self) {
    case (.boolean, .boolean(let value)): .integer(value ? 1 : 0)
    case (.int8, .integer(let value)): Int8(exactly: value).map(\.storedValue)
    case (.int16, .integer(let value)): Int16(exactly: value).map(\.storedValue)
    case (.int32, .integer(let value)): Int32(exactly: value).map(\.storedValue)
    case (.int64, .integer(let value)): Int64(exactly: value).map(\.storedValue)
    case (.uint8, .integer(let value)): UInt8(exactly: value).map(\.storedValue)
    case (.uint16, .integer(let value)): UInt16(exactly: value).map(\.storedValue)
    case (.uint32, .integer(let value)): UInt32(exactly: value).map(\.storedValue)
    case (.uint64, .integer(let value)): UInt64(exactly: value).map(\.storedValue)
    case (.float, .integer(let value)): Float(value).storedValue
    case (.float, .fraction(let digits)): Float(digits).map(\.storedValue)
    case (.double, .integer(let value)): Double(value).storedValue
    case (.double, .fraction(let digits)): Double(digits).map(\.storedValue)
    case (.string, .string(let text)), (.url, .string(let text)): .text(text)
    case (.date, .string(let text)): JSONDateForm.date(text).map(\.storedValue)
    case (.data, .string(let text)): Data(base64Encoded: text).map(\.storedValue)
    case (.uuid, .string(let text)): UUID(uuidString: text).map(\.storedValue)
    case (.decimal, .integer(let value)): Decimal(digits: String(value)).map(\.storedValue)
    case (.decimal, .fraction(let digits)), (.decimal, .string(let digits)):
      Decimal(digits: digits).map(\.storedValue)
    default: nil
    }
  }
}

extension StorageType {
  /// What JSON has for values of the type.
  var wanted: String {
    switch self {
    case .boolean: "true or false"
    case .int8, .int16, .int32, .int64: "a whole number within the range of the property"
    case .uint8, .uint16, .uint32, .uint64:
      "a whole number that is not negative, within the range of the property"
    case .float, .double: "a number"
    case .string, .json: "a text"
    case .url: "the text of a URL"
    case .date: "a date in ISO 8601, such as \"2024-05-31T12:00:00Z\" or \"2024-05-31\","
    case .data: "a text in Base64"
    case .uuid: "a text such as \"123E4567-E89B-12D3-A456-426614174000\""
    case .decimal: "a number, or the text of one,"
    @unknown default: "another value"
    }
  }
}
