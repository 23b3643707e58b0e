public import EntityModel
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
public struct Assignments<Object: ManagedObject> {
  /// What is assigned, by the names of the properties, in the order in which they were assigned
  /// first.
  // They are few; comparing short names takes less time than hashing one.
  private(set) var values: [PropertyAssignment] = []

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
    values.map { ($0.name, $0.value.binding(Self.variable)) }
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
      guard path.names.count == 1, path.start == start,
        let found = values.first(where: { $0.name == path.names[0] })
      else { return nil }
      return found.value.operand
    }
  }

  /// Returns the composition that `keyPath` leads to, with the leaves that have been assigned.
  func composition<Group: Composition>(
    _ keyPath: AnyKeyPath
  ) -> AssignedComposition<Object, Group> {
    let operand = Fields<Object>.form(of: keyPath, from: .variable(Self.variable)).operand
    let path = operand.path ?? PropertyPath([""])
    guard let found = values.first(where: { [$0.name] == path.names }) else {
      return AssignedComposition(path, source: path, [])
    }
    return AssignedComposition(
      path, source: found.value.source(path), found.value.leaves(of: Group.self))
  }

  /// Notes that leaves of the composition that `keyPath` leads to are assigned what they are in
  /// `composition`, which has to be the same one.
  mutating func assign<Group: Composition>(
    _ composition: AssignedComposition<Object, Group>, to keyPath: AnyKeyPath
  ) {
    refusal = refusal ?? composition.refusal
    let own = Fields<Object>.form(of: keyPath, from: .variable(Self.variable)).operand.path
    guard let own, composition.path == own else {
      refusal =
        refusal
        ?? "'\(PropertyPath(to: keyPath, in: Object.self).text)' cannot be made another "
        + "composition of the object; assign its leaves, each by that of "
        + "'\(composition.path.text)'"
      return
    }
    if composition.leaves.isEmpty { return }
    let before = values.first { [$0.name] == own.names }?.value.whole
    assign(.leaves(composition.leaves, of: before), to: keyPath)
  }

  /// Notes that the property that `keyPath` leads to is assigned `constant`.
  // Inlined, since the type of the constant is known where it is assigned. To ask a value for its
  // type takes ten times as long.
  @inlinable mutating func assign<Value>(constant: Value?, to keyPath: AnyKeyPath) {
    guard let constant else { return assign(nil, stored: .null, to: keyPath) }
    assign(constant, stored: StoredValue(standard: constant), to: keyPath)
  }

  /// Notes that the property that `keyPath` leads to is assigned `constant`, whose form in the
  /// store is `stored` if its type alone says that.
  @usableFromInline
  mutating func assign(_ constant: Any?, stored: StoredValue?, to keyPath: AnyKeyPath) {
    assign(.constant(constant, stored: stored), to: keyPath)
  }

  /// Notes that the property that `keyPath` leads to is assigned `value`.
  mutating func assign(_ value: AssignedValue, to keyPath: AnyKeyPath) {
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
      return assign(value, toPropertyNamed: name)
    }
    guard let name = known else {
      let path = PropertyPath(textOf: keyPath).text
      refusal = refusal ?? "'\(path)' is no property that is saved, so that it cannot be assigned"
      return
    }
    assign(value, toPropertyNamed: name)
  }

  private mutating func assign(_ value: AssignedValue, toPropertyNamed name: String) {
    if let position = values.firstIndex(where: { $0.name == name }) {
      values[position].value = value
    } else {
      values.append(PropertyAssignment(name: name, value: value))
    }
  }
}

/// The literal `nil`, where it cannot be assigned.
public struct __NilLiteral: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) {}
}

/// A property and what it is made.
struct PropertyAssignment {
  let name: String
  var value: AssignedValue
}

/// What a property of many objects is made.
enum AssignedValue {
  /// A value of the property's type, or an object; with the form in which it is stored, unless its
  /// type alone does not say that.
  case constant(Any?, stored: StoredValue?)

  /// What is computed for each object.
  case computed(PredicateOperand)

  /// The composition that it is, or that it has been made as a whole, with other leaves.
  indirect case leaves([AssignedLeaf], of: AssignedValue?)

  /// What a composition has been made before leaves of it were; `nil` for nothing.
  var whole: AssignedValue? {
    if case .leaves(_, let whole) = self { whole } else { self }
  }

  /// Returns the path to what a composition at `path` is where no leaf of it has been assigned;
  /// `nil` where it has been made a constant, whose leaves are known.
  func source(_ path: PropertyPath) -> PropertyPath? {
    switch self {
    case .leaves(_, let whole): whole.map { $0.source(path) } ?? path
    case .computed(let operand): operand.path ?? path
    case .constant: nil
    }
  }

  /// Returns the leaves that a composition of `type` has been made to have.
  func leaves(of type: any Composition.Type) -> [AssignedLeaf] {
    switch self {
    case .computed: return []
    case .leaves(let leaves, _): return leaves
    case .constant(let value, _):
      // What they are is known, so that they may be read.
      guard let value = value.flatMap({ flattened($0) }) else { return [] }
      return type.__leafTable.ways.compactMap { way in
        guard let stored = way.value(of: value) as? any Storable else { return nil }
        return AssignedLeaf(way: way.path, leaf: way.leaf, value: .constant(stored.storedValue))
      }
    }
  }

  /// Returns the value with what leads from the variable leading from the object that is changed.
  func binding(_ variable: Int) -> AssignedValue {
    switch self {
    case .constant: return self
    case .computed(let operand): return .computed(operand.binding(variable))
    case .leaves(let leaves, let whole):
      let bound = leaves.map { leaf in
        var leaf = leaf
        if case .computed(let operand) = leaf.value {
          leaf.value = .computed(operand.binding(variable))
        }
        return leaf
      }
      return .leaves(bound, of: whole?.binding(variable))
    }
  }

  /// The value as an operand of what is computed; `nil` for a composition, which stays what it is.
  var operand: PredicateOperand? {
    switch self {
    case .leaves: nil
    case .computed(let operand): operand
    case .constant(_, let stored?): .value(stored)
    case .constant(let object as ManagedObject, _): .identifier(object.__objectID)
    case .constant(let value, _): .value(StoredValue(constant: value))
    }
  }
}

extension StoredValue {
  /// Takes the form in which `value` is stored if it is of one of the types that most are; `nil`
  /// otherwise.
  @inlinable init?<Value>(standard value: Value) {
    switch value {
    case let value as String: self = .text(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as Double: self = .real(value)
    case let value as Bool: self = .integer(value ? 1 : 0)
    default: return nil
    }
  }

  /// Takes the form in which the constant `value` of a Storable type is stored; null for another
  /// one.
  init(constant value: Any?) {
    switch value {
    case let value as any Storable: self = value.storedValue
    default: self = .null
    }
  }
}
