import EntityModel
public import EntityStore

// What is written from habit and has another form here: the compiler names that.

// MARK: Comparisons

extension Condition {
  /// Refuses to compare two conditions.
  @available(
    *, unavailable,
    message: """
      conditions are not compared; write '(a && b) || (!a && !b)' for both or neither of two
      """
  )
  public static func == (left: Condition, right: Condition) -> Condition { left }

  /// Refuses to compare two conditions.
  @available(
    *, unavailable,
    message: """
      conditions are not compared; write '(a && !b) || (!a && b)' for one of two and not the other
      """
  )
  public static func != (left: Condition, right: Condition) -> Condition { left }
}

/// Refuses to compare an enumeration with a raw value.
@available(
  *, unavailable,
  message: """
    the attribute is an enumeration; compare it with a case, '$0.kind == .red', or with the case of \
    a raw value, '$0.kind == Kind(rawValue: text)'
    """
)
@_disfavoredOverload
public func == <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present.RawValue
) -> Condition<Root> where Value.Present: RawRepresentable { .false }

/// Refuses to compare an enumeration with a raw value.
@available(
  *, unavailable,
  message: """
    the attribute is an enumeration; compare it with a case, '$0.kind == .red', or with the case of \
    a raw value, '$0.kind == Kind(rawValue: text)'
    """
)
@_disfavoredOverload
public func == <Root, Value: OrderedAttribute>(
  left: Value.Present.RawValue, right: Field<Root, Value>
) -> Condition<Root> where Value.Present: RawRepresentable { .false }

/// Refuses to compare an enumeration with a raw value.
@available(
  *, unavailable,
  message: """
    the attribute is an enumeration; compare it with a case, '$0.kind != .red', or with the case of \
    a raw value, '$0.kind != Kind(rawValue: text)'
    """
)
@_disfavoredOverload
public func != <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present.RawValue
) -> Condition<Root> where Value.Present: RawRepresentable { .false }

/// Refuses to compare an enumeration with a raw value.
@available(
  *, unavailable,
  message: """
    the attribute is an enumeration; compare it with a case, '$0.kind != .red', or with the case of \
    a raw value, '$0.kind != Kind(rawValue: text)'
    """
)
@_disfavoredOverload
public func != <Root, Value: OrderedAttribute>(
  left: Value.Present.RawValue, right: Field<Root, Value>
) -> Condition<Root> where Value.Present: RawRepresentable { .false }

// MARK: Deletion

extension Fields {
  /// Refuses to ask whether an object has been deleted softly, which requests say.
  @available(
    *, unavailable,
    message: """
      requests find what has not been deleted; write 'onlyDeleted()' or 'includingDeleted()' on the \
      request, as in 'Comment.onlyDeleted()', or compare the attribute that is marked '.deletedAt'
      """
  )
  public var isSoftlyDeleted: Condition<Root> { .false }
}

// MARK: Constants and classes

extension FetchRequest {
  /// Refuses a closure that makes no condition.
  @available(
    *, unavailable,
    message: """
      the closure makes a condition of what a store can compare; write 'flag ? true : false' for a \
      constant, '$0.isKind(of: Novel.self)' in place of 'is', and '$0.cast(to: Novel.self)' for the \
      properties of a class that extends this one
      """
  )
  @_disfavoredOverload
  public func `where`(_ condition: (Fields<Object>) -> Bool) -> FetchRequest { self }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Refuses a closure that makes no condition.
  @available(
    *, unavailable,
    message: """
      the closure makes a condition of what a store can compare; write 'flag ? true : false' for a \
      constant, '$0.isKind(of: Novel.self)' in place of 'is', and '$0.cast(to: Novel.self)' for the \
      properties of a class that extends this one
      """
  )
  @_disfavoredOverload
  public static func `where`(_ condition: (Fields<Self>) -> Bool) -> FetchRequest<Self> {
    FetchRequest()
  }
}

