public import EntityModel
public import EntityStore

/// The values of one object in an entry of the history, by the names that its properties had then.
///
///     change.old["title"]                 // a StoredValue
///     change.old(\Book.title)             // a String?
///     change.new.objectID(of: "author")   // an ObjectID?
///
/// Values of secret attributes are never among them.
public struct HistoryValues: Hashable, Sendable {
  /// The values by property; a to-one has the id of a row.
  public let stored: [String: StoredValue]

  /// The roots of the trees that to-ones refer to.
  private let roots: [String: String]

  init(_ stored: [String: StoredValue] = [:], roots: [String: String] = [:]) {
    self.stored = stored
    self.roots = roots
  }

  /// The names of the properties, in order.
  public var names: [String] { stored.keys.sorted() }

  /// `true` if there is no value.
  public var isEmpty: Bool { stored.isEmpty }

  /// The value of `property` as it is stored; `nil` if the entry has none.
  public subscript(property: String) -> StoredValue? { stored[property] }

  /// Returns the object that the to-one `property` refers to; `nil` if it refers to none, or the
  /// entry has no value of it.
  public func objectID(of property: String) -> ObjectID? {
    guard let root = roots[property], case .integer(let id)? = stored[property] else { return nil }
    return ObjectID(entityName: root, rowID: id)
  }

  /// Returns the value of the attribute that `keyPath` leads to; `nil` if the entry has none, or
  /// one that is not of its type.
  public func callAsFunction<Object: ManagedObject, Value: Storable>(
    _ keyPath: KeyPath<Object, Value>
  ) -> Value? {
    value(keyPath, Object.self).flatMap { Value(storedValue: $0) }
  }

  /// Returns the value of the optional attribute that `keyPath` leads to; `nil` if that is none, or
  /// the entry has none of its type.
  public func callAsFunction<Object: ManagedObject, Value: Storable>(
    _ keyPath: KeyPath<Object, Value?>
  ) -> Value? {
    value(keyPath, Object.self).flatMap { Value(storedValue: $0) }
  }

  /// Returns the value of the attribute stored as JSON that `keyPath` leads to; `nil` if the entry
  /// has none, or one that is not of its type.
  @_disfavoredOverload
  public func callAsFunction<Object: ManagedObject, Value: Decodable>(
    _ keyPath: KeyPath<Object, Value>
  ) -> Value? {
    guard case .text(let text)? = value(keyPath, Object.self) else { return nil }
    return JSONColumn.value(of: text, as: Value.self)
  }

  /// Returns the object that the to-one that `keyPath` leads to refers to; `nil` if the entry has
  /// no value of it.
  public func callAsFunction<Object: ManagedObject, Target: ManagedObject>(
    _ keyPath: KeyPath<Object, Target>
  ) -> ObjectID? {
    name(keyPath, Object.self).flatMap { objectID(of: $0) }
  }

  /// Returns the object that the to-one that `keyPath` leads to refers to; `nil` if it refers to
  /// none, or the entry has no value of it.
  public func callAsFunction<Object: ManagedObject, Target: ManagedObject>(
    _ keyPath: KeyPath<Object, Target?>
  ) -> ObjectID? {
    name(keyPath, Object.self).flatMap { objectID(of: $0) }
  }

  private func value(_ keyPath: AnyKeyPath, _ type: ManagedObject.Type) -> StoredValue? {
    name(keyPath, type).flatMap { stored[$0] }
  }

  private func name(_ keyPath: AnyKeyPath, _ type: ManagedObject.Type) -> String? {
    KnownKeyPaths.name(of: keyPath, in: type)
  }
}
