import EntityModel
public import EntityStore

// What is asked of a value, or with one, that means nothing: the compiler says what to write.

/// Refuses the opposite of what may be nil.
@available(
  *, unavailable,
  message: "the value may be nil: write '$0.isOpen == false', or '$0.isOpen != true'"
)
public prefix func ! <Root>(field: Field<Root, Bool?>) -> Condition<Root> { .false }

extension Field where Value: ToManyValue {
  /// Refuses several objects where one is asked for.
  @available(
    *, unavailable,
    message: """
      'contains' asks for one member, '$0.tags.contains(tag)'; of several, all are members by \
      '$0.tags.isSuperset(of: tags)', and any by '!$0.tags.isDisjoint(with: tags)'
      """
  )
  @_disfavoredOverload
  public func contains(_ objects: some Sequence<Value.Member>) -> Condition<Root> { .false }

  /// Refuses a value where an object is asked for.
  @available(
    *, unavailable,
    message: """
      members are objects; ask for a value of one of them: '$0.tags.any { $0.name == "new" }'
      """
  )
  @_disfavoredOverload
  public func contains(_ value: some Storable) -> Condition<Root> { .false }
}

extension Field where Value: OrderedAttribute {
  /// Refuses one value where several are asked for.
  @available(
    *, unavailable,
    message: "'in' asks for several values, '$0.pages.in([1, 2])'; one is asked for by '=='"
  )
  @_disfavoredOverload
  public func `in`(_ value: some Storable) -> Condition<Root> { .false }
}
