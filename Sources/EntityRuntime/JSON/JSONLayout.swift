import EntityJSON
import EntityModel
import EntityStore

/// Which members of JSON the properties of an entity are.
struct JSONLayout: Sendable {
  /// A property and the names that lead to its member.
  struct Member: Sendable {
    /// The property index.
    let index: Int

    /// The names, at least one.
    let path: [String]
  }

  /// The properties that are members, in the order of their declarations, inherited ones first.
  let members: [Member]

  /// Lays out `entity` with names in the style `keys`, except where its class says more.
  ///
  /// Attributes and relationships are members, and derived attributes, which are written alone;
  /// fetched properties are none.
  init(_ entity: ManagedEntity, _ keys: JSONKeyStyle) {
    members = entity.layout.properties.indices.compactMap { index in
      let property = entity.layout.properties[index]
      if case .fetched = property { return nil }
      guard let name = entity.jsonNames[property.name] else {
        return Member(index: index, path: [keys.key(for: property.name)])
      }
      return name.path.map { Member(index: index, path: $0) }
    }
  }

  /// Returns what `type` and those that it extends say of the members that their properties are.
  static func names(of type: ManagedObject.Type) -> [String: JSONName] {
    var names: [String: JSONName] = [:]
    for description in ClassDescription.lineage(of: type) {
      names.merge(description.jsonNames) { own, _ in own }
    }
    return names
  }

  /// Returns the property index of the attribute by which rows find objects of `type`: the one that
  /// says so, otherwise the first that is unique, otherwise one called `id` or `remoteID`.
  static func identity(of type: ManagedObject.Type, _ layout: EntityLayout) -> Int? {
    let said = ClassDescription.lineage(of: type).lazy.compactMap(\.identity).first
    let names = names(of: type)
    // What is not to be known is nothing to know an object by.
    let attributes = layout.properties.lazy.compactMap(\.attribute).filter {
      names[$0.name].map { $0.path != nil } ?? true
    }
    let name =
      said ?? attributes.first { $0.holdsEachValueOnce }?.name
      ?? attributes.first { ["id", "remoteID"].contains($0.name) }?.name
    return name.flatMap { layout.propertyIndex($0) }
  }
}
