import EntityModel
public import EntityStore

extension AttributeColumn where Value == Duration {
  /// The durations added up; zero for none.
  public var sum: Aggregate<Root, Duration> { Aggregate(self, .sum) }

  /// The sum divided by the count, to the nearest attosecond; `nil` for none.
  public var average: OptionalAggregate<Root, Duration> { OptionalAggregate(self, .average) }
}
