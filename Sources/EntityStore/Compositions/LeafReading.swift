import EntityJSON
package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The leaves of a composition, which is stored as the JSON that Codable makes of it.

extension StoredValue {
  /// Creates the value, of `type`, of the leaf at `path`, names with dots between them, of the
  /// composition that `json` is; null where there is none, and where JSON holds something else.
  package init(leaf path: String, of json: [UInt8], as type: StorageType) {
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    var scanner = JSONScanner(json)
    var found: ArraySlice<UInt8>?
    guard (try? scanner.find(names[...], &found)) != nil, (try? scanner.finish()) != nil,
      let found
    else {
      self = .null
      return
    }
    self = Self.leaf(found, as: type) ?? .null
  }

  /// Returns the value of `type` that `source`, a value in JSON, is.
  private static func leaf(_ source: ArraySlice<UInt8>, as type: StorageType) -> StoredValue? {
    let text = String(decoding: source, as: UTF8.self)
    if text == "null" { return nil }
    switch type {
    case .json: return .text(text)
    case .boolean: return text == "true" ? .integer(1) : text == "false" ? .integer(0) : nil
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      guard let number = Int64(text) ?? Double(text).flatMap(Int64.init(exactly:)),
        type.integerRange?.contains(number) ?? true
      else { return nil }
      return .integer(number)
    case .uint64:
      return (UInt64(text) ?? Double(text).flatMap(UInt64.init(exactly:)))?.storedValue
    case .double, .date: return real(source, text).map { .real($0) }
    case .float:
      guard let number = real(source, text) else { return nil }
      return .real(Double(Float(text) ?? Float(number)))
    case .decimal: return Decimal(digits: text).map { $0.storedValue }
    case .string, .url: return string(source).map { .text($0) }
    case .data: return string(source).flatMap { Data(base64Encoded: $0) }.map { .blob($0) }
    case .uuid: return string(source).flatMap { UUID(uuidString: $0)?.storedValue }
    }
  }

  /// Returns the number that a value in JSON is, or the one that `JSONColumn` writes as a string.
  private static func real(_ source: ArraySlice<UInt8>, _ text: String) -> Double? {
    switch string(source) {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    case nil: text.first == "t" || text.first == "f" ? nil : Double(text)
    default: nil
    }
  }

  /// Returns the text that a value in JSON is.
  private static func string(_ source: ArraySlice<UInt8>) -> String? {
    guard source.first == UInt8(ascii: "\"") else { return nil }
    var scanner = JSONScanner(Array(source))
    return try? scanner.readString()
  }

  /// Returns the JSON of the value, which is one of `type`, as Codable writes it.
  package func jsonText(as type: StorageType) -> String {
    switch (self, type) {
    case (.null, _): "null"
    case (.integer(let number), .boolean): number == 0 ? "false" : "true"
    case (.integer(let number), _): String(number)
    case (.real(let number), .float) where number.isFinite: "\(Float(number))"
    case (.real(let number), _) where number.isFinite: "\(number)"
    case (.real(let number), _): number.isNaN ? "\"nan\"" : number < 0 ? "\"-inf\"" : "\"inf\""
    case (.text(let text), .decimal), (.text(let text), .json): text
    case (.text(let text), _): JSONWriter.quoted(text)
    case (.blob, .uint64): UInt64(storedValue: self).map { String($0) } ?? "null"
    case (.blob, .uuid): UUID(storedValue: self).map { "\"\($0.uuidString)\"" } ?? "null"
    case (.blob(let data), _): "\"\(data.base64EncodedString())\""
    }
  }
}

extension ColumnLayout {
  /// Returns the value that the column, a leaf's, has where its composition is stored as
  /// `composition`.
  package func leafValue(in composition: StoredValue) -> StoredValue {
    if let member { return member.member.value(in: composition) }
    guard case .text(let json) = composition, let leafPath, case .value(let type) = kind else {
      return .null
    }
    return StoredValue(leaf: leafPath, of: Array(json.utf8), as: type)
  }
}

extension JSONScanner {
  /// Reads an object, or the array that a range is, and gives `found` the source of the value that
  /// `names` lead to.
  fileprivate mutating func find(
    _ names: ArraySlice<Substring>, _ found: inout ArraySlice<UInt8>?
  ) throws(JSONError) {
    guard let position = Self.bounds.firstIndex(of: names.first ?? "") else {
      try findMember(names, &found)
      return
    }
    let start = self
    if try findMember(names, &found) { return }
    self = start
    var index = 0
    try readArray { (scanner) throws(JSONError) in
      if index == position, names.count == 1 {
        found = try scanner.readSource()
      } else {
        try scanner.skipValue()
      }
      index += 1
    }
  }

  /// What Codable makes of a range: an array of its bounds.
  private static var bounds: [Substring] { ["lowerBound", "upperBound"] }

  /// Reads an object, and gives `found` the source of the value that `names` lead to; returns
  /// `false` for anything else.
  @discardableResult
  private mutating func findMember(
    _ names: ArraySlice<Substring>, _ found: inout ArraySlice<UInt8>?
  ) throws(JSONError) -> Bool {
    try readObject { (key, scanner) throws(JSONError) in
      guard key == names.first ?? "" else { return try scanner.skipValue() }
      if names.count == 1 {
        found = try scanner.readSource()
      } else {
        try scanner.find(names.dropFirst(), &found)
      }
    }
  }
}
