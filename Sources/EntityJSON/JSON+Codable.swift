#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON {
  /// Creates what `value` is encoded as, with members in the order of their names.
  ///
  ///     let json = try JSON(encoding: Reply(status: "ok"))
  ///
  /// - Parameter encoder: One with a form of dates, data or names of its own, which also says in
  ///   which order members are.
  /// - Throws: what the value or the encoder throws.
  public init(encoding value: some Encodable, with encoder: JSONEncoder? = nil) throws {
    try self.init(reading: (encoder ?? Self.orderedEncoder).encode(value))
  }

  /// Returns the value as `type`.
  ///
  ///     let order: Order = try json.decode()
  ///
  /// - Parameter decoder: One with a form of dates, data or names of its own.
  /// - Throws: what the type or the decoder throws, a `DecodingError` as a rule.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder? = nil
  ) throws -> Value {
    try (decoder ?? JSONDecoder()).decode(type, from: Data(source))
  }

  private static var orderedEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension JSON: Codable {
  /// Reads whatever value `decoder` has, names as they are, also where those of properties are
  /// converted: `convertFromSnakeCase` changes none inside.
  ///
  /// Numbers are read as the decoder gives them, with the digits that a `Decimal` holds where it
  /// gives one. `JSON(reading:)` keeps them all.
  public init(from decoder: any Decoder) throws {
    if (try? decoder.container(keyedBy: MemberName.self)) != nil {
      // Foundation's coders leave the names of dictionaries as they are, whatever they make of
      // those of properties.
      let members = try decoder.singleValueContainer().decode([String: JSON].self)
      self.init(members: members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self.init(elements)
    } else {
      try self.init(try decoder.singleValueContainer())
    }
  }

  private init(_ container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self.init(value)
    } else if let value = try? container.decode(Int64.self) {
      self.init(value)
    } else if let value = try? container.decode(UInt64.self) {
      self.init(value)
    } else if let value = try? container.decode(Double.self), let json = JSON(value) {
      let exact = (try? container.decode(Decimal.self)).flatMap { JSON($0) }
      // A decimal has fewer exponents than a double.
      if let exact, exact != json, exact.double == value { self = exact } else { self = json }
    } else {
      self.init(try container.decode(String.self))
    }
  }

  /// Encodes the value, a number as the smallest of `Int64`, `UInt64` and `Double` that holds it;
  /// as a `Double` it is rounded to the nearest one. `source` and `text` have all digits. The first
  /// of several members of one name is encoded. Names stay as they are, also where those of
  /// properties are converted.
  ///
  /// - Throws: an `EncodingError` for a number that none of these holds.
  public func encode(to encoder: any Encoder) throws {
    switch kind {
    case .object:
      var container = encoder.singleValueContainer()
      try container.encode(Dictionary(members ?? []) { first, _ in first })
    case .array:
      var container = encoder.unkeyedContainer()
      for element in elements ?? [] { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean:
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .string:
      var container = encoder.singleValueContainer()
      try container.encode(string)
    case .number: try encodeNumber(to: encoder)
    }
  }

  private func encodeNumber(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = integer(as: Int64.self) {
      try container.encode(value)
    } else if let value = integer(as: UInt64.self) {
      try container.encode(value)
    } else if let value = double {
      try container.encode(value)
    } else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the number is beyond what Int64, UInt64 and Double can hold"))
    }
  }

  /// The name of a member, to ask whether there are any.
  private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
