/// Describes an attribute whose value is computed of others: of attributes of the same object, or
/// of how many members a to-many relationship of it has.
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

  /// The to-many whose members are counted, and what these satisfy; `nil` for what is computed of
  /// attributes.
  package var count: (relationship: String, condition: PredicateTree)? {
    guard let root = operand?.root, case .count(let path) = root.kind, path.names.count == 1,
      path.start == .own
    else { return nil }
    return (path.names[0], PredicateTree(root.first))
  }
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
