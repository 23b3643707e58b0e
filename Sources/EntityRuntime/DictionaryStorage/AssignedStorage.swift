import EntityModel
public import EntityStore

/// A storage whose properties a change of many objects assigns: `{ $0.settings.theme = "dark" }`.
///
/// Where the storage, or one on the way to the property, is `nil`, it stays so. Members that are no
/// properties stay as they are written. What is read of it is no value yet, as of any other
/// property.
@dynamicMemberLookup
public struct AssignedStorage<Object: ManagedObject, Group: DictionaryStorage>: __StoreOperand {
  /// What the storage is where none of its properties has been assigned.
  enum Base {
    /// What is stored there.
    case stored(PropertyPath)

    /// What it has been made; `nil` for none.
    case constant(Group?)
  }

  /// The path to the attribute, or to the property that the storage is.
  let path: PropertyPath

  /// What it is where none of its properties has been assigned.
  let base: Base

  /// Holds for the objects that have the storage; `nil` for one that all have.
  let presence: PredicateTree?

  /// What has been assigned, in the order in which it was.
  private(set) var members: [AssignedMember]

  /// What cannot be assigned, in words; `nil` for nothing.
  private(set) var refusal: String?

  /// Creates what is assigned to the storage at `path`, which may be `nil` if it `isOptional`, and
  /// is so where `presence` does not hold.
  init(
    _ path: PropertyPath, _ base: Base, _ members: [AssignedMember] = [], isOptional: Bool,
    within presence: PredicateTree? = nil
  ) {
    (self.path, self.base, self.members) = (path, base, members)
    guard isOptional, case .stored(let path) = base else {
      self.presence = presence
      return
    }
    self.presence = .comparison(.attribute(path), .notEqual, .value(.null))
  }

