import EntityModel
public import EntityStore

// What is asked of transformed attributes: `$0.$color`.

extension Field where Value: OrderedAttribute, Value.Present: TransformedAttribute {
  /// What is stored, to be compared and computed with as any attribute of its type:
  /// `{ $0.$color.stored.hasPrefix("#f") }`.
  public var stored: Field<Root, Value.Present.Transform.Stored> { Field<_, _>(operand) }

  /// What is stored of the value is the same as what is stored of one of `values`.
  public func `in`(_ values: some Sequence<Value.Present.Transform.Value>) -> Condition<Root> {
    do {
      return Condition(
        .membership(operand, try values.map { try Value.Present($0).stored.storedValue }))
    } catch {
      return refusal(of: error)
    }
  }

  /// Returns the comparison with what is stored of `value`.
  fileprivate func compared(
    _ comparison: PredicateTree.Comparison, _ value: Value.Present.Transform.Value?
  ) -> Condition<Root> {
    do {
      let stored = try value.map { try Value.Present($0).stored.storedValue } ?? .null
      return Condition(.comparison(operand, comparison, .value(stored)))
    } catch {
      return refusal(of: error)
    }
  }

  /// Returns the condition that the fetch refuses, since `error` has been thrown.
  private func refusal(of error: any Error) -> Condition<Root> {
    Condition(
      .refused(
        "a comparison of '\(path.text)' with a value that '\(Value.Present.transformName)' does not "
          + "store (\(error))"))
  }
}

// The type is named, since of a protocol that it conforms to the compiler would report a mistake in
// any other comparison, a case that is misspelt, as that what is compared is not transformed.

/// What is stored of the value is what is stored of the constant.
public func == <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>>, right: Transform.Value
) -> Condition<Root> { left.compared(.equal, right) }

/// What is stored of the value is what is stored of the constant.
@_disfavoredOverload
public func == <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>>, right: Transform.Value?
) -> Condition<Root> { left.compared(.equal, right) }

/// What is stored of the value is what is stored of the constant.
public func == <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>?>, right: Transform.Value
) -> Condition<Root> { left.compared(.equal, right) }

/// What is stored of the value is what is stored of the constant.
@_disfavoredOverload
public func == <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>?>, right: Transform.Value?
) -> Condition<Root> { left.compared(.equal, right) }

/// What is stored of the value is not what is stored of the constant.
public func != <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>>, right: Transform.Value
) -> Condition<Root> { left.compared(.notEqual, right) }

/// What is stored of the value is not what is stored of the constant.
@_disfavoredOverload
public func != <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>>, right: Transform.Value?
) -> Condition<Root> { left.compared(.notEqual, right) }

/// What is stored of the value is not what is stored of the constant.
public func != <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>?>, right: Transform.Value
) -> Condition<Root> { left.compared(.notEqual, right) }

/// What is stored of the value is not what is stored of the constant.
@_disfavoredOverload
public func != <Root, Transform: AttributeTransform>(
  left: Field<Root, Transformed<Transform>?>, right: Transform.Value?
) -> Condition<Root> { left.compared(.notEqual, right) }
