import EntityModel
public import EntityStore

/// What a change of many objects assigns to their properties: the parameter of the closure of
/// `context.update`.
///
///     try context.update(Book.where { $0.pages < 10 }) {
///       $0.genre = .other
///       $0.pages += 1
///       $0.title = $0.title.lowercased()
///     }
///
/// What is assigned is a constant or what the store computes of the object itself, by everything
/// that a condition can compute. The closure runs once, and not for each object: what it reads of
/// `$0` is no value yet.
@dynamicMemberLookup
public struct Assignments<Object: ManagedObject>: __StoreOperand {
  /// What is assigned, in the order in which the properties were assigned first.
  private(set) var values: [AssignedValue] = []

  /// The properties of the values, and after them those that were assigned to the object before:
  /// the same closure nearly always assigns to the same ones in the same order.
  private(set) var properties: [AssignedProperty] = []

  /// What cannot be assigned, in words; `nil` for nothing.
  private(set) var refusal: String?

  init() {}

  /// Forgets what has been assigned, for another object.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    refusal = nil
  }

  /// What properties lead from while the closure runs.
  private static var variable: Int { 0 }

  /// What the properties are made, as `values`, bound to the object that is changed.
  var boundValues: [(name: String, value: AssignedValue)] {
    zip(properties, values).map { ($0.name, $1.binding(Self.variable)) }
  }

  /// A property, or what it has been made in this closure.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Field<Object, Value> {
    Field(operand(of: keyPath))
  }

  /// A property, or what it has been made in this closure.
  public subscript<Value>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>
  ) -> Field<Object, Value> {
    get { Field(operand(of: keyPath)) }
    set { assign(.computed(newValue.operand), to: keyPath) }
  }

  /// An optional property that is made what has a value.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value?>
  ) -> Field<Object, Value> {
    @available(
      *, unavailable, message: "the property may be nil; say what then: '$0.seats ?? 0'"
    )
    get { Field(operand(of: keyPath)) }
    set { assign(.computed(newValue.operand), to: keyPath) }
  }

  /// A boolean that is made whether a condition holds.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Bool>
  ) -> Condition<Object> {
    get { Field<Object, Bool>(operand(of: keyPath)).isTrue }
    set { assign(.computed(newValue.then(true, else: false).operand), to: keyPath) }
  }

  /// An optional boolean that is made whether a condition holds.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Bool?>
  ) -> Condition<Object> {
    get { Field<Object, Bool?>(operand(of: keyPath)).isTrue }
    set { assign(.computed(newValue.then(true, else: false).operand), to: keyPath) }
  }

  /// A property that is made a constant.
  // A constant is converted to the type as it is assigned, and no operator of Swift's own takes
  // that type: `$0.pages += 1` would be read as the sum of two integers otherwise.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>
  ) -> Value?? {
    @available(
      *, unavailable,
      message: """
        the closure runs once for all objects and knows no value of theirs; assign a constant, or \
        what the store can compute, such as '$0.title.lowercased()'
        """
    )
    get { nil }
    // A key path in place of the closure would be made at each call.
    @inlinable set { assign(constant: newValue.flatMap { $0 }, to: keyPath) }
  }

  /// An optional property that is made a constant or nil.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value?>
  ) -> Value? {
    @available(
      *, unavailable,
      message: """
        the closure runs once for all objects and knows no value of theirs; assign a constant, or \
        what the store can compute, such as '$0.title.lowercased()'
        """
    )
    get { nil }
    @inlinable set { assign(constant: newValue, to: keyPath) }
  }

  /// Refuses to make a property nil that is not optional.
  @_disfavoredOverload
  public subscript<Value: Storable>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>
  ) -> __NilLiteral {
    @available(*, unavailable, message: "the property is not optional and cannot be nil")
    get { nil }
    @available(*, unavailable, message: "the property is not optional and cannot be nil")
    set {}
  }

  /// Refuses to make a required to-one nil.
  @_disfavoredOverload
  public subscript<Value: ManagedObject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>
  ) -> __NilLiteral {
    @available(*, unavailable, message: "the relationship is required and cannot be nil")
    get { nil }
    @available(*, unavailable, message: "the relationship is required and cannot be nil")
    set {}
  }

  /// Refuses to change members.
  @_disfavoredOverload
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Set<Member>>
  ) -> Set<Member> {
    @available(
      *, unavailable,
      message: """
        the members of a to-many are not a column of the object; assign the to-one at the other \
        end, or change the objects
        """
    )
    get { [] }
    @available(
      *, unavailable,
      message: """
        the members of a to-many are not a column of the object; assign the to-one at the other \
        end, or change the objects
        """
    )
    set {}
  }

  /// Refuses to change members that have an order.
  @_disfavoredOverload
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, [Member]>
  ) -> [Member] {
    @available(
      *, unavailable,
      message: """
        the members of a to-many are not a column of the object; assign the to-one at the other \
        end, or change the objects
        """
    )
    get { [] }
    @available(
      *, unavailable,
      message: """
        the members of a to-many are not a column of the object; assign the to-one at the other \
        end, or change the objects
        """
    )
    set {}
  }

  // MARK: Recording

  /// Returns the property that `keyPath` leads to, or what it has been made; what is derived is
  /// derived of what others have been made.
  private func operand(of keyPath: AnyKeyPath) -> PredicateOperand {
    let start = PropertyPath.Start.variable(Self.variable)
    let operand = Fields<Object>.form(of: keyPath, from: start).operand
    if values.isEmpty { return operand }
    return operand.replacingAttributes { path in
      path.start == start ? value(at: path)?.operand ?? part(at: path) : nil
    }
  }

  /// Returns what the part of a composition or a storage that `path` leads to has been made, for
  /// what is derived of it; `nil` where nothing of it has been assigned.
  private func part(at path: PropertyPath) -> PredicateOperand? {
    guard path.names.count == 1, let dot = path.names[0].firstIndex(of: ".") else { return nil }
    let owner = PropertyPath([String(path.names[0][..<dot])])
    return value(at: owner)?.operand(ofPart: path.names[0][dot...].dropFirst(), path)
  }

  /// Returns the composition that `keyPath` leads to, with the leaves that have been assigned.
  func composition<Group: Composition>(
    _ keyPath: AnyKeyPath
  ) -> AssignedComposition<Object, Group> {
    let operand = Fields<Object>.form(of: keyPath, from: .variable(Self.variable)).operand
    let path = operand.path ?? PropertyPath([""])
    guard let found = value(at: path) else {
      return AssignedComposition(path, source: path, [])
    }
    return AssignedComposition(path, source: found.source(path), found.leaves(of: Group.self))
  }

  /// Notes that leaves of the composition that `keyPath` leads to are assigned what they are in
  /// `composition`, or that it is made that one, if that is another attribute.
  mutating func assign<Group: Composition>(
    _ composition: AssignedComposition<Object, Group>, to keyPath: AnyKeyPath
  ) {
    refusal = refusal ?? composition.refusal
    let own = Fields<Object>.form(of: keyPath, from: .variable(Self.variable)).operand.path
    if let own, composition.path == own {
      if composition.leaves.isEmpty { return }
      assign(.leaves(composition.leaves, of: value(at: own)?.whole), to: keyPath)
      return
    }
    guard let whole = whole(at: composition.path) else {
      refusal =
        refusal
        ?? "'\(PropertyPath(to: keyPath, in: Object.self).text)' cannot be made a composition "
        + "within another one; assign its leaves, each by that of '\(composition.path.text)'"
      return
    }
    assign(.leaves(composition.leaves, of: whole), to: keyPath)
  }

  /// Returns the storage that `keyPath` leads to, with the properties that have been assigned.
  func storage<Group: DictionaryStorage>(
    _ keyPath: AnyKeyPath, isOptional: Bool
  ) -> AssignedStorage<Object, Group> {
    let operand = Fields<Object>.form(of: keyPath, from: .variable(Self.variable)).operand
    let path = operand.path ?? PropertyPath([""])
    let found = value(at: path)
    let base: AssignedStorage<Object, Group>.Base =
      if let whole = found?.whole, case .constant(let constant) = whole {
        .constant(constant.value.flatMap { flattened($0) } as? Group)
      } else {
        .stored(found?.source(path) ?? path)
      }
    guard case .members(let members, _)? = found else {
      return AssignedStorage(path, base, isOptional: isOptional)
    }
    return AssignedStorage(path, base, members, isOptional: isOptional)
  }

  /// Returns what the composition or the storage is that another one is made: what it has been made
  /// itself, or what an object has at `path`; `nil` for one that is no attribute.
  private func whole(at path: PropertyPath) -> AssignedValue? {
    guard path.names.count == 1, !path.isLeaf else { return nil }
    return value(at: path)?.whole ?? .computed(.attribute(path))
  }

  /// Notes that properties of the storage that `keyPath` leads to are assigned what they are in
  /// `storage`, or that it is made that one, if that is another attribute.
  mutating func assign<Group: DictionaryStorage>(
    _ storage: AssignedStorage<Object, Group>, to keyPath: AnyKeyPath
  ) {
    refusal = refusal ?? storage.refusal
    let own = Fields<Object>.form(of: keyPath, from: .variable(Self.variable)).operand.path
    if let own, storage.path == own {
      if storage.members.isEmpty { return }
      assign(.members(storage.members, of: value(at: own)?.whole), to: keyPath)
      return
    }
    guard let whole = whole(at: storage.path) else {
      refusal =
        refusal
        ?? "'\(PropertyPath(to: keyPath, in: Object.self).text)' cannot be made a storage within "
        + "another one; assign its properties, each by that of '\(storage.path.text)'"
      return
    }
    assign(.members(storage.members, of: whole), to: keyPath)
  }

  /// Notes that the property that `keyPath` leads to is assigned `constant`.
  @inlinable mutating func assign<Value>(constant: Value?, to keyPath: AnyKeyPath) {
    assign(AssignedConstant(constant), to: keyPath)
  }

  /// Notes that the property that `keyPath` leads to is assigned `constant`.
  @usableFromInline
  mutating func assign(_ constant: AssignedConstant, to keyPath: AnyKeyPath) {
    assign(.constant(constant), to: keyPath)
  }

  /// Notes that the property that `keyPath` leads to is assigned `value`.
  mutating func assign(_ value: AssignedValue, to keyPath: AnyKeyPath) {
    let next = values.count
    if next < properties.count, properties[next].keyPath === keyPath {
      values.append(value)
      return
    }
    let known = KnownKeyPaths.name(of: keyPath, in: Object.self)
    if known?.hasSuffix(PropertyPath.transformedMark) ?? true,
      let name = ClassDescription.transformedName(of: keyPath, in: Object.self)
    {
      guard case .constant = value else {
        refusal =
          refusal
          ?? "'\(name)' has a transform, so that it is assigned a constant, or as '$\(name)' what "
          + "is stored"
        return
      }
      return assign(value, to: AssignedProperty(name: name, keyPath: nil))
    }
    guard let name = known else {
      let path = PropertyPath(textOf: keyPath).text
      refusal = refusal ?? "'\(path)' is no property that is saved, so that it cannot be assigned"
      return
    }
    assign(value, to: AssignedProperty(name: name, keyPath: keyPath))
  }

  private mutating func assign(_ value: AssignedValue, to property: AssignedProperty) {
    if let position = position(of: property.name) {
      values[position] = value
      return
    }
    properties.removeSubrange(values.count...)
    properties.append(property)
    values.append(value)
  }

  /// Returns where the value of the property `name` is; `nil` if it has not been assigned.
  // They are few; comparing short names takes less time than hashing one.
  private func position(of name: String) -> Int? {
    values.indices.first { properties[$0].name == name }
  }

  /// Returns what the property that `path` leads to is assigned; `nil` for none.
  private func value(at path: PropertyPath?) -> AssignedValue? {
    guard let path, path.names.count == 1 else { return nil }
    return position(of: path.names[0]).map { values[$0] }
  }
}

/// The literal `nil`, where it cannot be assigned.
public struct __NilLiteral: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) {}
}

/// A property that is assigned.
struct AssignedProperty {
  let name: String

  /// What leads to the property, whatever it is assigned; `nil` where that depends on the value.
  // As long as it is held here, no other key path has its address.
  let keyPath: AnyKeyPath?
}
