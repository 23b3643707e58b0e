import EntityModel
import EntityStore

// What is asked of attributes that are ranges: `$0.period.contains(date)`. Of a range that is nil
// nothing is true.

extension Field {
  /// `value` lies in the range, whose upper bound is included.
  public func contains<Bound: RangeBound>(_ value: Bound) -> Condition<Root>
  where Value == ClosedRange<Bound> { holds(.value(value.storedValue), true) }

  /// `value` lies in the range, if there is one, whose upper bound is included.
  public func contains<Bound: RangeBound>(_ value: Bound) -> Condition<Root>
  where Value == ClosedRange<Bound>? { holds(.value(value.storedValue), true) }

  /// `value` lies in the range, whose upper bound is left out.
  public func contains<Bound: RangeBound>(_ value: Bound) -> Condition<Root>
  where Value == Range<Bound> { holds(.value(value.storedValue), false) }

  /// `value` lies in the range, if there is one, whose upper bound is left out.
  public func contains<Bound: RangeBound>(_ value: Bound) -> Condition<Root>
  where Value == Range<Bound>? { holds(.value(value.storedValue), false) }

  /// The value of another property lies in the range, whose upper bound is included.
  public func contains<Bound: RangeBound>(_ value: Field<Root, Bound>) -> Condition<Root>
  where Value == ClosedRange<Bound> { holds(value.operand, true) }

  /// The value of another property lies in the range, if there is one, whose upper bound is
  /// included.
  public func contains<Bound: RangeBound>(_ value: Field<Root, Bound>) -> Condition<Root>
  where Value == ClosedRange<Bound>? { holds(value.operand, true) }

  /// The value of another property lies in the range, whose upper bound is left out.
  public func contains<Bound: RangeBound>(_ value: Field<Root, Bound>) -> Condition<Root>
  where Value == Range<Bound> { holds(value.operand, false) }

  /// The value of another property lies in the range, if there is one, whose upper bound is left
  /// out.
  public func contains<Bound: RangeBound>(_ value: Field<Root, Bound>) -> Condition<Root>
  where Value == Range<Bound>? { holds(value.operand, false) }

  /// The range and `other` have a value in common.
  public func overlaps<Bound: RangeBound>(_ other: ClosedRange<Bound>) -> Condition<Root>
  where Value == ClosedRange<Bound> { meets(other.lowerBound, other.upperBound, .lessOrEqual) }

  /// The range, if there is one, and `other` have a value in common.
  public func overlaps<Bound: RangeBound>(_ other: ClosedRange<Bound>) -> Condition<Root>
  where Value == ClosedRange<Bound>? { meets(other.lowerBound, other.upperBound, .lessOrEqual) }

  /// The range and `other` have a value in common; an empty one has none.
  public func overlaps<Bound: RangeBound>(_ other: Range<Bound>) -> Condition<Root>
  where Value == Range<Bound> {
    other.isEmpty ? .false : meets(other.lowerBound, other.upperBound, .less) && isFilled()
  }

  /// The range, if there is one, and `other` have a value in common; an empty one has none.
  public func overlaps<Bound: RangeBound>(_ other: Range<Bound>) -> Condition<Root>
  where Value == Range<Bound>? {
    other.isEmpty ? .false : meets(other.lowerBound, other.upperBound, .less) && isFilled()
  }

  /// Returns the bound called `name`.
  private func bound(_ name: String) -> PredicateOperand {
    // What leads to a range and its bound are one name, since there is no object between.
    .attribute(
      PropertyPath(path.names.dropLast() + ["\(path.names.last ?? "").\(name)"], from: path.start))
  }

  private func holds(_ value: PredicateOperand, _ includesUpper: Bool) -> Condition<Root> {
    Condition(.comparison(bound("lowerBound"), .lessOrEqual, value))
      && Condition(
        .comparison(bound("upperBound"), includesUpper ? .greaterOrEqual : .greater, value))
  }

  /// Returns the condition that the range begins before `upper` and ends after `lower`.
  private func meets(
    _ lower: some Storable, _ upper: some Storable, _ comparison: PredicateTree.Comparison
  ) -> Condition<Root> {
    Condition(.comparison(bound("lowerBound"), comparison, .value(upper.storedValue)))
      && Condition(.comparison(.value(lower.storedValue), comparison, bound("upperBound")))
  }

  private func isFilled() -> Condition<Root> {
    Condition(.comparison(bound("lowerBound"), .less, bound("upperBound")))
  }
}
