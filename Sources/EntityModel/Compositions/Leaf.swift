/// Describes a value of a composition, which requests can name: `home.city`.
public struct Leaf: Hashable, Sendable {
  /// The property's name in the struct, and in the JSON that the composition is stored as.
  public var name: String

  /// The name that the leaf had before, for a migration to find its values.
  public var originalName: String?

  /// The kind of value; `json` for a composition within the composition, and for what requests
  /// cannot look into.
  public var type: StorageType

  /// `true` if the leaf may hold `nil`.
  public var isOptional: Bool

  /// `true` if the store has an index of the leaf.
  public var isIndexed: Bool

  /// The value that the leaf has where a composition is created without one, where it is a
  /// constant; a migration gives it to compositions that were stored before there was the leaf.
  public var defaultValue: StoredValue?

  /// The leaves of the composition that the leaf is; empty for a value.
  public var leaves: [Leaf]

  /// Creates a description of the leaf `name`.
  public init(
    name: String, originalName: String? = nil, type: StorageType, isOptional: Bool = false,
    isIndexed: Bool = false, defaultValue: StoredValue? = nil, leaves: [Leaf] = []
  ) {
    self.name = name
    self.originalName = originalName
    self.type = type
    self.isOptional = isOptional
    self.isIndexed = isIndexed
    self.defaultValue = defaultValue
    self.leaves = leaves
  }
}

extension Attribute {
  /// The leaves of the attribute, those of compositions within it too, as attributes whose names
  /// have dots: `home.city`, `home.location.latitude`.
  ///
  /// Each is a column of the table. Those without order are among them only to be compared with
  /// `nil`, and so only where they may be.
  package var leafAttributes: [Attribute] {
    leaves.isEmpty
      ? [] : Self.attributes(of: leaves, name, column, isOptional: isOptional, isSecret: isSecret)
  }

  /// Returns the attributes that `leaves` are of what is called `name` and `column`.
  private static func attributes(
    of leaves: [Leaf], _ name: String, _ column: String, isOptional: Bool, isSecret: Bool
  ) -> [Attribute] {
    leaves.flatMap { leaf in
      let attribute = Attribute(
        name: "\(name).\(leaf.name)", column: "\(column).\(leaf.name)", type: leaf.type,
        isOptional: isOptional || leaf.isOptional, isIndexed: leaf.isIndexed, isSecret: isSecret)
      return [attribute]
        + attributes(
          of: leaf.leaves, attribute.name, attribute.column, isOptional: attribute.isOptional,
          isSecret: isSecret)
    }
  }
}

extension ObjectModel {
  /// Returns the leaf, or the property of a storage, that `name`, which has dots, is of an
  /// attribute of `entity`, as an attribute; `nil` where there is none.
  func leaf(_ name: String, of entity: String) -> Property? {
    guard let dot = name.firstIndex(of: "."),
      let owner = properties(of: entity).first(where: { $0.name == name[..<dot] }),
      let attribute = owner.attribute,
      let leaf = (attribute.leafAttributes + attribute.memberAttributes)
        .first(where: { $0.name == name })
    else { return nil }
    return .attribute(leaf)
  }

  /// Returns `path`, which was made of names, with those that lead from an attribute of an object
  /// of `entity` to one of its leaves, or to a property of a storage, as one name.
  package func resolvingLeaves(_ path: PropertyPath, of entity: String) -> PropertyPath {
    guard path.names.count > 1 else { return path }
    var owner = entity
    for (index, name) in path.names.enumerated().dropLast() {
      guard let property = property(name, of: owner) else { return path }
      if let relationship = property.relationship {
        owner = relationship.target
      } else if let attribute = property.attribute,
        !attribute.leaves.isEmpty || !attribute.members.isEmpty
      {
        let leaf = path.names[index...].joined(separator: ".")
        return PropertyPath(path.names[..<index] + [leaf], from: path.start)
      } else {
        return path
      }
    }
    return path
  }
}
