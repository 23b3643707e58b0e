public import EntityJSON

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
  let value: JSON

  /// The most bytes of a filter.
  private static let mostBytes = 1 << 20

  /// Reads the filter that `json` is.
  ///
  /// - Throws: a `FilterError` if it is no JSON, is longer than a mebibyte or nested more than 512
  ///   deep.
  public init(json: some Sequence<UInt8>) throws(FilterError) {
    let bytes = Array(json.prefix(Self.mostBytes + 1))
    try Self.checkLength(bytes.count)
    do {
      value = try JSON(reading: bytes)
    } catch {
      throw FilterError(path: "", message: "the filter is no JSON: \(error)")
    }
  }

  /// Reads the filter that `json` is.
  ///
  /// - Throws: a `FilterError` if it is no JSON, is longer than a mebibyte or nested more than 512
  ///   deep.
  public init(json: String) throws(FilterError) { try self.init(json: json.utf8) }

  /// Creates the filter that `json` is, a part of a body that has been read.
  ///
  /// - Throws: a `FilterError` if it is longer than a mebibyte.
  @_disfavoredOverload
  public init(json: JSON) throws(FilterError) {
    try Self.checkLength(json.source.count)
    value = json
  }

  private static func checkLength(_ count: Int) throws(FilterError) {
    guard count <= mostBytes else {
      throw FilterError(path: "", message: "a filter has at most \(mostBytes) bytes")
    }
  }
}

extension ClientFilter: Decodable {
  /// Reads the filter as a part of a body that a client has sent, which a decoder nests at most 64
  /// deep.
  ///
  /// Of two members of one name a decoder has one alone; `init(json:)` has both, which are refused.
  public init(from decoder: any Decoder) throws { value = try DecodedJSON(from: decoder).json }
}

/// A value of JSON that a decoder has read.
private struct DecodedJSON: Decodable {
  let json: JSON

  /// How deep values may be nested: a decoder calls itself, and this one is a client's.
  private static let deepest = 64

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.deepest else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a filter is nested at most \(Self.deepest) deep"))
    }
    if let object = try? decoder.container(keyedBy: Name.self) {
      json = JSON(
        members: try object.allKeys.map {
          ($0.stringValue, try object.decode(DecodedJSON.self, forKey: $0).json)
        })
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !list.isAtEnd { elements.append(try list.decode(DecodedJSON.self).json) }
      json = JSON(elements)
    } else {
      json = try JSON(from: decoder)
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
