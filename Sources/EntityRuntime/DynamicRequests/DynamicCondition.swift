public import EntityModel
public import EntityStore

/// How a condition that is made of names compares a property with a value.
public enum DynamicComparison: String, Sendable, Hashable, CaseIterable, Codable {
  case equal, notEqual, lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual

  /// The text begins with the value, ends with it, or contains it.
  case hasPrefix, hasSuffix, contains
}

/// A condition that is made of the names of properties and of values.
///
///     DynamicRequest("Book").where(
///       .compare("pages", .greaterThan, 100) && .compare("author.name", .equal, "Ursula"))
///
/// A name leads on by a dot: `author.name`. It means what the same condition means that the
/// compiler has checked, and becomes the same SQL. Names and types are checked when it is fetched.
public struct DynamicCondition: Hashable, Sendable {
  /// The condition, to which others may be joined; its values are as they were given.
  let growing: GrowingCondition

  /// The condition as data.
  var tree: PredicateTree { growing.tree }

  /// Creates the condition that `growing` is.
  private init(_ growing: GrowingCondition) { self.growing = growing }

  /// Creates the condition that `tree` describes.
  init(tree: PredicateTree) { growing = GrowingCondition(tree) }

  /// Returns the condition that the property at `path` compares so with `value`.
  ///
  /// A whole number is compared with reals and decimals too. `nil` equals the absence of a value,
  /// and of the object that a to-one refers to.
  public static func compare(
    _ path: String, _ comparison: DynamicComparison, _ value: (any Storable)?,
    ignoringCase: Bool = false
  ) -> DynamicCondition {
    let property = PredicateOperand.attribute(PropertyPath(dotted: path))
    let stored = value?.storedValue ?? .null
    func text(_ match: PredicateTree.TextMatch) -> DynamicCondition {
      guard case .text(let text) = stored else {
        return DynamicCondition(tree: .refused("'\(comparison.rawValue)' and what is no text"))
      }
      return DynamicCondition(tree: .text(property, match, text, ignoringCase: ignoringCase))
    }
    func order(_ order: PredicateTree.Comparison) -> DynamicCondition {
      DynamicCondition(tree: .comparison(property, order, .value(stored)))
    }
    switch comparison {
    case .equal where ignoringCase: return text(.equal)
    case .notEqual where ignoringCase: return !text(.equal)
    case .equal: return order(.equal)
    case .notEqual: return order(.notEqual)
    case .lessThan: return order(.less)
    case .lessThanOrEqual: return order(.lessOrEqual)
    case .greaterThan: return order(.greater)
    case .greaterThanOrEqual: return order(.greaterOrEqual)
    case .hasPrefix: return text(.prefix)
    case .hasSuffix: return text(.suffix)
    case .contains: return text(.contains)
    }
  }

  /// The condition that every object satisfies, to begin a loop with.
  public static var `true`: DynamicCondition { DynamicCondition(tree: .constant(true)) }

  /// The condition that no object satisfies, to begin a loop with.
  public static var `false`: DynamicCondition { DynamicCondition(tree: .constant(false)) }

  /// Returns the condition that the property at `path` has one of `values`.
  public static func isIn<Value: Storable>(
    _ path: String, _ values: some Sequence<Value>
  ) -> DynamicCondition {
    let property = PredicateOperand.attribute(PropertyPath(dotted: path))
    return DynamicCondition(tree: .membership(property, values.map(\.storedValue)))
  }

  /// Returns the condition that the property at `path` has one of `values`; `nil` is the absence of
  /// one.
  @_disfavoredOverload
  public static func isIn<Value: Storable>(
    _ path: String, _ values: some Sequence<Value?>
  ) -> DynamicCondition {
    let property = PredicateOperand.attribute(PropertyPath(dotted: path))
    return DynamicCondition(tree: .membership(property, values.map { $0?.storedValue ?? .null }))
  }

  /// Returns the condition that the to-one at `path` refers to one of the objects with `ids`;
  /// `objectID`, and the empty path, are the object itself.
  public static func isIn(_ path: String, ids: some Sequence<ObjectID>) -> DynamicCondition {
    DynamicCondition(tree: .objects(PropertyPath(toObject: path), Array(ids)))
  }

  /// Returns the condition that the to-one at `path` refers to the object with `id`, or to none;
  /// `objectID`, and the empty path, are the object itself.
  public static func refers(_ path: String, to id: ObjectID?) -> DynamicCondition {
    DynamicCondition(
      tree: .comparison(.object(PropertyPath(toObject: path)), .equal, .identifier(id)))
  }

