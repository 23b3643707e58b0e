import EntityModel
public import EntityStore

/// A composition whose leaves a change of many objects assigns: `{ $0.home.city = "Oslo" }`.
///
/// Where the composition, or one on the way to the leaf, is `nil`, it stays so. What is read of it
/// is no value yet, as of any other property.
@dynamicMemberLookup
public struct AssignedComposition<Object: ManagedObject, Group: Composition>: __StoreOperand {
  /// The path to the attribute, or to the leaf that the composition is.
  let path: PropertyPath

  /// The path to what it is where no leaf of it has been assigned; `nil` where it has been made a
  /// constant, whose leaves are known.
  let source: PropertyPath?

  /// What has been assigned, by the ways from here.
  private(set) var leaves: [AssignedLeaf]

  /// What cannot be assigned, in words; `nil` for nothing.
  private(set) var refusal: String?

  init(_ path: PropertyPath, source: PropertyPath?, _ leaves: [AssignedLeaf]) {
    (self.path, self.source, self.leaves) = (path, source, leaves)
  }

  /// A leaf that is only read.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Group, Value>) -> Field<Object, Value> {
    Field(operand(of: keyPath))
  }

  /// A leaf, or what it has been made in this closure.
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<Group, Value>
  ) -> Field<Object, Value> {
    get { Field(operand(of: keyPath)) }
    set { assign(.computed(newValue.operand), to: keyPath) }
  }

  /// An optional leaf that is made what has a value.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<Group, Value?>
  ) -> Field<Object, Value> {
    @available(*, unavailable, message: "the leaf may be nil; say what then: '$0.home.rent ?? 0'")
    get { Field(operand(of: keyPath)) }
    set { assign(.computed(newValue.operand), to: keyPath) }
  }

  /// A boolean that is made whether a condition holds.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: WritableKeyPath<Group, Bool>
  ) -> Condition<Object> {
    get { Field<Object, Bool>(operand(of: keyPath)).isTrue }
    set { assign(.computed(newValue.then(true, else: false).operand), to: keyPath) }
  }

  /// A leaf that is made a constant.
  @_disfavoredOverload
  public subscript<Value: Encodable>(
    dynamicMember keyPath: WritableKeyPath<Group, Value>
  ) -> Value?? {
    @available(
      *, unavailable,
      message: """
        the closure runs once for all objects and knows no value of theirs; assign a constant, or \
        what the store can compute, such as '$0.home.city.lowercased()'
        """
    )
    get { nil }
    set { assign(AssignedLeaf.Value(constant: newValue.flatMap { $0 }), to: keyPath) }
  }

  /// An optional leaf that is made a constant or nil.
  @_disfavoredOverload
  public subscript<Value: Encodable>(
    dynamicMember keyPath: WritableKeyPath<Group, Value?>
  ) -> Value? {
    @available(
      *, unavailable,
      message: """
        the closure runs once for all objects and knows no value of theirs; assign a constant, or \
        what the store can compute, such as '$0.home.city.lowercased()'
        """
    )
    get { nil }
    set { assign(AssignedLeaf.Value(constant: newValue), to: keyPath) }
  }

  /// Refuses to make a leaf nil that is not optional.
  @_disfavoredOverload
  public subscript<Value: Storable>(
    dynamicMember keyPath: WritableKeyPath<Group, Value>
  ) -> __NilLiteral {
    @available(*, unavailable, message: "the leaf is not optional and cannot be nil")
    get { nil }
    @available(*, unavailable, message: "the leaf is not optional and cannot be nil")
    set {}
  }

  /// A composition within.
  public subscript<Inner: Composition>(
    dynamicMember keyPath: WritableKeyPath<Group, Inner>
  ) -> AssignedComposition<Object, Inner> {
    get { inner(keyPath) }
    set { assign(newValue, to: keyPath) }
  }

  /// A composition within that may be `nil`.
  public subscript<Inner: Composition>(
    dynamicMember keyPath: WritableKeyPath<Group, Inner?>
  ) -> AssignedComposition<Object, Inner> {
    get { inner(keyPath) }
    set { assign(newValue, to: keyPath) }
  }

  // MARK: Recording

  /// Returns the leaf that `keyPath` leads to, or what it has been made.
  private func operand(of keyPath: AnyKeyPath) -> PredicateOperand {
    let name = Group.__leafTable.name(of: keyPath)
    if let found = leaves.last(where: { $0.way == name }) { return found.value.operand }
    return source.map { .attribute($0.appendingLeaf(keyPath, of: Group.self)) } ?? .value(.null)
  }

  private func inner<Inner: Composition>(
    _ keyPath: AnyKeyPath
  ) -> AssignedComposition<Object, Inner> {
    let name = Group.__leafTable.name(of: keyPath)
    let prefix = name + "."
    var source = source?.appendingLeaf(keyPath, of: Group.self)
    var known: [AssignedLeaf] = []
    switch leaves.last(where: { $0.way == name })?.value {
    case .json(let text):
      known = AssignedLeaf.leaves(of: Inner.self, inJSON: text)
      source = nil
    case .constant: source = nil
    case .computed, nil: break
    }
    return AssignedComposition<Object, Inner>(
      path.appendingLeaf(keyPath, of: Group.self), source: source,
      known
        + leaves.filter { $0.way.hasPrefix(prefix) }
        .map { $0.moved(to: $0.way.dropFirst(prefix.count)) })
  }

  /// Notes that the leaf that `keyPath` leads to is assigned `value`.
  private mutating func assign(_ value: AssignedLeaf.Value, to keyPath: AnyKeyPath) {
    guard let entry = Group.__leafTable.entries.first(where: { $0.keyPath == keyPath }) else {
      let name = PropertyPath(textOf: keyPath).text
      refusal = refusal ?? "'\(name)' is no leaf of '\(Group.self)', so that it cannot be assigned"
      return
    }
    let name = entry.leaf.name
    leaves.removeAll { $0.way == name || $0.way.hasPrefix("\(name).") }
    leaves.append(AssignedLeaf(way: name, leaf: entry.leaf, value: value))
  }

  /// Notes what has been assigned of a composition within.
  private mutating func assign<Inner: Composition>(
    _ inner: AssignedComposition<Object, Inner>, to keyPath: AnyKeyPath
  ) {
    let name = Group.__leafTable.name(of: keyPath)
    guard inner.path == path.appendingLeaf(keyPath, of: Group.self) else {
      refusal =
        refusal
        ?? "'\(name)' of '\(Group.self)' cannot be made another composition of the object; assign "
        + "its leaves, or a constant"
      return
    }
    refusal = refusal ?? inner.refusal
    leaves.removeAll { $0.way.hasPrefix("\(name).") }
    leaves += inner.leaves.map { $0.moved(to: "\(name).\($0.way)"[...]) }
  }
}

extension Assignments {
  /// A composition, whose leaves are assigned.
  public subscript<Group: Composition>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Group>
  ) -> AssignedComposition<Object, Group> {
    get { composition(keyPath) }
    set { assign(newValue, to: keyPath) }
  }

  /// A composition that may be `nil`, whose leaves are assigned.
  public subscript<Group: Composition>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Object, Group?>
  ) -> AssignedComposition<Object, Group> {
    get { composition(keyPath) }
    set { assign(newValue, to: keyPath) }
  }
}
