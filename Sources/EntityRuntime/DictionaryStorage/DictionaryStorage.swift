public import EntityJSON
public import EntityStore

/// A struct that is backed by the JSON object that it came from.
///
/// Types conform by the annotation `@DictionaryStorage`. Members of the object that are no
/// properties stay as they are, however often the value is changed, encoded and decoded.
public protocol DictionaryStorage:
  JSONRepresentable, Codable, Hashable, Sendable, PlaceholderProviding, __ToOneOrComposition
{
  /// Creates the value that `json` is. A member that is missing, null or of another type than its
  /// property has the property's default value; so have all if `json` is no object, which is
  /// written as one without members.
  init(json: JSON)

  /// What the value is stored as.
  var __storage: __JSONStorage { get set }

  /// Has `members` visit all properties.
  func __visit(_ members: inout __StorageMembers)

  /// Has `table` list all properties.
  static func __list(in table: inout __StorageTable)
}

extension DictionaryStorage {
  /// The JSON object, with what has been assigned and everything else as it was read.
  ///
  /// A value that nothing has been assigned to is byte for byte what it was made of. Whatever is
  /// assigned here becomes the value.
  ///
  /// - Complexity: linear in the length of the text once something has been assigned.
  public var json: JSON {
    get { __storage.json }
    set { __storage = __JSONStorage(newValue) }
  }

  /// The paths of what is in the JSON but cannot be read as the type that it is to be: properties
  /// that have their default values instead, elements that their lists are without, and those of
  /// the values inside.
  ///
  /// It stays in the JSON until something is assigned in its place.
  public var unreadable: [JSONPath] {
    guard __storage.isObject else { return [JSONPath()] }
    var members = __StorageMembers(__storage, isListing: true)
    __visit(&members)
    return members.unreadable
  }

  /// Creates the value of which `bytes`, UTF-8, are the JSON object.
  ///
  /// - Throws: a `JSONReadingError` for what is not JSON, and for JSON that is no object.
  public init(reading bytes: some Sequence<UInt8>) throws(JSONReadingError) {
    try self.init(object: JSON(reading: bytes))
  }

  /// Creates the value of which `text` is the JSON object.
  ///
  /// - Throws: a `JSONReadingError` for what is not JSON, and for JSON that is no object.
  public init(reading text: some StringProtocol) throws(JSONReadingError) {
    try self.init(object: JSON(reading: text))
  }

  private init(object json: JSON) throws(JSONReadingError) {
    guard json.kind == .object else { throw JSONReadingError("expected an object") }
    self.init(json: json)
  }

  /// The value of an object without members.
  public static var placeholder: Self { Self(json: .emptyObject) }

  public static func __read(_ json: JSON, by reader: inout __JSONMemberReader) -> Self? {
    guard json.kind == .object else { return reader.refuse() }
    let value = Self(json: json)
    if reader.isListing { reader.list(value.unreadable) }
    return value
  }

  public func __written(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    writer.isCanonical ? canonicalJSON : object
  }
}

// MARK: Codable

extension DictionaryStorage {
  /// Reads the object that `decoder` has, with all its members.
  ///
  /// - Throws: a `DecodingError` for what is no object.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard json.kind == .object else {
      throw DecodingError.typeMismatch(
        Self.self,
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "expected an object"))
    }
    self.init(json: json)
  }

  /// Encodes the object with all its members.
  public func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }

  /// The JSON as it is written, which is an object.
  private var object: JSON { __storage.isObject ? json : .emptyObject }
}

// MARK: Hashable

extension DictionaryStorage {
  /// `true` if all properties are equal and all other members too; it makes no difference whether a
  /// default value is written or its member is missing.
  public static func == (left: Self, right: Self) -> Bool {
    left.__storage.isSame(as: right.__storage) || left.canonicalJSON == right.canonicalJSON
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalJSON) }

  /// The JSON with the values of all properties, written as this library writes them.
  private var canonicalJSON: JSON {
    let storage = __storage.isObject ? __storage : __JSONStorage()
    var members = __StorageMembers(storage, isListing: false)
    __visit(&members)
    return members.canonical.json
  }
}

/// Visits the properties of a `DictionaryStorage`.
public struct __StorageMembers {
  private let storage: __JSONStorage
  private let isListing: Bool

  /// The paths of what could not be read.
  private(set) var unreadable: [JSONPath] = []

  /// The storage with the values of all properties, written in one way.
  private(set) var canonical: __JSONStorage

  init(_ storage: __JSONStorage, isListing: Bool) {
    self.storage = storage
    self.isListing = isListing
    canonical = storage
  }

  /// Visits the property whose member is at `path`.
  public mutating func visit<Value>(_ path: String, _ value: @autoclosure () -> Value) {
    if let json = storage.member(path), !json.isNull {
      let names = path.split(separator: ".", omittingEmptySubsequences: false)
      var reader = __JSONMemberReader(
        at: JSONPath(names.map { .name(String($0)) }), isListing: true)
      _ = reader.value(of: json, as: Value.self)
      unreadable += reader.unreadable
      // What could not be read is compared as it is.
      if !reader.unreadable.isEmpty { return }
    } else if let obstacle = storage.obstacle(path) {
      if !unreadable.contains(obstacle) { unreadable.append(obstacle) }
      return
    }
    if isListing { return }
    let json = __JSONMemberWriter(isCanonical: true).json(of: value(), over: nil)
    canonical.setMember(path, json?.isNull == true ? nil : json)
  }
}
