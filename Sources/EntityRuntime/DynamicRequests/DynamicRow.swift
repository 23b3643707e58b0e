public import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which properties to fetch of the objects of a request that is made of names.
public struct DynamicRowRequest: Sendable {
  /// The objects.
  let base: DynamicRequest

  /// The properties.
  let paths: [String]
}

/// The values of one object that were asked for by the names of its properties.
///
/// As JSON it is an object with a member for each name: booleans, numbers and texts as such, dates,
/// UUIDs, URLs and data as the encoder encodes them, ids as their text.
public struct DynamicRow: Hashable, Sendable {
  /// What a column holds.
  struct Column: Hashable, Sendable {
    /// The property, as it was asked for.
    let name: String

    /// The type of its values.
    let type: StorageType

    /// The name of the root of the tree whose ids it holds; `nil` for values.
    let root: String?
  }

  /// What the columns hold.
  let columns: [Column]

  /// The values as they are stored, in the order in which they were asked for; of an object the
  /// number of its row.
  public let values: [StoredValue]

  /// The properties, as they were asked for.
  public var names: [String] { columns.map(\.name) }

  /// The value of the property `name` as it is stored; `nil` if it was not asked for.
  public subscript(name: String) -> StoredValue? { index(of: name).map { values[$0] } }

  /// Returns the value of the property `name`; `nil` if it is absent, was not asked for or is no
  /// value of `type`.
  public func value<Value: Storable>(_ name: String, as type: Value.Type) -> Value? {
    self[name].flatMap { Value(storedValue: $0) }
  }

  /// Returns the id that the column `name` holds; `nil` if it holds none.
  public func objectID(_ name: String) -> ObjectID? {
    guard let index = index(of: name), let root = columns[index].root,
      case .integer(let id) = values[index]
    else { return nil }
    return ObjectID(entityName: root, rowID: id)
  }

  private func index(of name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

extension DynamicRow: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (column, value) in zip(columns, values) {
      let name = Name(stringValue: column.name)
      func encode<Value: Storable & Encodable>(_ type: Value.Type) throws {
        // A value that its own type does not know is given as it is stored.
        if let known = Value(storedValue: value) {
          return try container.encode(known, forKey: name)
        }
        try container.encode(value, forKey: name)
      }
      if value.isNull {
        try container.encodeNil(forKey: name)
        continue
      }
      if let root = column.root, case .integer(let id) = value {
        try container.encode(ObjectID(entityName: root, rowID: id), forKey: name)
        continue
      }
      switch column.type {
      case .boolean: try encode(Bool.self)
      case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: try encode(Int64.self)
      case .uint64: try encode(UInt64.self)
      case .float: try encode(Float.self)
      case .double: try encode(Double.self)
      case .string, .json: try encode(String.self)
      case .date: try encode(Date.self)
      case .data: try encode(Data.self)
      case .uuid: try encode(UUID.self)
      case .url: try encode(URL.self)
      case .decimal: try encode(Decimal.self)
      @unknown default: try container.encode(value, forKey: name)
      }
    }
  }
}
