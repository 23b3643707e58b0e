import EntityJSON
import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Stored values as the JSON of a file: as people write them where that says the same, and
/// otherwise as an object with one member that says how the value is stored.
enum ExportedValue {
  /// The names of the members that say how a value is stored.
  private enum Tag: String {
    case integer = "$integer"
    case real = "$real"
    /// The 64 bits of a real that JSON has no number for.
    case bits = "$bits"
    case text = "$text"
    case blob = "$blob"
  }

  // MARK: Writing

  /// Adds `value`, one of an attribute of `type`.
  static func append(_ value: StoredValue, as type: StorageType, to writer: inout JSONWriter) {
    if value.isNull { return writer.append(raw: "null") }
    switch (type, value) {
    case (.string, .text(let text)): return writer.append(text)
    case (.url, .text(let text)) where URL(string: text) != nil: return writer.append(text)
    case (.data, .blob(let bytes)): return writer.append(raw: quoted(bytes))
    default: break
    }
    if let text = plainText(of: value, type) { return writer.append(raw: text) }
    appendTagged(value, to: &writer)
  }

  /// Returns the JSON of `value` that says all of it; `nil` where there is none.
  private static func plainText(of value: StoredValue, _ type: StorageType) -> String? {
    switch (type, value) {
    case (.boolean, .integer(let number)) where number == 0 || number == 1:
      return number == 1 ? "true" : "false"
    case (.boolean, _): return nil
    case (_, .integer(let number)) where type.storageClass == .integer:
      return type.integerRange?.contains(number) == false ? nil : String(number)
    case (.uint64, .blob): return UInt64(__storedValue: value).map { String($0) }
    case (.float, .real(let number)):
      let float = Float(number)
      guard float.isFinite, Double(float).bitPattern == number.bitPattern else { return nil }
      return float.jsonDigits
    case (.double, .real(let number)): return number.isFinite ? number.jsonDigits : nil
    case (.date, .real(let seconds)):
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      guard seconds.isFinite, let text = ISO8601Text.text(of: date, fractionDigits: nil),
        ISO8601Reader.date(String(text.dropFirst().dropLast()))?.timeIntervalSinceReferenceDate
          .bitPattern == seconds.bitPattern
      else { return nil }
      return text
    case (.decimal, .text(let digits)):
      guard let json = try? JSON(reading: digits), json.kind == .number,
        json.decimal?.storedValue == value, json.source.count == digits.utf8.count
      else { return nil }
      return digits
    case (.uuid, .blob): return UUID(__storedValue: value).map { "\"\($0.uuidString)\"" }
    case (.json, .text(let text)): return isEmbeddable(text) ? text : nil
    default: return nil
    }
  }

  /// Adds `value` with how it is stored.
  static func appendTagged(_ value: StoredValue, to writer: inout JSONWriter) {
    writer.beginObject()
    switch value {
    case .null: break
    case .integer(let number): writer.member("$integer") { $0.append(raw: String(number)) }
    case .real(let number) where number.isFinite:
      writer.member("$real") { $0.append(raw: number.jsonDigits) }
    case .real(let number): writer.member("$bits") { $0.append(raw: String(number.bitPattern)) }
    case .text(let text): writer.member("$text", text)
    case .blob(let bytes): writer.member("$blob") { $0.append(raw: quoted(bytes)) }
    }
    writer.endObject()
  }

  private static func quoted(_ bytes: Data) -> String { "\"\(bytes.base64EncodedString())\"" }

  /// `true` if `text` is JSON that can be a part of a line as it is, and is read as no other value.
  private static func isEmbeddable(_ text: String) -> Bool {
    guard let json = try? JSON(reading: text), !json.isNull,
      json.source.count == text.utf8.count, tag(of: json) == nil,
      !text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    else { return false }
    // A line has at most as many levels as any other text.
    let brackets = json.document.nodes.count { $0.kind == .array || $0.kind == .object }
    return brackets < JSONDocument.depthLimit / 2
  }

  // MARK: Reading

  /// What a value of a file says.
  struct Reading {
    let value: StoredValue

    /// `true` if the file says how the value is stored, whatever the type of the attribute.
    var isAsStored = false
  }

  /// Returns what `json` says that an attribute of `type` is; `nil` if it is no such value.
  static func read(_ json: JSON, as type: StorageType) -> Reading? {
    if json.isNull { return Reading(value: .null) }
    if let tagged = taggedValue(json) { return Reading(value: tagged, isAsStored: true) }
    return json.exactValue(as: type).map { Reading(value: $0) }
  }

  /// Returns the one member of `json` if its name says how a value is stored.
  private static func tag(of json: JSON) -> (tag: Tag, value: JSON)? {
    guard json.kind == .object, json.count == 1, let member = json.members?.first,
      let tag = Tag(rawValue: member.name)
    else { return nil }
    return (tag, member.value)
  }

  /// Returns what `json` says that is written so; `nil` if it does not say how it is stored.
  static func taggedValue(_ json: JSON) -> StoredValue? {
    guard let (tag, value) = tag(of: json) else { return nil }
    switch tag {
    case .integer: return value.integer(as: Int64.self).map { .integer($0) }
    case .real: return value.double.map { .real($0) }
    case .bits: return value.integer(as: UInt64.self).map { .real(Double(bitPattern: $0)) }
    case .text: return value.string.map { .text($0) }
    case .blob: return value.string.flatMap { Data(base64Encoded: $0) }.map { .blob($0) }
    }
  }

  /// What a value of `type` is called, with an article.
  static func name(of type: StorageType) -> String {
    switch type {
    case .boolean: "true or false"
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64:
      "a whole number of '\(type.rawValue)'"
    case .float, .double: "a number"
    case .string: "a text"
    case .date: "a date in ISO 8601"
    case .data: "bytes in Base64"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .decimal: "a decimal number"
    case .json: "a value"
    @unknown default: "a value of '\(type.rawValue)'"
    }
  }
}
