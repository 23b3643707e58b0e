public import EntityModel
public import EntityStore

/// A conflict that a merge policy decides.
///
/// A property that one side alone has changed is taken from that side unless another decision is
/// made. Everything else is to be decided, or is thrown as a `ConflictError`.
///
///     MergePolicy { conflict in
///       if let stock = conflict.values(of: \Product.stock) {
///         conflict.set(\Product.stock, to: stock.theirs + stock.ours - stock.base)
///       }
///       conflict.takeContested(.theirs)
///     }
public struct MergeConflict {
  /// The conflict as an error would report it.
  public let conflict: ConflictError.Conflict

  /// The class of the object.
  let type: ManagedObject.Type

  /// The side that is taken where nothing else has been decided.
  private(set) var side: MergePolicy.Side?

  /// The side that is taken of what both have changed, where nothing else has been decided.
  private(set) var contestedSide: MergePolicy.Side?

  /// What has been decided of single properties.
  private(set) var decisions: [String: Decision] = [:]

  /// What becomes of a property.
  enum Decision {
    case side(MergePolicy.Side)
    case value(StoredValue)
  }

  /// Creates a conflict about an object of `type`.
  init(_ conflict: ConflictError.Conflict, _ type: ManagedObject.Type) {
    self.conflict = conflict
    self.type = type
  }

  /// What others have done.
  public var kind: ConflictError.Conflict.Kind { conflict.kind }

  /// The object.
  public var objectID: ObjectID { conflict.objectID }

  /// The name of the object's entity.
  public var entity: String { conflict.entity }

  /// The values that the object was read with, by property.
  public var base: [String: StoredValue] { conflict.base }

  /// The values that the object has in the context, by property; a to-one is the id of a row.
  public var ours: [String: StoredValue] { conflict.ours }

  /// The values that others have stored, by property; nil if they have deleted the row.
  public var theirs: [String: StoredValue]? { conflict.theirs }

  /// The properties that both sides have changed, to different values, in the order of their names.
  public var contestedProperties: [String] { conflict.contestedProperties }

  /// Returns the values of the attribute that `keyPath` leads to; nil if the object is not of its
  /// class, others have deleted the row, or a value is missing or not of its type.
  ///
  /// It is nil as well for an external attribute of which one of the values has not been assigned:
  /// what is known of that is the number of the row's version at which it was written.
  public func values<Object: ManagedObject, Value: Storable>(
    of keyPath: KeyPath<Object, Value>
  ) -> (base: Value, ours: Value, theirs: Value)? {
    guard let name = name(of: keyPath, Object.self), let theirs = theirs?[name],
      let first = base[name].flatMap({ Value(storedValue: $0) }),
      let second = ours[name].flatMap({ Value(storedValue: $0) }),
      let third = Value(storedValue: theirs)
    else { return nil }
    return (first, second, third)
  }

  /// Returns the values of the optional attribute that `keyPath` leads to; nil if the object is not
  /// of its class, others have deleted the row, or the attribute is external and one of the values
  /// has not been assigned, so that it is known by the number of a version alone.
  public func values<Object: ManagedObject, Value: Storable>(
    of keyPath: KeyPath<Object, Value?>
  ) -> (base: Value?, ours: Value?, theirs: Value?)? {
    guard let name = name(of: keyPath, Object.self), let theirs = theirs?[name],
      !hasVersionOnly(name)
    else { return nil }
    return (
      base[name].flatMap { Value(storedValue: $0) }, ours[name].flatMap { Value(storedValue: $0) },
      Value(storedValue: theirs)
    )
  }

  /// `true` if the attribute `name` is external, and one of its values is known by the version at
  /// which it was written.
  private func hasVersionOnly(_ name: String) -> Bool {
    guard conflict.externals.contains(name) else { return false }
    return [base[name], ours[name], theirs?[name]].contains {
      if case .integer? = $0 { true } else { false }
    }
  }

  // MARK: Deciding

  /// Takes the whole object from `side`: all its values, also those that the other side alone has
  /// changed, and whether it exists.
  ///
  /// What has been decided of single properties stays. A reference to what others have deleted, and
  /// a member that they have added to what is deleted here, are treated by the delete rules.
  public mutating func take(_ side: MergePolicy.Side) { self.side = side }

  /// Takes from `side` what both sides have changed, and whether the object exists where one side
  /// has deleted what the other one has changed.
  public mutating func takeContested(_ side: MergePolicy.Side) { contestedSide = side }

  /// Takes the attribute or to-one `property` from `side`.
  public mutating func take(_ side: MergePolicy.Side, of property: String) {
    decisions[property] = .side(side)
  }

  /// Takes the attribute or to-one that `keyPath` leads to from `side`; nothing is decided if the
  /// object is not of its class.
  public mutating func take<Object: ManagedObject, Value>(
    _ side: MergePolicy.Side, of keyPath: KeyPath<Object, Value>
  ) {
    if let name = name(of: keyPath, Object.self) { decisions[name] = .side(side) }
  }

  /// Gives the attribute or to-one `property` a value, as it is stored; a to-one is the id of a
  /// row, or null.
  public mutating func set(_ property: String, to value: StoredValue) {
    decisions[property] = .value(value)
  }

  /// Gives the attribute that `keyPath` leads to a value; nothing is decided if the object is not
  /// of its class.
  public mutating func set<Object: ManagedObject, Value: Storable>(
    _ keyPath: KeyPath<Object, Value>, to value: Value
  ) {
    if let name = name(of: keyPath, Object.self) { decisions[name] = .value(value.storedValue) }
  }

  /// Gives the optional attribute that `keyPath` leads to a value; nothing is decided if the object
  /// is not of its class.
  public mutating func set<Object: ManagedObject, Value: Storable>(
    _ keyPath: KeyPath<Object, Value?>, to value: Value?
  ) {
    if let name = name(of: keyPath, Object.self) {
      decisions[name] = .value(value?.storedValue ?? .null)
    }
  }

  /// The side that decides whether the object exists; nil if that has been left open.
  var sideOfExistence: MergePolicy.Side? { side ?? contestedSide }

  /// Returns what becomes of `property`, whose values on the sides are those given; nil if that has
  /// been left open.
  func decision(
    of property: String, base: StoredValue, ours: StoredValue, theirs: StoredValue
  ) -> Decision? {
    if let decision = decisions[property] { return decision }
    if let side { return .side(side) }
    if base == ours || ours == theirs { return .side(.theirs) }
    if base == theirs { return .side(.ours) }
    if conflict.timestamps.contains(property),
      case (.real(let first), .real(let second)) = (ours, theirs)
    {
      return .side(first < second ? .theirs : .ours)
    }
    return contestedSide.map { .side($0) }
  }

  /// Returns the name of the property that `keyPath` leads to; nil if the object has none such.
  private func name<Object: ManagedObject>(
    of keyPath: AnyKeyPath, _ root: Object.Type
  ) -> String? {
    guard type is Object.Type else { return nil }
    return KnownKeyPaths.name(of: keyPath, in: root)
  }
}
