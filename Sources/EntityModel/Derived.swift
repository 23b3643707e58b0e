/// Describes an attribute whose value is computed of others: of attributes of the same object, or
/// of the members of a to-many relationship of it, of how many there are or what they hold.
///
/// No object is given such a value, and no row is another one for it: neither versions nor history
/// know it.
public struct Derived: Hashable, Sendable {
  /// The property's name in the class.
  public var name: String

  /// The kind of value.
  public var type: StorageType

  /// `true` if there may be no value.
  public var isOptional: Bool

  /// `true` if the store has an index of the values.
  public var isIndexed: Bool

  /// What the value is; `nil` where that is not known, as in what is read from sources.
  package var operand: PredicateOperand?

  /// Creates a description of the derived attribute `name`.
  package init(
    name: String, type: StorageType, isOptional: Bool = false, isIndexed: Bool = false,
    operand: PredicateOperand? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isIndexed = isIndexed
    self.operand = operand
  }

  /// What is asked of the members of a to-many; `nil` for what is computed of attributes.
  package var members: DerivedMembers? { operand.flatMap { DerivedMembers($0) } }
}

extension Derived: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    self.init(
      name: try container.decode(String.self, forKey: .derived),
      type: try container.decode(StorageType.self, forKey: .type),
      isOptional: try container.flag(.optional), isIndexed: try container.flag(.indexed))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encode(name, forKey: .derived)
    try container.encode(type, forKey: .type)
    try container.encode(flag: isOptional, .optional)
    try container.encode(flag: isIndexed, .indexed)
  }
}
