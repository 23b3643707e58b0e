import EntityModel
public import EntityStore

// What `context.update` makes of a property by an operator: `{ $0.pages += 1 }`.

extension Field where Value: OrderedAttribute, Value.Present: AddableAttribute {
  /// Adds a constant, a text behind the value's.
  public static func += (left: inout Field, right: Value.Present) { left = left + right }

  /// Adds another value of the object.
  public static func += (left: inout Field, right: Field) { left = left + right }
}

extension Field where Value: OrderedAttribute, Value.Present: SummableAttribute {
  /// Subtracts a constant.
  public static func -= (left: inout Field, right: Value.Present) { left = left - right }

  /// Subtracts another value of the object.
  public static func -= (left: inout Field, right: Field) { left = left - right }
}

extension Field where Value: OrderedAttribute, Value.Present: NumericAttribute {
  /// Multiplies by a constant.
  public static func *= (left: inout Field, right: Value.Present) { left = left * right }

  /// Multiplies by another value of the object.
  public static func *= (left: inout Field, right: Field) { left = left * right }

  /// Divides by a constant.
  public static func /= (left: inout Field, right: Value.Present) { left = left / right }

  /// Divides by another value of the object.
  public static func /= (left: inout Field, right: Field) { left = left / right }
}

extension Field where Value: OrderedAttribute, Value.Present: NumericAttribute & BinaryInteger {
  /// Replaces the value by the remainder of its division by a constant.
  public static func %= (left: inout Field, right: Value.Present) { left = left % right }

  /// Replaces the value by the remainder of its division by another value of the object.
  public static func %= (left: inout Field, right: Field) { left = left % right }
}

extension Field where Value == Bool {
  /// Makes true false and false true.
  public mutating func toggle() { self = isTrue.then(false, else: true) }
}

// MARK: What cannot be assigned

extension Field {
  /// Refuses to append to a list.
  @available(
    *, unavailable,
    message: """
      a list is stored as JSON, which the store does not look into; assign a whole list, or fetch \
      the objects and change them one by one
      """
  )
  public mutating func append<Element>(_ element: Element) where Value == [Element] {}
}
