import EntityJSON
import EntityModel
import EntityStore

/// What the members of a row of an entity are.
final class PayloadForm {
  /// The entity.
  let entity: ManagedEntity

  /// The attribute by which rows find objects.
  let identity: Attribute

  /// The property index of that attribute.
  let identityIndex: Int

  /// The names that lead to the identity, for messages.
  let identityName: String

  /// What the members are, by their names.
  let names: Names

  /// What a member of a row is.
  enum Use {
    /// The attribute of the property index.
    case attribute(Int, Attribute)

    /// What the relationship refers to, as objects or as identities.
    case related(ManagedRelationship)

    /// The identities of what the relationship refers to.
    case identities(ManagedRelationship)

    /// What is written and not read.
    case ignored
  }

  /// What is found by the first names of paths.
  struct Names {
    var use: Use?
    var inner: [String: Names] = [:]

    mutating func add(_ path: ArraySlice<String>, _ use: Use) {
      guard let name = path.first else { return self.use = self.use ?? use }
      inner[name, default: Names()].add(path.dropFirst(), use)
    }
  }

  /// Describes the rows of `entity`.
  ///
  /// - Throws: that objects of the entity cannot be found by a row.
  init(_ entity: ManagedEntity, _ format: JSONFormat) throws(StoreError) {
    guard let identityIndex = entity.identityIndex,
      let identity = entity.layout.properties[identityIndex].attribute
    else {
      throw StoreError(
        .invalidRequest,
        "'\(entity.name)' has no attribute by which a row finds its object; mark one '.unique' or "
          + "'.identity'", entity: entity.name)
    }
    self.entity = entity
    self.identity = identity
    self.identityIndex = identityIndex
    let members = JSONLayout(entity, format.keys).members
    guard let path = members.first(where: { $0.index == identityIndex })?.path else {
      throw StoreError(
        .invalidRequest,
        "'\(entity.name).\(identity.name)' is what a row finds its object by, and '.notExported'",
        entity: entity.name, properties: [identity.name])
    }
    identityName = path.joined(separator: ".")
    var names = Names()
    var identities: [(name: String, relationship: ManagedRelationship)] = []
    for member in members {
      let path = member.path[...]
      switch entity.layout.properties[member.index] {
      case .attribute(let attribute): names.add(path, .attribute(member.index, attribute))
      case .relationship(let description):
        guard let relationship = entity.relationships[member.index] else { continue }
        names.add(path, .related(relationship))
        guard entity.jsonNames[description.name] == nil else { continue }
        for name in Self.identityNames(of: description, format.keys) {
          identities.append((name, relationship))
        }
      default: names.add(path, .ignored)
      }
    }
    // What has a name of its own goes before what is read beside it.
    for (name, relationship) in identities where names.inner[name] == nil {
      names.add([name], .identities(relationship))
    }
    if names.inner["objectID"] == nil { names.add(["objectID"], .ignored) }
    self.names = names
  }

  /// Returns the key of the object with the identity `value`, known within `owner` alone if that is
  /// not unique.
  func key(_ value: StoredValue, in owner: PayloadKey.Owner?) -> PayloadKey {
    PayloadKey(
      tree: entity.tree, owner: identity.holdsEachValueOnce ? nil : owner,
      property: identity.name, value: value)
  }

  /// Returns the members that have the identities of what `relationship` refers to: `author_id` and
  /// `tag_ids`, or `authorID`, `authorId`, `tagIDs` and `tagIds`.
  private static func identityNames(
    of relationship: Relationship, _ keys: JSONKeyStyle
  ) -> [String] {
    let name = relationship.name
    let plural = relationship.isToMany ? "s" : ""
    let bases = relationship.isToMany ? [name, singular(name)] : [name]
    return bases.flatMap { base in
      keys == .snakeCase
        ? ["\(keys.key(for: base))_id\(plural)"] : ["\(base)ID\(plural)", "\(base)Id\(plural)"]
    }
  }

  /// Returns the word that `plural` is the plural of, as most of English forms it.
  private static func singular(_ plural: String) -> String {
    if plural.hasSuffix("ies") { return plural.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zes"] where plural.hasSuffix(ending) {
      return String(plural.dropLast(2))
    }
    return plural.hasSuffix("s") && !plural.hasSuffix("ss") ? String(plural.dropLast()) : plural
  }
}