// MARK: Members

extension Field where Value: ToManyValue {
  /// Refuses a closure that makes no condition on a member.
  @available(
    *, unavailable,
    message: """
      the closure makes a condition on a member; write 'flag ? true : false' for a constant, and \
      'outer()' after what is about the object of another closure
      """
  )
  @_disfavoredOverload
  public func any<Result>(_ condition: (Fields<Value.Member>) -> Result) -> Condition<Root> {
    .false
  }

  /// Refuses a closure that makes no condition on a member.
  @available(
    *, unavailable,
    message: """
      the closure makes a condition on a member; write 'flag ? true : false' for a constant, and \
      'outer()' after what is about the object of another closure
      """
  )
  @_disfavoredOverload
  public func all<Result>(_ condition: (Fields<Value.Member>) -> Result) -> Condition<Root> {
    .false
  }

  /// Refuses a closure that makes no condition on a member.
  @available(
    *, unavailable,
    message: """
      the closure makes a condition on a member; write 'flag ? true : false' for a constant, and \
      'outer()' after what is about the object of another closure
      """
  )
  @_disfavoredOverload
  public func none<Result>(_ condition: (Fields<Value.Member>) -> Result) -> Condition<Root> {
    .false
  }

  /// Refuses to make something else of members.
  @available(
    *, unavailable,
    message: """
      members are asked about, not made into others: write 'any { … }', 'all { … }', \
      'filter { … }.count', or 'sum', 'min', 'max' and 'average' of a property ('.sum(\\.pages)') \
      or of what is computed ('.sum { $0.pages * 2 }')
      """
  )
  public func map<Result>(_ transform: (Fields<Value.Member>) -> Result) -> [Result] { [] }

  /// Refuses to make something else of members.
  @available(
    *, unavailable,
    message: """
      members are asked about, not made into others: write 'any { … }', 'all { … }', \
      'filter { … }.count', or 'sum', 'min', 'max' and 'average' of a property ('.sum(\\.pages)') \
      or of what is computed ('.sum { $0.pages * 2 }')
      """
  )
  public func compactMap<Result>(_ transform: (Fields<Value.Member>) -> Result) -> [Result] {
    []
  }

  /// Refuses to make something else of members.
  @available(
    *, unavailable,
    message: """
      members are asked about, not made into others: write 'any { … }', 'all { … }', \
      'filter { … }.count', or 'sum', 'min', 'max' and 'average' of a property ('.sum(\\.pages)') \
      or of what is computed ('.sum { $0.pages * 2 }')
      """
  )
  public func flatMap<Result>(_ transform: (Fields<Value.Member>) -> Result) -> [Result] { [] }

  /// Refuses to make something else of members.
  @available(
    *, unavailable,
    message: """
      members are asked about, not made into others: write 'any { … }', 'all { … }', \
      'filter { … }.count', or 'sum', 'min', 'max' and 'average' of a property ('.sum(\\.pages)') \
      or of what is computed ('.sum { $0.pages * 2 }')
      """
  )
  public func reduce<Initial, Result>(
    _ initial: Initial, _ next: (Initial, Fields<Value.Member>) -> Result
  ) -> Field<Root, Initial> { Field<Root, Initial>(operand) }

  /// Refuses to go through members.
  @available(
    *, unavailable,
    message: """
      a condition is data for a store, which goes through no members; ask with 'any { … }' or \
      'all { … }', or fetch and go through what is fetched
      """
  )
  public func forEach<Result>(_ body: (Fields<Value.Member>) -> Result) -> Condition<Root> {
    .false
  }

  /// Refuses one of members that have no order.
  @available(
    *, unavailable,
    message: """
      members have no order; ask for 'any { … }', or for 'min' or 'max' of a property \
      ('.max(\\.pages)')
      """
  )
  public var first: Field<Root, Value.Member?> { Field<Root, Value.Member?>(operand) }
}
