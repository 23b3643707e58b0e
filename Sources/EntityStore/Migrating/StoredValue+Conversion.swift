package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredValue {
  /// Returns the value, of the type `old`, as one of the type `new`; null where that type has no
  /// value equal to it.
  ///
  /// The text of a value is what Swift describes it as; of a date, ISO 8601 with milliseconds; of
  /// bytes, Base64.
  package func converted(from old: StorageType, to new: StorageType) -> StoredValue {
    if isNull || new.holdsEveryValue(of: old) { return self }
    if new == .string { return text(as: old).map { .text($0) } ?? .null }
    if case .blob(let bytes) = self, new == .uuid { return bytes.count == 16 ? self : .null }
    if case .integer(let whole) = self, old != .boolean, new == .double || new == .float,
      whole.magnitude <= new.exactWholeNumbers
    {
      return .real(Double(whole))
    }
    guard let text = text(as: old) else { return .null }
    switch new {
    case .boolean:
      return ["true", "1"].contains(text)
        ? .integer(1)
        : ["false", "0"].contains(text) ? .integer(0) : .null
    case .int8: return whole(text, Int8.self)
    case .int16: return whole(text, Int16.self)
    case .int32: return whole(text, Int32.self)
    case .int64: return whole(text, Int64.self)
    case .uint8: return whole(text, UInt8.self)
    case .uint16: return whole(text, UInt16.self)
    case .uint32: return whole(text, UInt32.self)
    case .uint64: return whole(text, UInt64.self)
    case .float:
      guard let real = Self.real(text), Double(Float(real)) == real else { return .null }
      return .real(real)
    case .double: return Self.real(text).map { .real($0) } ?? .null
    case .decimal: return Decimal(digits: text).map { .text($0.primitive) } ?? .null
    case .url: return URL(string: text) == nil ? .null : .text(text)
    case .uuid: return UUID(uuidString: text).map { $0.primitive.__storedValue } ?? .null
    default: return .null
    }
  }

  /// Returns the text of the value, which is of the type `type`; `nil` if it is not.
  private func text(as type: StorageType) -> String? {
    switch (self, type) {
    case (.integer(let value), .boolean): value == 1 ? "true" : value == 0 ? "false" : nil
    case (.integer(let value), _): String(value)
    case (.real(let value), .date):
      Date(timeIntervalSinceReferenceDate: value).formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    case (.real(let value), .float): Float(value).description
    case (.real(let value), _): value.description
    case (.text(let value), _): value
    case (.blob(let bytes), .uuid): UUID(__storedValue: .blob(bytes))?.uuidString
    case (.blob(let bytes), .uint64): UInt64(__storedValue: .blob(bytes)).map { String($0) }
    case (.blob(let bytes), _): bytes.base64EncodedString()
    case (.null, _): nil
    }
  }

  /// Returns the real that `text` is, if it has all the digits of it.
  private static func real(_ text: String) -> Double? {
    guard let real = Double(text), real.isFinite else { return nil }
    guard let exact = Decimal(digits: text) else { return real }
    return Decimal(digits: real.description) == exact ? real : nil
  }

  /// Returns the whole number that `text` is, if the type has it.
  private func whole<Number: FixedWidthInteger & Storable>(
    _ text: String, _ type: Number.Type
  ) -> StoredValue {
    if let number = Number(text) { return number.primitive.__storedValue }
    // A decimal or a real may be written with a point and an exponent.
    guard let decimal = Decimal(digits: text), let number = Number(decimal.wholeDescription ?? "")
    else { return .null }
    return number.primitive.__storedValue
  }
}

extension Decimal {
  /// The digits of a whole number; `nil` for one with a fraction.
  fileprivate var wholeDescription: String? {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return description }
    return parts[1].allSatisfy { $0 == "0" } ? String(parts[0]) : nil
  }
}
