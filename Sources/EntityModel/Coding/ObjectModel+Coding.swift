/// A model is encoded as `Docs/StoreFormat.md` says, whatever its entities' order; the members of
/// snapshots have the same names, so that a snapshot's text is decoded too.
///
/// Descriptions from before there was a format are decoded as well.
extension ObjectModel: Codable {
  /// The format of descriptions that is encoded, and the latest one that is decoded.
  package static let descriptionFormat = 2

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    if container.contains(.format) {
      let format = try container.decode(Int.self, forKey: .format)
      guard 1...Self.descriptionFormat ~= format else {
        throw DecodingError.dataCorruptedError(
          forKey: .format, in: container,
          debugDescription: format < 1
            ? "there is no format \(format) of descriptions of models"
            : "the description of the model has format \(format), and formats up to "
              + "\(Self.descriptionFormat) are known; use a later version of EntityGraph")
      }
    }
    self.init(entities: try container.decode([Entity].self, forKey: .entities))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encode(Self.descriptionFormat, forKey: .format)
    try container.encode(entities, forKey: .entities)
  }
}

extension Entity: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    let earlier = try decoder.container(keyedBy: EarlierKey.self)
    if earlier.contains(.name) {
      self.init(
        try earlier.decode(String.self, forKey: .name),
        superentity: try earlier.decodeIfPresent(String.self, forKey: .superentity))
    } else {
      self.init(
        try container.decode(String.self, forKey: .entity),
        superentity: try container.string(.extends))
    }
    isAbstract = try container.flag(.abstract)
    originalName = try container.string(.originalName)
    uniqueKeys = try container.decodeIfPresent([[String]].self, forKey: .uniqueKeys) ?? []
    indexes = try container.decodeIfPresent([[String]].self, forKey: .indexes) ?? []
    properties = try container.decode([Property].self, forKey: .properties)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encode(name, forKey: .entity)
    try container.encodeIfPresent(superentity, forKey: .extends)
    try container.encode(flag: isAbstract, .abstract)
    try container.encodeIfPresent(originalName, forKey: .originalName)
    if !uniqueKeys.isEmpty { try container.encode(uniqueKeys, forKey: .uniqueKeys) }
    if !indexes.isEmpty { try container.encode(indexes, forKey: .indexes) }
    try container.encode(properties, forKey: .properties)
  }
}
