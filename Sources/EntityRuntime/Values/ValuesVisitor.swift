public import EntityModel
public import EntityStore

/// Sees the attributes and to-ones of values one after the other, to read or to change them.
///
/// Each subclass is one use of values. Generated code calls `attribute` and `toOne`; what happens
/// to a value is up to the subclass.
public class __ValuesVisitor {
  /// What is to be done where a value is missing.
  public enum Kind: Sendable {
    /// It must be there.
    case required

    /// It is the default of the attribute.
    case defaulted

    /// It is `nil`.
    case optional
  }

  /// What went wrong first; nothing is visited from then on.
  private(set) final var error: (any Error)?

  init() {}

  /// Sees an attribute.
  public final func attribute<Value: Storable>(
    _ name: String, _ value: inout Value, _ kind: Kind
  ) {
    visit(name, &value, kind) { StoredItem($0) }
  }

  /// Sees an optional attribute.
  public final func attribute<Value: Storable>(
    _ name: String, _ value: inout Value?, _ kind: Kind
  ) {
    visit(name, &value, kind) { StoredItem($0) }
  }

  /// Sees an attribute that is stored as JSON.
  public final func attribute<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind
  ) {
    visit(name, &value, kind) { StoredItem(json: $0) }
  }

  /// Sees an optional attribute that is stored as JSON.
  public final func attribute<Value: Codable>(
    _ name: String, _ value: inout Value?, _ kind: Kind
  ) {
    visit(name, &value, kind) { StoredItem(json: $0) }
  }

  /// Sees the id of the object that an optional to-one refers to.
  public final func toOne(_ name: String, _ id: inout ObjectID?) {
    attempt { try see(name, &id, isRequired: false) }
  }

  /// Sees the id of the object that a required to-one refers to.
  public final func toOne(_ name: String, _ id: inout ObjectID) {
    attempt {
      var found: ObjectID? = id
      try see(name, &found, isRequired: true)
      if let found { id = found }
    }
  }

  private func visit<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) {
    attempt { try see(name, &value, kind, item) }
  }

  private func visit<Value: Codable>(
    _ name: String, _ value: inout Value?, _ kind: Kind, _ item: (Value?) -> StoredItem
  ) {
    attempt { try seeOptional(name, &value, kind, item) }
  }

  private func attempt(_ body: () throws -> Void) {
    guard error == nil else { return }
    do { try body() } catch { self.error = error }
  }

  // MARK: What subclasses do

  /// Sees the attribute `name`; `item` is the form in which its value is compared.
  func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) throws {}

  /// Sees the optional attribute `name`.
  func seeOptional<Value: Codable>(
    _ name: String, _ value: inout Value?, _ kind: Kind, _ item: (Value?) -> StoredItem
  ) throws {
    try see(name, &value, kind, item)
  }

  /// Sees the id of the object that the to-one `name` refers to, which stays one if `isRequired`.
  func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) throws {}
}

extension EntityValues {
  /// Has `visitor` see everything.
  ///
  /// - Throws: what went wrong with the first attribute or to-one with which something did.
  mutating func accept(_ visitor: __ValuesVisitor) throws {
    __visit(visitor)
    if let error = visitor.error { throw error }
  }
}

/// Makes the values that stand in until others are known.
public struct __ValuesBlank: Sendable {
  init() {}

  /// The value that replaces a missing one of `type`.
  @inlinable public func value<Value: PlaceholderProviding>(_ type: Value.Type) -> Value {
    Value.placeholder
  }

  /// The first case of an enumeration, which replaces a missing value.
  public func value<Value: CaseIterable>(_ type: Value.Type) -> Value {
    guard let first = Value.allCases.first else {
      preconditionFailure("\(type) has no cases, so an attribute of it must be optional")
    }
    return first
  }

  /// Lets pass what the class itself refuses.
  @_disfavoredOverload
  public func value<Value>(_ type: Value.Type) -> Value {
    preconditionFailure("\(type) has no placeholder")
  }

  /// The id of no object.
  public func value(_ type: ObjectID.Type) -> ObjectID { ObjectID(entityName: "", rowID: 0) }
}
