import EntityModel
public import EntityStore

// What a value has in Swift and no store knows: the compiler says so at its name.

extension Field where Value: OrderedAttribute {
  /// Refuses a member of the value that only Swift knows.
  @available(
    *, unavailable,
    message: """
      a condition is data for a store, which knows no such member of a value; what it can compute \
      is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
      """
  )
  @_disfavoredOverload
  public subscript<Next>(dynamicMember keyPath: KeyPath<Value, Next>) -> Field<Root, Next> {
    Field<Root, Next>(operand)
  }
}

extension Field where Value: ToManyValue {
  /// Refuses a property of members, which are several.
  @available(
    *, unavailable,
    message: """
      this is of several objects; ask 'any { $0.name == "x" }' or 'all { … }', or 'min', 'max', \
      'sum' or 'average' of a property
      """
  )
  @_disfavoredOverload
  public subscript<Next>(dynamicMember keyPath: KeyPath<Value.Member, Next>) -> Field<Root, Next> {
    Field<Root, Next>(operand)
  }
}

/// Refuses the opposite of what may be nil.
@available(
  *, unavailable,
  message: "the value may be nil: write '$0.isOpen == false', or '$0.isOpen != true'"
)
public prefix func ! <Root>(field: Field<Root, Bool?>) -> Condition<Root> { .false }
