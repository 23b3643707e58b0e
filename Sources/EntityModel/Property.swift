/// Describes one property of an entity.
@nonexhaustive public enum Property: Hashable, Sendable {
  case attribute(Attribute)
  case relationship(Relationship)
  case fetched(Fetched)
  case derived(Derived)

  /// The property's name in the class.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    case .fetched(let fetched): fetched.name
    case .derived(let derived): derived.name
    }
  }

  /// The name of the column of the entity's table that holds the property, or `nil` for none.
  public var column: String? {
    switch self {
    case .attribute(let attribute): attribute.column
    case .relationship(let relationship): relationship.isToMany ? nil : relationship.column
    case .fetched, .derived: nil
    }
  }

  /// The attribute described, or `nil`.
  public var attribute: Attribute? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }

  /// The relationship described, or `nil`.
  public var relationship: Relationship? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }

  /// The fetched property described, or `nil`.
  public var fetched: Fetched? {
    if case .fetched(let fetched) = self { fetched } else { nil }
  }

  /// The derived attribute described, or `nil`.
  public var derived: Derived? {
    if case .derived(let derived) = self { derived } else { nil }
  }
}
