import EntityJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A filter that a client has sent as JSON, which has not been compared with a model yet.
///
///     {"and": [
///       {"pages": {">": 100}},
///       {"author.name": {"contains": "le guin", "ignoringCase": true}}
///     ]}
///
/// `Docs/Fetching.md` has the whole language. `FetchRequest.filtered(by:allowing:)` checks it
/// against the properties that a client may use.
public struct ClientFilter: Hashable, Sendable {
  /// What was sent.
  let value: JSONValue

  /// The most bytes of a filter.
  private static let mostBytes = 1 << 20

  /// Reads the filter that `json` is.
  ///
  /// - Throws: a `FilterError` if it is no JSON, has two members of one name in an object, or is
  ///   longer than a mebibyte or nested more than 128 deep.
  public init(json: some Sequence<UInt8>) throws(FilterError) {
    let bytes = Array(json.prefix(Self.mostBytes + 1))
    guard bytes.count <= Self.mostBytes else {
      throw FilterError(path: "", message: "a filter has at most \(Self.mostBytes) bytes")
    }
    do {
      value = try JSONValue(reading: bytes)
    } catch {
      throw FilterError(path: "", message: "the filter is no JSON: \(error)")
    }
  }

  /// Reads the filter that `json` is.
  ///
  /// - Throws: a `FilterError` if it is no JSON, has two members of one name in an object, or is
  ///   longer than a mebibyte or nested more than 128 deep.
  public init(json: String) throws(FilterError) { try self.init(json: json.utf8) }
}

extension ClientFilter: Decodable {
  /// Reads the filter as a part of a body that a client has sent.
  ///
  /// Of two members of one name a decoder has one alone; `init(json:)` refuses them.
  public init(from decoder: any Decoder) throws { value = try DecodedJSON(from: decoder).value }
}

/// A value of JSON that a decoder has read.
private struct DecodedJSON: Decodable {
  let value: JSONValue

  /// How deep values may be nested that a decoder reads.
  private static let deepest = 64

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Returns the number that is read as `real`, and where decimals can be read as `decimal`, which
  /// has more digits.
  private static func number(_ real: Double, _ decimal: Decimal?) -> JSONValue {
    guard let digits = decimal?.description, Double(digits) == real else {
      return .fraction(real.description)
    }
    return Int128(digits).map { .integer($0) } ?? .fraction(digits)
  }

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.deepest else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a filter is nested at most \(Self.deepest) deep"))
    }
    if let object = try? decoder.container(keyedBy: Name.self) {
      var members: [String: JSONValue] = [:]
      for name in object.allKeys {
        members[name.stringValue] = try object.decode(DecodedJSON.self, forKey: name).value
      }
      value = .object(members)
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !list.isAtEnd { elements.append(try list.decode(DecodedJSON.self).value) }
      value = .array(elements)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let boolean = try? single.decode(Bool.self) {
      value = .boolean(boolean)
    } else if let integer = try? single.decode(Int64.self) {
      value = .integer(Int128(integer))
    } else if let integer = try? single.decode(UInt64.self) {
      value = .integer(Int128(integer))
    } else if let real = try? single.decode(Double.self), real.isFinite {
      value = Self.number(real, try? single.decode(Decimal.self))
    } else {
      value = .string(try single.decode(String.self))
    }
  }
}
