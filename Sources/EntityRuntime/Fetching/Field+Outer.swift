import EntityModel
public import EntityStore

// Values of objects of several classes in one condition: in a closure within another one, what the
// outer one is given may be named too. Which object it is, is known by what the closures are given,
// and not by their classes, so that two objects of one class can be compared:
// `Book.where { book in book.pages > Book.where { $0.genre == book.genre }.average(\.pages) }`.
//
// A comparison is a condition on what the closure around it is about, which the closure's result
// says; as a constant it needs a type: `let isSame: Condition<Book> = $0.title == author.name`.

extension Field {
  /// The value as a part of a condition on other objects, in whose closure it stands:
  /// `{ author in author.books.any { $0.pages + author.extra.outer() > 100 } }`.
  ///
  /// A comparison by an operator needs none.
  public func outer<Inner>() -> Field<Inner, Value> { Field<Inner, Value>(operand) }
}

extension Condition {
  /// The condition as a part of one on other objects, in whose closure it stands:
  /// `{ author in author.books.any { $0.pages > 100 || author.isKnown.isTrue.outer() } }`.
  public func outer<Inner>() -> Condition<Inner> { Condition<Inner>(tree) }
}

// MARK: Values

/// One value equals another, that of an object of another class.
@_disfavoredOverload
public func == <Inner, A, B, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .equal, right.operand))
}

/// One value does not equal another, that of an object of another class.
@_disfavoredOverload
public func != <Inner, A, B, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .notEqual, right.operand))
}

/// One value is less than another, that of an object of another class.
@_disfavoredOverload
public func < <Inner, A, B, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .less, right.operand))
}

/// One value is not greater than another, that of an object of another class.
@_disfavoredOverload
public func <= <Inner, A, B, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .lessOrEqual, right.operand))
}

/// One value is greater than another, that of an object of another class.
@_disfavoredOverload
public func > <Inner, A, B, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .greater, right.operand))
}

/// One value is not less than another, that of an object of another class.
@_disfavoredOverload
public func >= <Inner, A, B, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .greaterOrEqual, right.operand))
}

// MARK: Objects

/// Both are the same object: `Book.where { book in Book.where { $0 != book && … }.exists() }`.
public func == <Inner, A, B>(left: Fields<A>, right: Fields<B>) -> Condition<Inner> {
  Condition(.comparison(.object(left.path), .equal, .object(right.path)))
}

/// They are not the same object.
public func != <Inner, A, B>(left: Fields<A>, right: Fields<B>) -> Condition<Inner> {
  Condition(.comparison(.object(left.path), .notEqual, .object(right.path)))
}

/// The relationship refers to the object.
public func == <Inner, A, B, Value: ToOneValue>(
  left: Field<A, Value>, right: Fields<B>
) -> Condition<Inner> {
  Condition(.comparison(.object(left.path), .equal, .object(right.path)))
}

/// The relationship does not refer to the object.
public func != <Inner, A, B, Value: ToOneValue>(
  left: Field<A, Value>, right: Fields<B>
) -> Condition<Inner> {
  Condition(.comparison(.object(left.path), .notEqual, .object(right.path)))
}

/// The relationship refers to the object.
public func == <Inner, A, B, Value: ToOneValue>(
  left: Fields<A>, right: Field<B, Value>
) -> Condition<Inner> { right == left }

/// The relationship does not refer to the object.
public func != <Inner, A, B, Value: ToOneValue>(
  left: Fields<A>, right: Field<B, Value>
) -> Condition<Inner> { right != left }

/// Both relationships refer to the same object, or to none.
public func == <Inner, A, B, Left: ToOneValue, Right: ToOneValue>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> {
  Condition(.comparison(.object(left.path), .equal, .object(right.path)))
}

/// The relationships do not refer to the same object.
public func != <Inner, A, B, Left: ToOneValue, Right: ToOneValue>(
  left: Field<A, Left>, right: Field<B, Right>
) -> Condition<Inner> {
  Condition(.comparison(.object(left.path), .notEqual, .object(right.path)))
}

/// Both ids are the same.
@_disfavoredOverload
public func == <Inner, A, B>(
  left: ObjectIDField<A>, right: ObjectIDField<B>
) -> Condition<Inner> {
  Condition(.comparison(left.operand, .equal, right.operand))
}

/// The ids are not the same.
@_disfavoredOverload
public func != <Inner, A, B>(
  left: ObjectIDField<A>, right: ObjectIDField<B>
) -> Condition<Inner> {
  Condition(.comparison(left.operand, .notEqual, right.operand))
}

/// The left object was created before the right one; both are of one class.
public func < <Inner, A, B>(left: ObjectIDField<A>, right: ObjectIDField<B>) -> Condition<Inner> {
  Condition(.comparison(.rowNumber(left.path), .less, .rowNumber(right.path)))
}

/// The left object was created after the right one; both are of one class.
public func > <Inner, A, B>(left: ObjectIDField<A>, right: ObjectIDField<B>) -> Condition<Inner> {
  Condition(.comparison(.rowNumber(left.path), .greater, .rowNumber(right.path)))
}

extension Field where Value: ToManyValue {
  /// The object, which another closure is given, is a member:
  /// `Subject.where { subject in Book.where { $0.subjects.contains(subject) }.count() > 3 }`.
  public func contains<Inner>(_ object: Fields<Value.Member>) -> Condition<Inner> {
    contains(at: object.path)
  }

  /// The object that a to-one refers to, of this object or of one that another closure is given, is
  /// a member: `Book.where { $0.authors.contains($0.contact) }`.
  public func contains<Inner, Other>(
    _ object: Field<Other, Value.Member>
  ) -> Condition<Inner> { contains(at: object.path) }

  /// The object that a to-one refers to is a member; not, where it refers to none.
  public func contains<Inner, Other>(
    _ object: Field<Other, Value.Member?>
  ) -> Condition<Inner> { contains(at: object.path) }

  private func contains<Inner>(at path: PropertyPath) -> Condition<Inner> {
    let isObject = PredicateTree.comparison(.object(PropertyPath()), .equal, .object(path))
    return Condition(.quantified(.any, self.path, isObject))
  }
}
