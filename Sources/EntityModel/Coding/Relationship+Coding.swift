extension Relationship: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    let isToMany = container.contains(.toMany)
    guard isToMany || container.contains(.toOne) else {
      try self.init(earlier: decoder)
      return
    }
    let name = try container.decode(String.self, forKey: isToMany ? .toMany : .toOne)
    let target = try container.decode(String.self, forKey: .target)
    let inverse = try container.decode(String.self, forKey: .inverse)
    let deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
    if isToMany {
      self = .toMany(
        name, target, inverse: inverse, deleteRule: deleteRule,
        isOrdered: try container.flag(.ordered))
    } else {
      let isOptional = try container.flag(.optional)
      self = .toOne(
        name, target, isOptional: isOptional, inverse: inverse, deleteRule: deleteRule)
    }
    if container.contains(.minimum) {
      minimumCount = try container.decode(Int.self, forKey: .minimum)
    }
    // A to-one with any number of objects has a null.
    if container.contains(.maximum) {
      maximumCount = try container.decodeIfPresent(Int.self, forKey: .maximum)
    }
    column = try container.string(.column) ?? name
    originalName = try container.string(.originalName)
    if container.contains(.implicit) {
      implicitInverse = try container.decode(ImplicitInverse.self, forKey: .implicit)
    }
  }

  /// Decodes what was encoded before there was a format.
  private init(earlier decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EarlierKey.self)
    guard container.contains(.name) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "'attribute', 'toOne', 'toMany' or 'fetched' is missing"))
    }
    name = try container.decode(String.self, forKey: .name)
    column = try container.decode(String.self, forKey: .column)
    originalName = try container.decodeIfPresent(String.self, forKey: .originalName)
    target = try container.decode(String.self, forKey: .target)
    inverse = try container.decode(String.self, forKey: .inverse)
    deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
    minimumCount = try container.decode(Int.self, forKey: .minimumCount)
    maximumCount = try container.decodeIfPresent(Int.self, forKey: .maximumCount)
    isToMany = try container.decode(Bool.self, forKey: .isToMany)
    isOrdered = false
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encode(name, forKey: isToMany ? .toMany : .toOne)
    try container.encode(target, forKey: .target)
    try container.encode(inverse, forKey: .inverse)
    try container.encodeIfPresent(implicitInverse, forKey: .implicit)
    try container.encode(deleteRule, forKey: .deleteRule)
    try container.encode(flag: isOptional, .optional)
    try container.encode(flag: isOrdered, .ordered)
    // What 'optional' does not say; other counts of a to-one break a rule.
    if minimumCount != 0, isToMany || minimumCount != 1 {
      try container.encode(minimumCount, forKey: .minimum)
    }
    if maximumCount != (isToMany ? nil : 1) { try container.encode(maximumCount, forKey: .maximum) }
    if column != name { try container.encode(column, forKey: .column) }
    try container.encodeIfPresent(originalName, forKey: .originalName)
  }
}

extension ImplicitInverse: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    self.init(
      deleteRule: try container.decodeIfPresent(DeleteRule.self, forKey: .deleteRule),
      minimumCount: try container.decodeIfPresent(Int.self, forKey: .minimum) ?? 0,
      maximumCount: try container.decodeIfPresent(Int.self, forKey: .maximum))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encodeIfPresent(deleteRule, forKey: .deleteRule)
    if minimumCount != 0 { try container.encode(minimumCount, forKey: .minimum) }
    try container.encodeIfPresent(maximumCount, forKey: .maximum)
  }
}
