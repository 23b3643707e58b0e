public import EntityStore

/// A struct whose values, the leaves, can be named by requests where it is an attribute of an
/// entity: `{ $0.home.city == "Oslo" }`.
///
/// Types conform by the annotation `@Composition`. A composition is stored as JSON, in one column,
/// and each leaf in a column that the store computes of it.
public protocol Composition:
  Codable, Hashable, Sendable, PlaceholderProviding, __ToOneOrComposition
{
  /// The leaves.
  static var __leafTable: __LeafTable { get }

  /// Creates the composition whose leaves are what `__leaves` reads.
  init(__leaves: __LeafDecoder) throws

  /// Encodes the leaves.
  func __encode(to leaves: inout __LeafEncoder) throws
}

extension Composition {
  /// The composition of which each leaf has its default value, or a placeholder of its own.
  public static var placeholder: Self {
    do {
      return try Self(__leaves: __LeafDecoder())
    } catch {
      preconditionFailure("a leaf of \(Self.self) has no value to begin with: \(error)")
    }
  }

  /// Decodes the leaves, each by its name; one that is missing has its default value.
  public init(from decoder: any Decoder) throws {
    try self.init(__leaves: __LeafDecoder(decoder))
  }

  /// Encodes the leaves, each by its name, without those that are `nil`.
  public func encode(to encoder: any Encoder) throws {
    var leaves = __LeafEncoder(encoder)
    try __encode(to: &leaves)
  }
}

/// The name of a leaf.
struct LeafKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Reads the leaves of a composition: those that a decoder has, or what stands in for them.
public struct __LeafDecoder {
  /// What holds the leaves; `nil` where each is made a placeholder.
  private let container: KeyedDecodingContainer<LeafKey>?

  /// Reads placeholders.
  init() { container = nil }

  /// Reads what `decoder` has.
  init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: LeafKey.self) }

  /// Returns the leaf `name`, which has no default value.
  public func value<Value: Decodable & PlaceholderProviding>(_ name: String) throws -> Value {
    guard let container else { return Value.placeholder }
    return try container.leaf(LeafKey(stringValue: name))
  }

  /// Returns the leaf `name`, which has no default value, of an enumeration.
  public func value<Value: Decodable & CaseIterable>(_ name: String) throws -> Value {
    if let container { return try container.leaf(LeafKey(stringValue: name)) }
    guard let first = Value.allCases.first else {
      throw DecodingError.keyNotFound(
        LeafKey(stringValue: name),
        DecodingError.Context(
          codingPath: [], debugDescription: "the enumeration of '\(name)' has no cases"))
    }
    return first
  }

  /// Returns the leaf `name`, which has no default value, of an enumeration with a placeholder.
  public func value<Value: Decodable & CaseIterable & PlaceholderProviding>(
    _ name: String
  ) throws -> Value {
    guard let container else { return Value.placeholder }
    return try container.leaf(LeafKey(stringValue: name))
  }

  /// Refuses a required leaf that has no placeholder.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a leaf of this type needs a default value, since nothing else can replace a missing one; \
      give it one or make it optional
      """
  )
  public func value<Value: Decodable>(_ name: String) throws -> Value {
    preconditionFailure("\(Value.self) has no placeholder")
  }

  /// Returns the leaf `name`, which has a default value.
  public func value<Value: Decodable>(
    _ name: String, default value: @autoclosure () throws -> Value
  ) throws -> Value {
    let found: Value? = try optional(name)
    return try found ?? value()
  }

  /// Returns the optional leaf `name`.
  public func optional<Value: Decodable>(_ name: String) throws -> Value? {
    guard let container else { return nil }
    return try container.leafIfPresent(LeafKey(stringValue: name))
  }
}

/// Writes the leaves of a composition.
public struct __LeafEncoder {
  private var container: KeyedEncodingContainer<LeafKey>

  /// Writes to `encoder`.
  init(_ encoder: any Encoder) { container = encoder.container(keyedBy: LeafKey.self) }

  /// Writes the leaf `name`.
  public mutating func encode<Value: Encodable>(_ value: Value, _ name: String) throws {
    try container.encode(leaf: value, LeafKey(stringValue: name))
  }

  /// Writes the optional leaf `name`.
  public mutating func encodeOptional<Value: Encodable>(_ value: Value?, _ name: String) throws {
    if let value { try container.encode(leaf: value, LeafKey(stringValue: name)) }
  }
}
