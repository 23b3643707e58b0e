/// A condition on objects of one entity, as data.
///
/// A store translates it into its own language and a context evaluates it in memory, with the same
/// answer. It is two-valued, as in Swift: a comparison by order with an absent value is false, and
/// two absent values are equal. Strings are equal when their UTF-8 is, and ordered by it.
package enum PredicateTree: Codable, Hashable, Sendable {
  case constant(Bool)
  indirect case not(PredicateTree)
  case all([PredicateTree])
  case any([PredicateTree])

  /// Two operands compared.
  indirect case comparison(PredicateOperand, Comparison, PredicateOperand)

  /// The operand equals one of the values; `nil` equals a null among them.
  indirect case membership(PredicateOperand, [StoredValue])

  /// The object that the to-one path leads to is one of those named.
  indirect case objects(PropertyPath, [ObjectID])

  /// The operand is a string that has the text as a prefix, as a suffix, anywhere or as a whole.
  indirect case text(PredicateOperand, TextMatch, String, ignoringCase: Bool)

  /// At least one, all or none of the objects in a to-many relationship satisfy the condition.
  indirect case quantified(Quantifier, PropertyPath, PredicateTree)

  /// How two operands compare.
  package enum Comparison: String, Codable, Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// Where one string occurs in another.
  package enum TextMatch: String, Codable, Hashable, Sendable {
    case prefix, suffix, contains, equal
  }

  /// How many of a relationship's objects must satisfy a condition.
  package enum Quantifier: String, Codable, Hashable, Sendable {
    /// At least one.
    case any
    /// Every one; true of an empty relationship.
    case all
    /// Not one; true of an empty relationship.
    case none
  }
}

/// One side of a comparison.
package enum PredicateOperand: Codable, Hashable, Sendable {
  /// The attribute that the path leads to; absent where a to-one on the way is `nil`.
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