  /// Returns the condition that at least one member of the to-many at `path` satisfies `condition`.
  public static func any(_ path: String, _ condition: DynamicCondition) -> DynamicCondition {
    DynamicCondition(tree: .quantified(.any, PropertyPath(dotted: path), condition.tree))
  }

  /// Returns the condition that every member of the to-many at `path` satisfies `condition`.
  public static func all(_ path: String, _ condition: DynamicCondition) -> DynamicCondition {
    DynamicCondition(tree: .quantified(.all, PropertyPath(dotted: path), condition.tree))
  }

  /// Returns the condition that no member of the to-many at `path` satisfies `condition`.
  public static func none(_ path: String, _ condition: DynamicCondition) -> DynamicCondition {
    DynamicCondition(tree: .quantified(.none, PropertyPath(dotted: path), condition.tree))
  }

  /// Returns the condition that the to-many at `path` has so many members, as `comparison` says.
  public static func count(
    _ path: String, _ comparison: DynamicComparison, _ count: Int
  ) -> DynamicCondition {
    let operand = PredicateOperand.count(PropertyPath(dotted: path), .constant(true))
    guard let order = comparison.order else {
      return DynamicCondition(tree: .refused("'\(comparison.rawValue)' and what is no text"))
    }
    return DynamicCondition(tree: .comparison(operand, order, .value(.integer(Int64(count)))))
  }

  /// Returns the condition that both hold.
  public static func && (left: DynamicCondition, right: DynamicCondition) -> DynamicCondition {
    DynamicCondition(left.growing.joined(isConjunction: true, right.growing))
  }

  /// Returns the condition that either holds, or both.
  public static func || (left: DynamicCondition, right: DynamicCondition) -> DynamicCondition {
    DynamicCondition(left.growing.joined(isConjunction: false, right.growing))
  }

  /// Returns the condition that the other one does not hold.
  public static prefix func ! (condition: DynamicCondition) -> DynamicCondition {
    DynamicCondition(condition.growing.negated)
  }
}

// MARK: Other forms

extension DynamicCondition {
  /// Refuses a form that has another name.
  @available(*, unavailable, renamed: "isIn(_:_:)")
  public static func `in`<Value>(
    _ path: String, _ values: some Sequence<Value>
  ) -> DynamicCondition { .false }

  /// Refuses a form that is one of the comparisons.
  @available(*, unavailable, message: "write '.compare(path, .contains, text)'")
  public static func contains(_ path: String, _ text: String) -> DynamicCondition { .false }

  /// Refuses a form that is one of the comparisons.
  @available(*, unavailable, message: "write '.compare(path, .hasPrefix, text)'")
  public static func hasPrefix(_ path: String, _ text: String) -> DynamicCondition { .false }

  /// Refuses a form that is one of the comparisons.
  @available(*, unavailable, message: "write '.compare(path, .hasSuffix, text)'")
  public static func hasSuffix(_ path: String, _ text: String) -> DynamicCondition { .false }
}

extension DynamicCondition: CustomStringConvertible, CustomDebugStringConvertible {
  /// The condition as Swift, without the values that it compares: `$0.pages > ?`.
  public var description: String { text(.hidden) }

  /// The condition as Swift with the values that it compares, as they are stored.
  public var debugDescription: String { text(.shown(ObjectModel(entities: []))) }

  private func text(_ values: PredicateText.Values) -> String {
    var writer = PredicateText(values)
    writer.write(tree.root, of: nil)
    return writer.text
  }
}

extension DynamicComparison {
  /// The comparison of values, or `nil` for one of texts.
  var order: PredicateTree.Comparison? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    case .hasPrefix, .hasSuffix, .contains: nil
    }
  }
}

extension PropertyPath {
  /// Creates the path to the object that `text` names: a to-one, its `objectID`, or the object
  /// itself.
  init(toObject text: String) {
    let path = PropertyPath(dotted: text)
    self = path.identified ?? path
  }

  /// The path to the object whose id the path names; `nil` if it names something else.
  var identified: PropertyPath? {
    names.last == "objectID" ? PropertyPath(Array(names.dropLast()), from: start) : nil
  }

  /// Creates the path whose names are separated by dots; none for the empty text.
  init(dotted text: String) {
    self.init(
      text.isEmpty
        ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }
}