  /// A property that is only read.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Group, Value>) -> Field<Object, Value> {
    Field(operand(of: keyPath))
  }

  /// A property, or what it has been made in this closure.
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<Group, Value>
  ) -> Field<Object, Value> {
    get { Field(operand(of: keyPath)) }
    set { assign(newValue.operand, to: keyPath) }
  }

  /// An optional property that is made what has a value.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<Group, Value?>
  ) -> Field<Object, Value> {
    @available(
      *, unavailable, message: "the property may be nil; say what then: '$0.settings.size ?? 0'"
    )
    get { Field(operand(of: keyPath)) }
    set { assign(newValue.operand, to: keyPath) }
  }

  /// A boolean that is made whether a condition holds.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: WritableKeyPath<Group, Bool>
  ) -> Condition<Object> {
    get { Field<Object, Bool>(operand(of: keyPath)).isTrue }
    set { assign(newValue.then(true, else: false).operand, to: keyPath) }
  }

  /// A property that is made a constant.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<Group, Value>
  ) -> Value?? {
    @available(
      *, unavailable,
      message: """
        the closure runs once for all objects and knows no value of theirs; assign a constant, or \
        what the store can compute, such as '$0.settings.theme.lowercased()'
        """
    )
    get { nil }
    set { assign(constant: newValue.flatMap { $0 }, to: keyPath) }
  }

  /// An optional property that is made a constant or nil.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<Group, Value?>
  ) -> Value? {
    @available(
      *, unavailable,
      message: """
        the closure runs once for all objects and knows no value of theirs; assign a constant, or \
        what the store can compute, such as '$0.settings.theme.lowercased()'
        """
    )
    get { nil }
    set { assign(constant: .some(newValue), to: keyPath) }
  }

  /// Refuses to make a property nil that is not optional.
  @_disfavoredOverload
  public subscript<Value: Storable>(
    dynamicMember keyPath: WritableKeyPath<Group, Value>
  ) -> __NilLiteral {
    @available(*, unavailable, message: "the property is not optional and cannot be nil")
    get { nil }
    @available(*, unavailable, message: "the property is not optional and cannot be nil")
    set {}
  }

  /// A storage within.
  public subscript<Inner: DictionaryStorage>(
    dynamicMember keyPath: WritableKeyPath<Group, Inner>
  ) -> AssignedStorage<Object, Inner> {
    get { inner(keyPath, isOptional: false) { $0[keyPath: keyPath] } }
    set {
      assign(newValue, to: keyPath) { group, inner in
        group[keyPath: keyPath] = inner
      } reading: {
        $0[keyPath: keyPath]
      }
    }
  }

  /// A storage within that may be `nil`.
  public subscript<Inner: DictionaryStorage>(
    dynamicMember keyPath: WritableKeyPath<Group, Inner?>
  ) -> AssignedStorage<Object, Inner> {
    get { inner(keyPath, isOptional: true) { $0[keyPath: keyPath] } }
    set {
      assign(newValue, to: keyPath) { group, inner in
        group[keyPath: keyPath] = inner
      } reading: {
        $0[keyPath: keyPath]
      }
    }
  }

  // MARK: Reading

  /// Returns the name of the property that `keyPath` leads to; the text of the key path where that
  /// is none, which no property has for a name.
  private func name(of keyPath: AnyKeyPath) -> String {
    storageMembers(of: Group.self)?.name(of: keyPath) ?? PropertyPath(textOf: keyPath).text
  }

  /// Returns the property that `keyPath` leads to, or what it has been made.
  private func operand<Value>(of keyPath: KeyPath<Group, Value>) -> PredicateOperand {
    let name = name(of: keyPath)
    let operand: PredicateOperand
    switch (members.last { $0.way == name }, base) {
    case (_, .constant(nil)): return .value(.null)
    case (let member?, _): operand = member.operand
    case (nil, .constant(let group)):
      operand = .value(StoredValue(member: group?[keyPath: keyPath]))
    case (nil, .stored(let path)):
      return .attribute(path.appendingMember(keyPath, of: Group.self))
    }
    // What has been assigned is not there where the storage is not.
    guard let presence, let type = flattened(Value.self).present as? any Storable.Type else {
      return operand
    }
    return .choice(type.storageType, presence, operand, .value(.null))
  }

  private func inner<Inner: DictionaryStorage>(
    _ keyPath: AnyKeyPath, isOptional: Bool, _ read: (Group) -> Inner?
  ) -> AssignedStorage<Object, Inner> {
    let name = name(of: keyPath)
    let own = path.appendingMember(keyPath, of: Group.self)
    let within = members.filter { $0.isWithin(name) }.map { $0.leavingOwner() }
    let base: AssignedStorage<Object, Inner>.Base
    if let whole = members.last(where: { $0.way == name }) {
      base = .constant(whole.constant as? Inner)
    } else {
      switch self.base {
      case .stored(let path): base = .stored(path.appendingMember(keyPath, of: Group.self))
      case .constant(let group): base = .constant(group.flatMap(read))
      }
    }
    return AssignedStorage<Object, Inner>(
      own, base, within, isOptional: isOptional, within: presence)
  }

  // MARK: Recording

  /// Notes that the property that `keyPath` leads to is made what `operand` is.
  private mutating func assign<Value>(
    _ operand: PredicateOperand, to keyPath: WritableKeyPath<Group, Value>
  ) {
    record(AssignedMember(name(of: keyPath), keyPath, computed: operand), keyPath)
  }

  /// Notes that the property that `keyPath` leads to is made `constant`; `nil` for one that has no
  /// such value.
  private mutating func assign<Value>(
    constant: Value?, to keyPath: WritableKeyPath<Group, Value>
  ) {
    record(AssignedMember(name(of: keyPath), keyPath, constant: constant), keyPath)
  }

  private mutating func record(_ member: AssignedMember, _ keyPath: AnyKeyPath) {
    guard storageMembers(of: Group.self)?.name(of: keyPath) != nil else {
      refusal =
        refusal
        ?? "'\(member.way)' is no property in the JSON of '\(Group.self)', so that it cannot be "
        + "assigned"
      return
    }
    members.removeAll { $0.way == member.way || $0.isWithin(member.way) }
    members.append(member)
  }

  /// Notes what has been assigned of a storage within, which `write` and `read` lead to.
  private mutating func assign<Inner: DictionaryStorage>(
    _ inner: AssignedStorage<Object, Inner>, to keyPath: AnyKeyPath,
    _ write: @escaping (inout Group, Inner) -> Void, reading read: @escaping (Group) -> Inner?
  ) {
    let name = name(of: keyPath)
    guard inner.path == path.appendingMember(keyPath, of: Group.self) else {
      refusal =
        refusal
        ?? "'\(name)' of '\(Group.self)' cannot be made another storage of the object; assign its "
        + "properties, or a constant"
      return
    }
    refusal = refusal ?? inner.refusal
    let owner = AssignedMember.Owner(name, read, write)
    members.removeAll { $0.isWithin(name) }
    members += inner.members.map { $0.entering(owner) }
  }
}

extension Assignments {
  /// A storage, whose properties are assigned.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Group>
  ) -> AssignedStorage<Object, Group> {
    get { storage(keyPath, isOptional: false) }
    set { assign(newValue, to: keyPath) }
  }

  /// A storage that may be `nil`, whose properties are assigned.
  public subscript<Group: DictionaryStorage>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Group?>
  ) -> AssignedStorage<Object, Group> {
    get { storage(keyPath, isOptional: true) }
    set { assign(newValue, to: keyPath) }
  }
}
