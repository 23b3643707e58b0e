import EntityModel
public import EntityStore

/// The type of a to-many relationship.
public protocol ToManyValue {
  /// The class of the members.
  associatedtype Member: ManagedObject
}

extension Set: ToManyValue where Element: ManagedObject {
  public typealias Member = Element
}

extension Array: ToManyValue where Element: ManagedObject {
  public typealias Member = Element
}

/// The members of a to-many relationship that satisfy a condition: `$0.books.filter { $0.isNew }`.
public struct FieldMembers<Root, Member: ManagedObject>: Sendable, __StoreOperand {
  /// The relationship.
  let path: PropertyPath

  /// The condition.
  let condition: Condition<Member>

  /// Those of the members that satisfy `condition` too.
  public func filter(
    _ condition: (Fields<Member>) -> Condition<Member>
  ) -> FieldMembers {
    FieldMembers(path: path, condition: self.condition && Condition(Fields.condition(condition)))
  }

  /// There are no such members.
  public var isEmpty: Condition<Root> { Condition(.quantified(.none, path, condition.tree)) }

  /// At least one of them satisfies `condition`.
  public func any(_ condition: (Fields<Member>) -> Condition<Member>) -> Condition<Root> {
    !filter(condition).isEmpty
  }

  /// The value of at least one of them is true.
  @_disfavoredOverload
  public func any(_ value: (Fields<Member>) -> Field<Member, Bool>) -> Condition<Root> {
    any { value($0).isTrue }
  }

  /// All of them satisfy `condition`; so it is where there are none.
  public func all(_ condition: (Fields<Member>) -> Condition<Member>) -> Condition<Root> {
    filter { !condition($0) }.isEmpty
  }

  /// The values of all of them are true; so it is where there are none.
  @_disfavoredOverload
  public func all(_ value: (Fields<Member>) -> Field<Member, Bool>) -> Condition<Root> {
    all { value($0).isTrue }
  }

  /// How many there are.
  public var count: Field<Root, Int> { Field(.count(path, condition.tree)) }

  /// The least of their values of an attribute; `nil` for none.
  public func min<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> Field<Root, Value.Present?> { Field(aggregate(.minimum, keyPath)) }

  /// The greatest of their values of an attribute; `nil` for none.
  public func max<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> Field<Root, Value.Present?> { Field(aggregate(.maximum, keyPath)) }

  /// The sum of their values of an attribute; zero for none.
  public func sum<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> Field<Root, Value.Present.Sum> where Value.Present: SummableAttribute {
    Field(aggregate(.sum, keyPath))
  }

  /// The average of their values of an attribute; `nil` for none.
  public func average<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> Field<Root, Value.Present.Average?> where Value.Present: SummableAttribute {
    Field(aggregate(.average, keyPath))
  }

  /// The least of what is computed of them; `nil` for none.
  public func min<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> Field<Root, Value.Present?> { Field(aggregate(.minimum, value)) }

  /// The greatest of what is computed of them; `nil` for none.
  public func max<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> Field<Root, Value.Present?> { Field(aggregate(.maximum, value)) }

  /// The sum of what is computed of them; zero for none: `$0.lines.sum { $0.price * $0.count }`.
  public func sum<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> Field<Root, Value.Present.Sum> where Value.Present: SummableAttribute {
    Field(aggregate(.sum, value))
  }

  /// The average of what is computed of them; `nil` for none.
  public func average<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> Field<Root, Value.Present.Average?> where Value.Present: SummableAttribute {
    Field(aggregate(.average, value))
  }

  private func aggregate<Value: OrderedAttribute>(
    _ function: AggregateFunction, _ keyPath: KeyPath<Member, Value>
  ) -> PredicateOperand {
    aggregate(function, Value.Present.storageType, Fields<Member>.operand(of: keyPath))
  }

  private func aggregate<Value: OrderedAttribute>(
    _ function: AggregateFunction, _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> PredicateOperand {
    aggregate(function, Value.Present.storageType, Fields.operand(value))
  }

  private func aggregate(
    _ function: AggregateFunction, _ type: StorageType, _ operand: PredicateOperand
  ) -> PredicateOperand { .aggregate(function, path, type, condition.tree, operand) }
}

/// A to-many relationship asked about its members.
extension Field where Value: ToManyValue {
  private var members: FieldMembers<Root, Value.Member> {
    FieldMembers(path: path, condition: .true)
  }

