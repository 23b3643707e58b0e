import EntityStore

/// An object of one entity as a snapshot of the model describes it: a value, whose properties a
/// stage of a migration reads and sets.
///
/// EntityModelPlugin generates one type for each entity of the snapshots that the sources name,
/// such as `Snapshot3.Book`. An attribute is a property of its type, an enumeration of that of its
/// raw values; a to-one is the id of the object that it refers to, a to-many an access to its
/// members.
public protocol SnapshotObject: Sendable {
  /// The number of the snapshot.
  static var __snapshot: Int { get }

  /// The name of the entity in the snapshot.
  static var __entity: String { get }

  /// The name of the entity at the root of the entity's tree.
  static var __root: String { get }

  /// Returns the name of the property that `keyPath` leads to, or `nil`.
  static func __name(of keyPath: AnyKeyPath) -> String?

  /// The object's id; one that no object has for an object that has not been inserted.
  var id: SnapshotID<Self> { get set }

  /// Creates the object that `row` holds.
  init(__row row: __SnapshotRow) throws

  /// Writes the values of the columns in their order.
  func __write(to row: __SnapshotWriter)
}

/// The id of an object of a snapshot.
///
/// It is valid within the stage. Where two tables become one, objects of the second get other ids;
/// an id of the older snapshot that `init(from:)` copies is translated when the object is written.
public struct SnapshotID<Object: SnapshotObject>: Hashable, Sendable {
  /// The id of the row; 0 for an object that has not been inserted.
  public let rowID: Int64

  /// The type of the older object whose id this is, before it is translated.
  let source: (any SnapshotObject.Type)?

  init(rowID: Int64, source: (any SnapshotObject.Type)? = nil) {
    self.rowID = rowID
    self.source = source
  }

  /// Creates the id of an object that has not been inserted.
  public static var __none: SnapshotID { SnapshotID(rowID: 0) }

  /// Creates the id that the object `old` has as an object of the newer snapshot, where its row is
  /// carried over.
  public init<Old: SnapshotObject>(_ old: SnapshotID<Old>) {
    self.init(rowID: old.rowID, source: Old.self)
  }

  /// Creates the id that the object `old` has as an object of the newer snapshot; `nil` for none.
  public init?<Old: SnapshotObject>(_ old: SnapshotID<Old>?) {
    guard let old else { return nil }
    self.init(old)
  }

  public static func == (left: SnapshotID, right: SnapshotID) -> Bool {
    left.rowID == right.rowID
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rowID) }
}

/// A to-many relationship of an object of a snapshot, whose members `MigrationStage.members` reads.
public struct SnapshotMembers<Object: SnapshotObject>: Sendable {
  /// The id of the owner.
  let owner: Int64

  /// The type of the owner.
  let ownerType: any SnapshotObject.Type

  /// The name of the relationship.
  let name: String

  /// Creates the relationship `name` of the object with the id `owner`.
  public init<Owner: SnapshotObject>(__of owner: SnapshotID<Owner>, _ name: String) {
    self.owner = owner.rowID
    ownerType = Owner.self
    self.name = name
  }
}

/// An attribute of a Codable type as a snapshot's object holds it: as JSON, which is decoded when
/// asked for, and copied as it is.
public struct SnapshotJSON<Value: Codable>: Hashable, Sendable {
  /// The JSON.
  public var text: String

  /// Creates the attribute that `text` represents.
  public init(text: String) { self.text = text }

  /// Creates the attribute of `value`.
  ///
  /// - Throws: a `StoreError` if the value refuses to be encoded.
  public init(_ value: Value) throws {
    guard let text = JSONColumn.text(of: value) else {
      throw StoreError(.invalidRequest, "a value of type \(Value.self) cannot be encoded")
    }
    self.text = text
  }

  /// Returns the value.
  ///
  /// - Throws: a `StoreError` if the JSON is none of `Value`.
  public func value() throws -> Value {
    guard let value = JSONColumn.value(of: text, as: Value.self) else {
      throw StoreError(.unreadableValue, "the JSON of an attribute is none of \(Value.self)")
    }
    return value
  }
}
