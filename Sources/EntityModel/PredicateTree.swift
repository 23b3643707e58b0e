/// A condition on objects of one entity, as data.
///
/// A store turns it into its own language and a context evaluates it in memory, with the same
/// answer. It is two-valued, as in Swift: a comparison by order with an absent value is false, and
/// two absent values are equal. Strings are equal when their UTF-8 is, and ordered by it.
public enum PredicateTree: Codable, Hashable, Sendable {
  case constant(Bool)
  indirect case not(PredicateTree)
  case all([PredicateTree])
  case any([PredicateTree])

  /// Two operands compared.
  indirect case comparison(PredicateOperand, Comparison, PredicateOperand)

  /// `true` iff the operand equals one of the values; nil equals a null among them.
  indirect case membership(PredicateOperand, [StoredValue])

  /// `true` iff the object that the to-one path leads to is one of those named.
  indirect case objects(PropertyPath, [ObjectID])

  /// `true` iff the operand is a string in which `value` stands at the given place.
  indirect case text(PredicateOperand, TextMatch, String, ignoringCase: Bool)

  /// `true` iff as many of the objects in a to-many relationship as asked satisfy the condition.
  indirect case quantified(Quantifier, PropertyPath, PredicateTree)

  /// How two operands compare.
  public enum Comparison: String, Codable, Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// Where one string stands in another.
  public enum TextMatch: String, Codable, Hashable, Sendable {
    case prefix, suffix, contains, equal
  }

  /// How many of a relationship's objects must satisfy a condition.
  public enum Quantifier: String, Codable, Hashable, Sendable {
    /// At least one.
    case any
    /// Every one; true of an empty relationship.
    case all
    /// Not one; true of an empty relationship.
    case none
  }
}

/// One side of a comparison.
public enum PredicateOperand: Codable, Hashable, Sendable {
  /// The attribute that the path leads to; absent where a to-one on the way is nil.
  case attribute(PropertyPath)

  /// A constant.
  case value(StoredValue)

  /// The object that a to-one path leads to; the empty path is the object itself.
  case object(PropertyPath)

  /// One object, or none.
  case identifier(ObjectID?)

  /// How many objects of a to-many relationship satisfy a condition.
  case count(PropertyPath, PredicateTree)

  /// The object that owns a fetched property.
  case source
}

/// The names of the properties that lead from an object to a value: to-ones, then the last one.
public struct PropertyPath: Codable, Hashable, Sendable {
  /// The names in the order of the way; empty for the object itself.
  public var names: [String]

  /// Creates the path through `names`.
  public init(_ names: [String] = []) { self.names = names }

  /// Returns the path that goes on to `name`.
  public func appending(_ name: String) -> PropertyPath { PropertyPath(names + [name]) }

  /// The names joined by dots.
  public var text: String { names.joined(separator: ".") }
}

/// One criterion of an order.
public struct SortTerm: Codable, Hashable, Sendable {
  /// The attribute to sort by, through to-one relationships.
  public var path: PropertyPath

  /// The direction; nil comes before every value when ascending.
  public var order: Order

  /// `true` iff strings that differ in case alone are equal.
  public var ignoresCase: Bool

  /// A direction.
  public enum Order: String, Codable, Hashable, Sendable {
    case ascending, descending
  }

  /// Creates a criterion.
  public init(path: PropertyPath, order: Order = .ascending, ignoresCase: Bool = false) {
    self.path = path
    self.order = order
    self.ignoresCase = ignoresCase
  }
}
