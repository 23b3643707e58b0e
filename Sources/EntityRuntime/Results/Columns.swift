import EntityModel
public import EntityStore

/// The columns that a result of objects of `Root` can have:
/// `.select { ($0.genre, $0.count, $0.pages.average) }`.
///
/// Of a to-many relationship its count and what is computed of its members can be selected:
/// `$0.books.count`, `$0.books.max(\.pages)`. A fetched property cannot.
@dynamicMemberLookup
public struct Columns<Root: ManagedObject>: Sendable, __StoreOperand {
  @usableFromInline init() {}

  /// How many objects there are, whatever an attribute of that name holds.
  public var count: Aggregate<Root, Int> { Aggregate() }

  /// A required attribute.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Root, Value>
  ) -> Column<Root, Value> { Column(Fields<Root>.operand(of: keyPath)) }

  /// An optional attribute.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Root, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(Fields<Root>.operand(of: keyPath)) }

  /// The objects that a required to-one refers to.
  public subscript<Object: ManagedObject>(
    dynamicMember keyPath: KeyPath<Root, Object>
  ) -> ObjectColumn<Root, Object> { ObjectColumn(Fields<Root>.path(of: keyPath)) }

  /// The objects that an optional to-one refers to.
  public subscript<Object: ManagedObject>(
    dynamicMember keyPath: KeyPath<Root, Object?>
  ) -> OptionalObjectColumn<Root, Object> { OptionalObjectColumn(Fields<Root>.path(of: keyPath)) }

  /// The members of a to-many relationship, of which something is computed.
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: KeyPath<Root, Set<Member>>
  ) -> MembersColumn<Root, Member> {
    MembersColumn(FieldMembers(path: Fields<Root>.path(of: keyPath), condition: .true))
  }

  /// The members of an ordered to-many relationship, of which something is computed.
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: KeyPath<Root, [Member]>
  ) -> MembersColumn<Root, Member> {
    MembersColumn(FieldMembers(path: Fields<Root>.path(of: keyPath), condition: .true))
  }

  /// The id of the object.
  public var objectID: ObjectIDColumn<Root> { ObjectIDColumn(PropertyPath(), of: Root.self) }

  /// A value that is computed as in a condition:
  /// `$0.value { ($0.pages > 300).then("long", else: "short") }`.
  public func value<Value: Storable>(
    _ make: (Fields<Root>) -> Field<Root, Value>
  ) -> Column<Root, Value> { Column(Fields.operand(make)) }

  /// A value that is computed as in a condition and may be `nil`.
  public func value<Value: Storable>(
    _ make: (Fields<Root>) -> Field<Root, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(Fields.operand(make)) }

  /// Whether the object satisfies a condition: `$0.value { $0.pages > 300 }`.
  public func value(_ make: (Fields<Root>) -> Condition<Root>) -> Column<Root, Bool> {
    Column(Self.truth(of: make))
  }
}

/// The members of a to-many relationship, of which a column is computed.
public struct MembersColumn<Root: ManagedObject, Member: ManagedObject>: Sendable, __StoreOperand {
  private let members: FieldMembers<Root, Member>

  init(_ members: FieldMembers<Root, Member>) { self.members = members }

  /// The members that satisfy `condition`.
  public func filter(
    _ condition: (Fields<Member>) -> Condition<Member>
  ) -> MembersColumn { MembersColumn(members.filter(condition)) }

  /// The members whose value is true.
  @_disfavoredOverload
  public func filter(_ value: (Fields<Member>) -> Field<Member, Bool>) -> MembersColumn {
    filter { value($0).isTrue }
  }

  /// Whether there are no members.
  public var isEmpty: Column<Root, Bool> { truth(of: members.isEmpty) }

  /// Whether at least one member satisfies `condition`.
  public func any(_ condition: (Fields<Member>) -> Condition<Member>) -> Column<Root, Bool> {
    truth(of: members.any(condition))
  }

  /// Whether the value of at least one member is true.
  @_disfavoredOverload
  public func any(_ value: (Fields<Member>) -> Field<Member, Bool>) -> Column<Root, Bool> {
    truth(of: members.any(value))
  }

  /// Whether all members satisfy `condition`; so it is where there are none.
  public func all(_ condition: (Fields<Member>) -> Condition<Member>) -> Column<Root, Bool> {
    truth(of: members.all(condition))
  }

  /// Whether the values of all members are true; so it is where there are none.
  @_disfavoredOverload
  public func all(_ value: (Fields<Member>) -> Field<Member, Bool>) -> Column<Root, Bool> {
    truth(of: members.all(value))
  }

  private func truth(of condition: Condition<Root>) -> Column<Root, Bool> {
    Column(condition.then(true, else: false).operand)
  }

  /// How many members there are.
  public var count: Column<Root, Int> { Column(members.count.operand) }

  /// How many members satisfy `condition`.
  public func count(
    where condition: (Fields<Member>) -> Condition<Member>
  ) -> Column<Root, Int> { filter(condition).count }

  /// How many members have a value that is true.
  @_disfavoredOverload
  public func count(
    where value: (Fields<Member>) -> Field<Member, Bool>
  ) -> Column<Root, Int> { filter(value).count }

  /// The least of the members' values of an attribute; `nil` for none.
  public func min<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> OptionalColumn<Root, Value.Present> { OptionalColumn(members.min(keyPath).operand) }

  /// The greatest of the members' values of an attribute; `nil` for none.
  public func max<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> OptionalColumn<Root, Value.Present> { OptionalColumn(members.max(keyPath).operand) }

  /// The sum of the members' values of an attribute; zero for none.
  public func sum<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> Column<Root, Value.Present.Sum> where Value.Present: SummableAttribute {
    Column(members.sum(keyPath).operand)
  }

  /// The average of the members' values of an attribute; `nil` for none.
  public func average<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Member, Value>
  ) -> OptionalColumn<Root, Value.Present.Average> where Value.Present: SummableAttribute {
    OptionalColumn(members.average(keyPath).operand)
  }

  /// The least of what is computed of the members; `nil` for none.
  public func min<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> OptionalColumn<Root, Value.Present> { OptionalColumn(members.min(value).operand) }

  /// The greatest of what is computed of the members; `nil` for none.
  public func max<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> OptionalColumn<Root, Value.Present> { OptionalColumn(members.max(value).operand) }

  /// The sum of what is computed of the members; zero for none.
  public func sum<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> Column<Root, Value.Present.Sum> where Value.Present: SummableAttribute {
    Column(members.sum(value).operand)
  }

  /// The average of what is computed of the members; `nil` for none.
  public func average<Value: OrderedAttribute>(
    _ value: (Fields<Member>) -> Field<Member, Value>
  ) -> OptionalColumn<Root, Value.Present.Average> where Value.Present: SummableAttribute {
    OptionalColumn(members.average(value).operand)
  }
}
