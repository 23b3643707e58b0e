extension Leaf: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    // A snapshot does not know every type; every trait and default value suits a string.
    let isUnresolved = container.contains(.swiftType) && !container.contains(.type)
    self.init(
      name: try container.decode(String.self, forKey: .leaf),
      originalName: try container.string(.originalName),
      type: isUnresolved ? .string : try container.decode(StorageType.self, forKey: .type),
      isOptional: try container.flag(.optional), isIndexed: try container.flag(.indexed),
      defaultValue: try container.storedValue(.default),
      leaves: try container.decodeIfPresent([Leaf].self, forKey: .leaves) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encode(name, forKey: .leaf)
    try container.encode(type, forKey: .type)
    try container.encode(flag: isOptional, .optional)
    try container.encode(flag: isIndexed, .indexed)
    if let defaultValue { try container.encode(defaultValue, .default) }
    try container.encodeIfPresent(originalName, forKey: .originalName)
    if !leaves.isEmpty { try container.encode(leaves, forKey: .leaves) }
  }
}
