import EntityModel
public import EntityStore

/// A column of the objects that a required to-one relationship refers to.
///
/// It leads on to their properties: `$0.author.name`.
@dynamicMemberLookup
public struct ObjectColumn<Root: ManagedObject, Object: ManagedObject>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path, of: Object.self) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Object? {
    row.object(at: column) as? Object
  }

  /// The ids of the objects, which are not loaded.
  public var objectID: ObjectIDColumn<Root> {
    ObjectIDColumn(__selection.path, of: Object.self)
  }

  /// How many different objects there are.
  public var distinctCount: Aggregate<Root, Int> { Aggregate(self, .distinctCount) }

  /// A required attribute of the objects.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Object, Value>
  ) -> Column<Root, Value> { Column(operand(to: keyPath)) }

  /// An optional attribute of the objects.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Object, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(operand(to: keyPath)) }

  /// The objects that a required to-one of the objects refers to.
  public subscript<Next: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, Next>
  ) -> ObjectColumn<Root, Next> { ObjectColumn<Root, Next>(path(to: keyPath)) }

  /// The objects that an optional to-one of the objects refers to.
  public subscript<Next: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, Next?>
  ) -> OptionalObjectColumn<Root, Next> { OptionalObjectColumn(path(to: keyPath)) }

  /// The members of a to-many of the objects, of which something is computed.
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, Set<Member>>
  ) -> MembersColumn<Root, Member> {
    MembersColumn(FieldMembers(path: path(to: keyPath), condition: .true))
  }

  /// The members of an ordered to-many of the objects, of which something is computed.
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, [Member]>
  ) -> MembersColumn<Root, Member> {
    MembersColumn(FieldMembers(path: path(to: keyPath), condition: .true))
  }

  private func operand(to keyPath: AnyKeyPath) -> PredicateOperand {
    Fields<Object>.operand(of: keyPath).leading(from: __selection.path)
  }

  private func path(to keyPath: AnyKeyPath) -> PropertyPath {
    __selection.path.appending(keyPath, of: Object.self)
  }
}

/// A column of the objects that an optional to-one relationship refers to, or that one refers to
/// which is reached through such a one.
///
/// It leads on to their properties, which are `nil` where there is no object.
@dynamicMemberLookup
public struct OptionalObjectColumn<Root: ManagedObject, Object: ManagedObject>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path, of: Object.self) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Object?? {
    guard let object = row.object(at: column) else {
      return row.isNull(at: column) ? .some(nil) : nil
    }
    return (object as? Object).map { .some($0) }
  }

  /// The ids of the objects, which are not loaded.
  public var objectID: OptionalObjectIDColumn<Root> {
    OptionalObjectIDColumn(__selection.path, of: Object.self)
  }

  /// How many of the objects of `Root` refer to one.
  public var count: Aggregate<Root, Int> { Aggregate(self, .count) }

  /// How many different objects there are.
  public var distinctCount: Aggregate<Root, Int> { Aggregate(self, .distinctCount) }

  /// A required attribute of the objects.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Object, Value>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(operand(to: keyPath)) }

  /// An optional attribute of the objects.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Object, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(operand(to: keyPath)) }

  /// The objects that a required to-one of the objects refers to.
  public subscript<Next: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, Next>
  ) -> OptionalObjectColumn<Root, Next> { OptionalObjectColumn<Root, Next>(path(to: keyPath)) }

  /// The objects that an optional to-one of the objects refers to.
  public subscript<Next: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, Next?>
  ) -> OptionalObjectColumn<Root, Next> { OptionalObjectColumn<Root, Next>(path(to: keyPath)) }

  /// The members of a to-many of the objects, of which something is computed.
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, Set<Member>>
  ) -> MembersColumn<Root, Member> {
    MembersColumn(FieldMembers(path: path(to: keyPath), condition: .true))
  }

  /// The members of an ordered to-many of the objects, of which something is computed.
  public subscript<Member: ManagedObject>(
    dynamicMember keyPath: KeyPath<Object, [Member]>
  ) -> MembersColumn<Root, Member> {
    MembersColumn(FieldMembers(path: path(to: keyPath), condition: .true))
  }

  private func operand(to keyPath: AnyKeyPath) -> PredicateOperand {
    Fields<Object>.operand(of: keyPath).leading(from: __selection.path)
  }

  private func path(to keyPath: AnyKeyPath) -> PropertyPath {
    __selection.path.appending(keyPath, of: Object.self)
  }
}
