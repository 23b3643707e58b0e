import EntityModel
public import EntityStore

// What is computed over those objects of a group that satisfy a condition, and whether they do:
// `.select { ($0.genre, $0.count { $0.isRead }, $0.pages.filter { $0.isRead }.sum) }`.

extension Columns {
  /// How many objects satisfy `condition`: `$0.count { $0.pages > 300 }`.
  public func count(
    where condition: (Fields<Root>) -> Condition<Root>
  ) -> Aggregate<Root, Int> {
    Aggregate(
      .count, .choice(.int64, Fields.condition(condition), .value(.integer(1)), .value(.null)))
  }

  /// The value of how many objects is true: `$0.count { $0.isRead }`.
  @_disfavoredOverload
  public func count(
    where value: (Fields<Root>) -> Field<Root, Bool>
  ) -> Aggregate<Root, Int> { count { value($0).isTrue } }

  /// Whether at least one object satisfies `condition`; not, where there are none.
  public func any(_ condition: (Fields<Root>) -> Condition<Root>) -> Aggregate<Root, Bool> {
    Aggregate(.any, Self.truth(of: condition))
  }

  /// Whether the value of at least one object is true; not, where there are none.
  @_disfavoredOverload
  public func any(_ value: (Fields<Root>) -> Field<Root, Bool>) -> Aggregate<Root, Bool> {
    any { value($0).isTrue }
  }

  /// Whether all objects satisfy `condition`; so it is where there are none.
  public func all(_ condition: (Fields<Root>) -> Condition<Root>) -> Aggregate<Root, Bool> {
    Aggregate(.all, Self.truth(of: condition))
  }

  /// Whether the values of all objects are true; so it is where there are none.
  @_disfavoredOverload
  public func all(_ value: (Fields<Root>) -> Field<Root, Bool>) -> Aggregate<Root, Bool> {
    all { value($0).isTrue }
  }

  /// Returns whether an object satisfies `condition`, as a value.
  static func truth(
    of condition: (Fields<Root>) -> Condition<Root>
  ) -> PredicateOperand {
    .choice(.boolean, Fields.condition(condition), .value(.integer(1)), .value(.integer(0)))
  }
}

extension AttributeColumn {
  /// The values of the objects that satisfy `condition`, and `nil` for the others, which counts for
  /// nothing: `$0.pages.filter { $0.isRead }.sum`.
  public func filter(
    _ condition: (Fields<Root>) -> Condition<Root>
  ) -> OptionalColumn<Root, Value> {
    OptionalColumn(
      .choice(Value.storageType, Fields.condition(condition), operand, .value(.null)))
  }

  /// The values of the objects of which `value` is true, and `nil` for the others.
  @_disfavoredOverload
  public func filter(
    _ value: (Fields<Root>) -> Field<Root, Bool>
  ) -> OptionalColumn<Root, Value> { filter { value($0).isTrue } }
}

/// As conditions on groups: `.having { $0.any { $0.isRead } && $0.count > 3 }`.
extension Columns {
  /// At least one object of the group satisfies `condition`.
  public func any(_ condition: (Fields<Root>) -> Condition<Root>) -> GroupCondition<Root> {
    let column: Aggregate<Root, Bool> = any(condition)
    return column == true
  }

  /// The value of at least one object of the group is true.
  @_disfavoredOverload
  public func any(_ value: (Fields<Root>) -> Field<Root, Bool>) -> GroupCondition<Root> {
    any { value($0).isTrue }
  }

  /// All objects of the group satisfy `condition`.
  public func all(_ condition: (Fields<Root>) -> Condition<Root>) -> GroupCondition<Root> {
    let column: Aggregate<Root, Bool> = all(condition)
    return column == true
  }

  /// The values of all objects of the group are true.
  @_disfavoredOverload
  public func all(_ value: (Fields<Root>) -> Field<Root, Bool>) -> GroupCondition<Root> {
    all { value($0).isTrue }
  }
}
