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
    self.init(entities: try container.decode([Entity].self, forKey: .entities).describingMembers())
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

extension [Entity] {
  /// Returns the entities in which the properties of storages that indexes name are members.
  ///
  /// A description does not have them, since no row depends on them; that an index is of one is
  /// known by its name. The program whose index it is makes it of what it knows when it opens the
  /// store.
  fileprivate func describingMembers() -> [Entity] {
    var entities = self
    for entity in self {
      for name in entity.indexes.joined().map({ IndexTerm($0).property }) {
        guard let dot = name.firstIndex(of: ".") else { continue }
        let (owner, path) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
        entities.describe(member: path, of: owner, in: entity.name)
      }
    }
    return entities
  }

  /// Adds the member at `path` to the attribute `owner` of `entity`, or of one that it extends, if
  /// that can be a storage.
  private mutating func describe(member path: String, of owner: String, in entity: String) {
    var (name, seen): (String?, Set<String>) = (entity, [])
    while let current = name, seen.insert(current).inserted,
      let position = firstIndex(where: { $0.name == current })
    {
      name = self[position].superentity
      guard let index = self[position].properties.firstIndex(where: { $0.name == owner }) else {
        continue
      }
      guard case .attribute(var attribute) = self[position].properties[index],
        attribute.type == .json, attribute.leaves.isEmpty,
        !attribute.members.contains(where: { $0.name == path })
      else { return }
      let step = StoredMember.Step(path: path, readsNull: true, fallback: .null)
      attribute.members.append(StoredMember(name: path, steps: [step], type: .string))
      self[position].properties[index] = .attribute(attribute)
      return
    }
  }
}