  /// The members that satisfy `condition`.
  public func filter(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> FieldMembers<Root, Value.Member> {
    FieldMembers(path: path, condition: Condition(Fields.condition(condition)))
  }

  /// There are no members.
  public var isEmpty: Condition<Root> { members.isEmpty }

  /// How many members there are.
  public var count: Field<Root, Int> { members.count }

  /// How many members satisfy `condition`.
  public func count(
    where condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Field<Root, Int> {
    filter(condition).count
  }

  /// How many members have a value that is true.
  @_disfavoredOverload
  public func count(
    where value: (Fields<Value.Member>) -> Field<Value.Member, Bool>
  ) -> Field<Root, Int> {
    filter { value($0).isTrue }.count
  }

  /// The least of the members' values of an attribute; `nil` for none.
  public func min<Attribute: OrderedAttribute>(
    _ keyPath: KeyPath<Value.Member, Attribute>
  ) -> Field<Root, Attribute.Present?> { members.min(keyPath) }

  /// The greatest of the members' values of an attribute; `nil` for none.
  public func max<Attribute: OrderedAttribute>(
    _ keyPath: KeyPath<Value.Member, Attribute>
  ) -> Field<Root, Attribute.Present?> { members.max(keyPath) }

  /// The sum of the members' values of an attribute; zero for none.
  public func sum<Attribute: OrderedAttribute>(
    _ keyPath: KeyPath<Value.Member, Attribute>
  ) -> Field<Root, Attribute.Present.Sum> where Attribute.Present: SummableAttribute {
    members.sum(keyPath)
  }

  /// The average of the members' values of an attribute; `nil` for none.
  public func average<Attribute: OrderedAttribute>(
    _ keyPath: KeyPath<Value.Member, Attribute>
  ) -> Field<Root, Attribute.Present.Average?> where Attribute.Present: SummableAttribute {
    members.average(keyPath)
  }

  /// The least of what is computed of the members; `nil` for none.
  public func min<Computed: OrderedAttribute>(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Computed>
  ) -> Field<Root, Computed.Present?> { members.min(value) }

  /// The greatest of what is computed of the members; `nil` for none.
  public func max<Computed: OrderedAttribute>(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Computed>
  ) -> Field<Root, Computed.Present?> { members.max(value) }

  /// The sum of what is computed of the members; zero for none.
  public func sum<Computed: OrderedAttribute>(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Computed>
  ) -> Field<Root, Computed.Present.Sum> where Computed.Present: SummableAttribute {
    members.sum(value)
  }

  /// The average of what is computed of the members; `nil` for none.
  public func average<Computed: OrderedAttribute>(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Computed>
  ) -> Field<Root, Computed.Present.Average?> where Computed.Present: SummableAttribute {
    members.average(value)
  }

  /// At least one member satisfies `condition`.
  public func any(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> {
    Condition(.quantified(.any, path, Fields.condition(condition)))
  }

  /// At least one member satisfies `condition`.
  public func contains(
    where condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> { any(condition) }

  /// Every member satisfies `condition`; true of an empty relationship.
  public func all(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> {
    Condition(.quantified(.all, path, Fields.condition(condition)))
  }

  /// Every member satisfies `condition`; true of an empty relationship.
  public func allSatisfy(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> { all(condition) }

  /// No member satisfies `condition`; true of an empty relationship.
  public func none(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> {
    Condition(.quantified(.none, path, Fields.condition(condition)))
  }

  /// `object` is a member.
  public func contains(_ object: Value.Member) -> Condition<Root> { any { $0 == object } }
}

/// A to-many relationship asked about a boolean of its members: `$0.books.any { $0.isNew }`.
extension Field where Value: ToManyValue {
  /// The members whose value is true.
  @_disfavoredOverload
  public func filter(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Bool>
  ) -> FieldMembers<Root, Value.Member> { filter { value($0).isTrue } }

  /// The value of at least one member is true.
  @_disfavoredOverload
  public func any(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Bool>
  ) -> Condition<Root> { any { value($0).isTrue } }

  /// The value of at least one member is true.
  @_disfavoredOverload
  public func contains(
    where value: (Fields<Value.Member>) -> Field<Value.Member, Bool>
  ) -> Condition<Root> { any { value($0).isTrue } }

  /// The value of every member is true; so it is of an empty relationship.
  @_disfavoredOverload
  public func all(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Bool>
  ) -> Condition<Root> { all { value($0).isTrue } }

  /// The value of every member is true; so it is of an empty relationship.
  @_disfavoredOverload
  public func allSatisfy(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Bool>
  ) -> Condition<Root> { all { value($0).isTrue } }

  /// The value of no member is true; so it is of an empty relationship.
  @_disfavoredOverload
  public func none(
    _ value: (Fields<Value.Member>) -> Field<Value.Member, Bool>
  ) -> Condition<Root> { none { value($0).isTrue } }
}

/// Members asked about by the names that Swift's collections have.
extension FieldMembers {
  /// Those of the members whose value is true too.
  @_disfavoredOverload
  public func filter(_ value: (Fields<Member>) -> Field<Member, Bool>) -> FieldMembers {
    filter { value($0).isTrue }
  }

  /// At least one of the members satisfies `condition`.
  public func contains(
    where condition: (Fields<Member>) -> Condition<Member>
  ) -> Condition<Root> { any(condition) }

  /// The value of at least one of the members is true.
  @_disfavoredOverload
  public func contains(
    where value: (Fields<Member>) -> Field<Member, Bool>
  ) -> Condition<Root> { any(value) }

  /// Every one of the members satisfies `condition`; so it is where there are none.
  public func allSatisfy(
    _ condition: (Fields<Member>) -> Condition<Member>
  ) -> Condition<Root> { all(condition) }

  /// The value of every one of the members is true; so it is where there are none.
  @_disfavoredOverload
  public func allSatisfy(
    _ value: (Fields<Member>) -> Field<Member, Bool>
  ) -> Condition<Root> { all(value) }

  /// None of the members satisfies `condition`; so it is where there are none.
  public func none(_ condition: (Fields<Member>) -> Condition<Member>) -> Condition<Root> {
    !any(condition)
  }

  /// The value of none of the members is true; so it is where there are none.
  @_disfavoredOverload
  public func none(_ value: (Fields<Member>) -> Field<Member, Bool>) -> Condition<Root> {
    !any(value)
  }

  /// `object` is one of the members.
  public func contains(_ object: Member) -> Condition<Root> { any { $0 == object } }
}
