/// The names of the members of the objects that describe a model.
enum DescriptionKey: String, CodingKey {
  case format, entities
  case entity, extends, abstract, originalName, properties, uniqueKeys, indexes
  case attribute, type, swiftType, optional, unique, indexed, secret, searchable, external
  case uniqueIgnoringCase, indexedIgnoringCase
  case leaf, leaves
  case `default`, hasDefault, column
  case toOne, toMany, ordered, target, inverse, implicit, deleteRule, minimum, maximum
  case fetched, request
  case derived
}

/// The names of the members before the description had a format.
enum EarlierKey: String, CodingKey {
  case name, superentity, originalName, properties
  case attribute, relationship, fetched
  case content = "_0"
  case column, type, isOptional, isUnique, isIndexed, hasDefault, defaultValue
  case target, inverse, deleteRule, minimumCount, maximumCount, isToMany
  case result, predicate, sorting
}

extension KeyedDecodingContainer<DescriptionKey> {
  /// Returns the flag `key`, which is false where it is left out.
  func flag(_ key: DescriptionKey) throws -> Bool {
    contains(key) ? try decode(Bool.self, forKey: key) : false
  }

  /// Returns the member `key`, or `nil` where it is left out.
  func string(_ key: DescriptionKey) throws -> String? {
    contains(key) ? try decode(String.self, forKey: key) : nil
  }

  /// Returns the default value `key`, or `nil` where it is left out.
  func storedValue(_ key: DescriptionKey) throws -> StoredValue? {
    guard contains(key) else { return nil }
    if let value = try? decode(Int64.self, forKey: key) { return .integer(value) }
    if let value = try? decode(String.self, forKey: key) { return .text(value) }
    // An object without members is no value; one with members that are not known is not.
    guard let value = try? decode(StoredValue.self, forKey: key),
      let members = try? decode([String: Anything].self, forKey: key),
      value.isNull == members.isEmpty
    else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "there is no value of an attribute")
    }
    return value
  }
}

extension KeyedEncodingContainer<DescriptionKey> {
  /// Encodes `flag`, unless it is false.
  mutating func encode(flag: Bool, _ key: DescriptionKey) throws {
    if flag { try encode(true, forKey: key) }
  }

  /// Encodes `value` by itself where it is a number or a string, else as an object that names its
  /// kind.
  mutating func encode(_ value: StoredValue, _ key: DescriptionKey) throws {
    switch value {
    case .integer(let value): try encode(value, forKey: key)
    case .text(let value): try encode(value, forKey: key)
    default: try encode(value, forKey: key)
    }
  }
}

/// A value that is passed over.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
