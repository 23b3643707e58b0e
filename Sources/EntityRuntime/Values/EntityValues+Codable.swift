import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EntityValues {
  public init(from decoder: any Decoder) throws {
    let visitor = ValuesDecoder(of: Object.self, try decoder.container(keyedBy: PropertyKey.self))
    self.init(__blank: __ValuesBlank())
    objectID = try visitor.objectID()
    try accept(visitor)
  }

  public func encode(to encoder: any Encoder) throws {
    var copy = self
    let visitor = ValuesEncoder(__head, encoder.container(keyedBy: PropertyKey.self))
    try visitor.encodeObjectID()
    try copy.accept(visitor)
  }
}

/// The key of a property: its name.
struct PropertyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }

  /// The key of the object's own id.
  static let objectID = PropertyKey("objectID")
}

/// Encodes values.
private final class ValuesEncoder: __ValuesVisitor {
  let head: __ValuesHead
  var container: KeyedEncodingContainer<PropertyKey>

  init(_ head: __ValuesHead, _ container: KeyedEncodingContainer<PropertyKey>) {
    self.head = head
    self.container = container
  }

  func encodeObjectID() throws {
    try container.encodeIfPresent(head.objectID, forKey: .objectID)
  }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) throws {
    let key = PropertyKey(name)
    if try encodeUnrecognized(key, item(value)) { return }
    try container.encode(value, forKey: key)
  }

  override func seeOptional<Value: Codable>(
    _ name: String, _ value: inout Value?, _ kind: Kind, _ item: (Value?) -> StoredItem
  ) throws {
    let key = PropertyKey(name)
    if try encodeUnrecognized(key, item(value)) { return }
    if let value {
      try container.encode(value, forKey: key)
    } else if kind != .optional {
      // A missing key would be the default again.
      try container.encodeNil(forKey: key)
    }
  }

  override func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) throws {
    try container.encodeIfPresent(id, forKey: PropertyKey(name))
  }

  /// Encodes what the row holds of the property `key` if no value of its type represents that;
  /// `false` if there is no such thing.
  private func encodeUnrecognized(
    _ key: PropertyKey, _ item: @autoclosure () -> StoredItem
  ) throws -> Bool {
    guard head.unrecognized != nil,
      let stored = head.unrecognized(key.stringValue, standIn: item())
    else { return false }
    switch stored {
    case .null: try container.encodeNil(forKey: key)
    case .integer(let value): try container.encode(value, forKey: key)
    case .real(let value): try container.encode(value, forKey: key)
    case .text(let value): try container.encode(value, forKey: key)
    case .blob(let bytes):
      if let number = UInt64(__storedValue: stored) {
        try container.encode(number, forKey: key)
      } else {
        try container.encode(bytes, forKey: key)
      }
    }
    return true
  }
}

/// Decodes values.
final class ValuesDecoder: __ValuesVisitor {
  let type: ManagedObject.Type
  let container: KeyedDecodingContainer<PropertyKey>

  /// `true` if what is missing stays as it is, whether it is required or not.
  let isPartial: Bool

  /// The names of the properties that were there.
  private(set) var names: Set<String> = []

  init(
    of type: ManagedObject.Type, _ container: KeyedDecodingContainer<PropertyKey>,
    isPartial: Bool = false
  ) {
    self.type = type
    self.container = container
    self.isPartial = isPartial
  }

  /// Returns the object's own id, `nil` where there is none.
  func objectID() throws -> ObjectID? { try id(.objectID) }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) throws {
    let key = PropertyKey(name)
    guard try contains(key, isRequired: kind == .required) else { return }
    value = try named(key) { try container.decode(Value.self, forKey: key) }
  }

  override func seeOptional<Value: Codable>(
    _ name: String, _ value: inout Value?, _ kind: Kind, _ item: (Value?) -> StoredItem
  ) throws {
    let key = PropertyKey(name)
    guard try contains(key, isRequired: false) else { return }
    value = try named(key) { try container.decodeIfPresent(Value.self, forKey: key) }
  }

  override func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) throws {
    let key = PropertyKey(name)
    guard try contains(key, isRequired: isRequired) else { return }
    id = isRequired ? try requiredID(key) : try self.id(key)
  }

  /// `true` if `key` is there, which is noted.
  ///
  /// - Throws: a `DecodingError` if it has to be there and is not.
  private func contains(_ key: PropertyKey, isRequired: Bool) throws -> Bool {
    if container.contains(key) {
      names.insert(key.stringValue)
      return true
    }
    guard isRequired, !isPartial else { return false }
    throw DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: container.codingPath,
        debugDescription: "'\(type.__entityName).\(key.stringValue)' is required and has no "
          + "default, so that '\(key.stringValue)' must be given"))
  }

  /// Returns what `decode` does; an error of it names `key`.
  private func named<Value>(_ key: PropertyKey, _ decode: () throws -> Value) throws -> Value {
    do {
      return try decode()
    } catch DecodingError.dataCorrupted(let context)
      where context.codingPath.count <= container.codingPath.count
    {
      // Some decoders leave out where a date or a number is.
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [key], debugDescription: context.debugDescription,
          underlyingError: context.underlyingError))
    } catch let error where !(error is DecodingError) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [key],
          debugDescription: "the value cannot be read as \(Value.self)", underlyingError: error))
    }
  }

  /// Returns the id that is the value of `key`.
  private func requiredID(_ key: PropertyKey) throws -> ObjectID {
    try checked(try container.decode(ObjectID.self, forKey: key), key)
  }

  /// Returns the id that is the value of `key`, `nil` where it is null or missing.
  private func id(_ key: PropertyKey) throws -> ObjectID? {
    try container.decodeIfPresent(ObjectID.self, forKey: key).map { try checked($0, key) }
  }

  /// Returns `id`, which is permanent.
  private func checked(_ id: ObjectID, _ key: PropertyKey) throws -> ObjectID {
    guard id.rowID <= 0 else { return id }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: container, debugDescription: ObjectIDError.temporary(id.text).message)
  }
}
