import EntityJSON
import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONWriter {
  /// Adds what an attribute of `type` stores.
  ///
  /// - Returns: `false` if JSON has nothing for it: a number or a date that is not finite, a year
  ///   that ISO 8601 does not write. Null has been added in its place.
  @discardableResult
  mutating func append(
    _ value: StoredValue, as type: StorageType, _ format: JSONFormat
  ) -> Bool {
    if let text = Self.text(of: value, type, format) {
      append(raw: text)
    } else if case .text(let text) = value, type != .decimal || text != "\(Decimal.nan)" {
      append(text)
    } else {
      append(raw: "null")
      return value.isNull
    }
    return true
  }

  /// Returns the JSON of `value`; `nil` for a string that needs a look at its letters, and for what
  /// JSON has nothing for.
  private static func text(
    of value: StoredValue, _ type: StorageType, _ format: JSONFormat
  ) -> String? {
    switch (type, value) {
    case (.boolean, .integer(let number)) where number == 0 || number == 1:
      number == 1 ? "true" : "false"
    case (.date, .real(let seconds)):
      format.dates.text(of: Date(timeIntervalSinceReferenceDate: seconds))
    case (.float, .real(let number)): Float(number).isFinite ? Float(number).jsonDigits : nil
    case (_, .real(let number)): number.isFinite ? number.jsonDigits : nil
    case (_, .integer(let number)): String(number)
    case (.decimal, .text(let digits)):
      Decimal(digits: digits).flatMap { JSON($0) }?.text
    case (.json, .text(let text)): (try? JSON(reading: text))?.text
    case (.uint64, .blob): UInt64(__storedValue: value).map { String($0) }
    case (.uuid, .blob): UUID(storedValue: value).map { "\"\($0.uuidString)\"" }
    case (_, .blob(let bytes)): "\"\(bytes.base64EncodedString())\""
    case (_, .text), (_, .null): nil
    }
  }
}
