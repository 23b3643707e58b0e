import EntityModel
public import EntityStore

// What is written from habit and has another form here: the compiler names that.

extension AttributeColumn where Value: Comparable {
  /// Refuses another name.
  @available(*, unavailable, renamed: "minimum")
  public var min: OptionalAggregate<Root, Value> { minimum }

  /// Refuses another name.
  @available(*, unavailable, renamed: "maximum")
  public var max: OptionalAggregate<Root, Value> { maximum }
}

extension AttributeColumn where Value: SummableAttribute {
  /// Refuses another name.
  @available(*, unavailable, renamed: "average")
  public var avg: OptionalAggregate<Root, Value.Average> { average }
}

extension AttributeColumn {
  /// Refuses a sum of what is not added up.
  @available(
    *, unavailable,
    message: """
      numbers and durations are added up, and nothing else; of UInt64, whose sums no type holds, \
      nothing either
      """
  )
  @_disfavoredOverload
  public var sum: Aggregate<Root, Int> { Aggregate(self, .count) }

  /// Refuses an average of what is not added up.
  @available(
    *, unavailable,
    message: """
      numbers and durations have an average, and nothing else; UInt64, whose sums no type holds, has \
      none either
      """
  )
  @_disfavoredOverload
  public var average: Aggregate<Root, Int> { Aggregate(self, .count) }

  /// Refuses the first of what has no order.
  @available(*, unavailable, message: "what has a minimum and a maximum is Comparable")
  @_disfavoredOverload
  public var minimum: Aggregate<Root, Int> { Aggregate(self, .count) }

  /// Refuses the last of what has no order.
  @available(*, unavailable, message: "what has a minimum and a maximum is Comparable")
  @_disfavoredOverload
  public var maximum: Aggregate<Root, Int> { Aggregate(self, .count) }
}

extension Aggregate {
  /// Refuses a property as a function.
  @available(*, unavailable, message: "it is a property: write it without '()'")
  public func callAsFunction() -> Aggregate { self }
}

extension OptionalAggregate {
  /// Refuses a property as a function.
  @available(*, unavailable, message: "it is a property: write it without '()'")
  public func callAsFunction() -> OptionalAggregate { self }
}
