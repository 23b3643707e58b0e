import EntityModel
import EntityStore

// What is written from habit and has another form here: the compiler names that.

extension AttributeColumn where Value: Comparable {
  /// Refuses another name.
  @available(*, unavailable, renamed: "minimum")
  public var min: OptionalAggregate<Root, Value> { minimum }

  /// Refuses another name.
  @available(*, unavailable, renamed: "maximum")
  public var max: OptionalAggregate<Root, Value> { maximum }
}

extension AttributeColumn where Value: NumericAttribute {
  /// Refuses another name.
  @available(*, unavailable, renamed: "average")
  public var avg: OptionalAggregate<Root, Value.Average> { average }
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
