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
  /// Returns the JSON of `value`; `nil` if the value refuses to be encoded.
  ///
  /// What keeps the JSON that it came from is written as that is, everything else with keys in
  /// order.
  static func text<Value: Encodable>(of value: Value) -> String? {
    if keepsText(type(of: value)) {
      return __JSONMemberWriter().json(of: value, over: nil)?.text
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
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? decoder.decode(type, from: Data(bytes))
  }
}
