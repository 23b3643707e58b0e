extension Property: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    let earlier = try decoder.container(keyedBy: EarlierKey.self)
    // What is an object now was one around another before.
    func content<Value: Decodable>(_ key: EarlierKey) throws -> Value? {
      let content = try? earlier.nestedContainer(keyedBy: EarlierKey.self, forKey: key)
      return try content?.decode(Value.self, forKey: .content)
    }
    if container.contains(.attribute) {
      self = .attribute(try content(.attribute) ?? Attribute(from: decoder))
    } else if container.contains(.derived) {
      self = .derived(try Derived(from: decoder))
    } else if container.contains(.fetched) {
      self = .fetched(try content(.fetched) ?? Fetched(from: decoder))
    } else if let relationship: Relationship = try content(.relationship) {
      self = .relationship(relationship)
    } else {
      self = .relationship(try Relationship(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .attribute(let attribute): try attribute.encode(to: encoder)
    case .relationship(let relationship): try relationship.encode(to: encoder)
    case .fetched(let fetched): try fetched.encode(to: encoder)
    case .derived(let derived): try derived.encode(to: encoder)
    }
  }
}

extension Attribute: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    guard container.contains(.attribute) else {
      try self.init(earlier: decoder)
      return
    }
    let name = try container.decode(String.self, forKey: .attribute)
    // A snapshot does not know every type; every trait and default value suits a string.
    let isUnresolved = container.contains(.swiftType) && !container.contains(.type)
    self.init(
      name: name, column: try container.string(.column),
      originalName: try container.string(.originalName),
      type: isUnresolved ? .string : try container.decode(StorageType.self, forKey: .type),
      isOptional: try container.flag(.optional), isUnique: try container.flag(.unique),
      isIndexed: try container.flag(.indexed), defaultValue: try container.storedValue(.default),
      isSecret: try container.flag(.secret),
      search: try container.decodeIfPresent(SearchTokenizer.self, forKey: .searchable),
      isUniqueIgnoringCase: try container.flag(.uniqueIgnoringCase),
      isIndexedIgnoringCase: try container.flag(.indexedIgnoringCase),
      leaves: try container.decodeIfPresent([Leaf].self, forKey: .leaves) ?? [],
      isExternal: try container.flag(.external))
    hasDefault =
      container.contains(.hasDefault)
      ? try container.flag(.hasDefault) : isOptional || defaultValue != nil
  }

  /// Decodes what was encoded before there was a format.
  private init(earlier decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EarlierKey.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      column: try container.decode(String.self, forKey: .column),
      originalName: try container.decodeIfPresent(String.self, forKey: .originalName),
      type: try container.decode(StorageType.self, forKey: .type),
      isOptional: try container.decode(Bool.self, forKey: .isOptional),
      isUnique: try container.decode(Bool.self, forKey: .isUnique),
      isIndexed: try container.decode(Bool.self, forKey: .isIndexed),
      defaultValue: try container.decodeIfPresent(StoredValue.self, forKey: .defaultValue))
    hasDefault = try container.decode(Bool.self, forKey: .hasDefault)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encode(name, forKey: .attribute)
    try container.encode(type, forKey: .type)
    try container.encode(flag: isOptional, .optional)
    try container.encode(flag: isUnique, .unique)
    try container.encode(flag: isIndexed, .indexed)
    try container.encode(flag: isUniqueIgnoringCase, .uniqueIgnoringCase)
    try container.encode(flag: isIndexedIgnoringCase, .indexedIgnoringCase)
    try container.encode(flag: isSecret, .secret)
    try container.encode(flag: isExternal, .external)
    try container.encodeIfPresent(search, forKey: .searchable)
    if let defaultValue { try container.encode(defaultValue, .default) }
    // A default value is a default, and nil is that of an optional.
    if hasDefault != (isOptional || defaultValue != nil) {
      try container.encode(hasDefault, forKey: .hasDefault)
    }
    if column != name { try container.encode(column, forKey: .column) }
    try container.encodeIfPresent(originalName, forKey: .originalName)
    if !leaves.isEmpty { try container.encode(leaves, forKey: .leaves) }
  }
}
