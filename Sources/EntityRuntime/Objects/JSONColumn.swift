import EntityJSON
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON that represents an attribute of a Codable type.
///
/// Values of `JSON`, storages and what holds them are written and read as their texts, with all
/// digits and members in their order; all others by Foundation's coders.
enum JSONColumn {
  /// Returns the JSON of `value`; `nil` if the value refuses to be encoded, or is nested more
  /// deeply than what is read.
  ///
  /// What keeps the JSON that it came from is written as that is, everything else with keys in
  /// order.
  static func text<Value: Encodable>(of value: Value) -> String? {
    if keepsText(type(of: value)) {
      let json = __JSONMemberWriter().json(of: value, over: nil)
      return json.flatMap { $0.isTooDeep ? nil : $0.text }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value that the JSON in `cell` represents; `nil` if it represents none.
  static func value<Value: Decodable>(of cell: __Cell, as type: Value.Type) -> Value? {
    cell.kind == .text ? value(of: cell.bytes, as: type) : nil
  }

  /// Returns the value that the JSON `text` represents; `nil` if it represents none.
  static func value<Value: Decodable>(of text: String, as type: Value.Type) -> Value? {
    value(of: text.utf8, as: type)
  }

  /// `true` if `text` is JSON, of whatever type.
  static func isJSON(_ text: String) -> Bool { (try? JSON(reading: text)) != nil }

  /// `true` if values of `type`, or those that it holds, keep the JSON that they came from.
  private static func keepsText(_ type: Any.Type) -> Bool {
    if type == JSON.self || type is any DictionaryStorage.Type { return true }
    return (type as? any JSONContainer.Type).map { keepsText($0.contentType) } ?? false
  }

  private static func value<Value: Decodable>(
    of bytes: some Sequence<UInt8>, as type: Value.Type
  ) -> Value? {
    if keepsText(type) {
      // What a value is without would be lost with the next save, and what is to become of values
      // that cannot be read is for the attribute to say.
      var reader = __JSONMemberReader.strict
      return (try? JSON(reading: bytes)).flatMap { reader.value(of: $0, as: type) }
    }
    return try? decoder.decode(type, from: Data(bytes))
  }

  /// Returns why `json` represents no value of `type`; `nil` where that is not known.
  static func mismatch<Value: Decodable>(in json: JSON, as type: Value.Type) -> JSONMismatch? {
    if keepsText(type) {
      var reader = __JSONMemberReader.strictAndListing
      guard reader.value(of: json, as: type) == nil else { return nil }
      // What is not read in a storage is no reason to refuse that, and is listed before.
      return reader.unreadable.last.map { JSONMismatch(at: $0, of: json, .other) }
    }
    do {
      _ = try decoder.decode(type, from: Data(json.source))
      return nil
    } catch {
      guard let error = error as? DecodingError else { return nil }
      // Of a number that does not fit the decoder says no more than that it is no JSON.
      if case .dataCorrupted(let context) = error, context.codingPath.isEmpty,
        context.debugDescription == "The given data was not valid JSON.",
        let found = misfit(in: json, as: type)
      {
        return found
      }
      return JSONMismatch(error, of: json)
    }
  }

  /// Returns the first number of `json` that a value of `type` cannot have, where it can have 0 in
  /// place of all; `nil` if there is none.
  private static func misfit<Value: Decodable>(
    in json: JSON, as type: Value.Type
  ) -> JSONMismatch? {
    let numbers = json.numbers
    /// Decodes `json` with so many numbers as they are, then `text` in place of one if there is a
    /// text, and 0 in place of the others.
    func decode(keeping count: Int, then text: String? = nil) throws {
      var bytes: [UInt8] = []
      var end = json.source.startIndex
      for (position, number) in numbers.enumerated().dropFirst(count) {
        bytes += json.source[end..<number.json.source.startIndex]
        bytes += (position == count ? text ?? "0" : "0").utf8
        end = number.json.source.endIndex
      }
      bytes += json.source[end...]
      _ = try decoder.decode(type, from: Data(bytes))
    }
    guard !numbers.isEmpty, (try? decode(keeping: 0)) != nil else { return nil }
    var (low, high) = (0, numbers.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if (try? decode(keeping: middle)) != nil { low = middle } else { high = middle }
    }
    // Of a text the decoder says where it is and what there should be.
    do {
      try decode(keeping: low, then: "\"\"")
    } catch {
      let found = (error as? DecodingError).map { JSONMismatch($0, of: json) }
      if let found, found.path == numbers[low].path { return found }
    }
    return JSONMismatch(at: numbers[low].path, of: json, .other)
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

extension JSON {
  /// The numbers inside, with the paths to them, in the order of the text.
  fileprivate var numbers: [(path: JSONPath, json: JSON)] {
    var found: [(JSONPath, JSON)] = []
    collectNumbers(at: JSONPath(), &found)
    return found
  }

  private func collectNumbers(at path: JSONPath, _ found: inout [(JSONPath, JSON)]) {
    if kind == .number { found.append((path, self)) }
    for (index, element) in (elements ?? []).enumerated() {
      element.collectNumbers(at: path.element(index), &found)
    }
    for (name, member) in members ?? [] {
      member.collectNumbers(at: path.member(name), &found)
    }
  }
}
