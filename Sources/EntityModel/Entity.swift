/// Describes a class of managed objects.
public struct Entity: Hashable, Sendable {
  /// The entity's name, which is the class's and the table's.
  public var name: String

  /// The name of the entity that this one extends, or `nil` for the root of a tree.
  public var superentity: String?

  /// The name that the entity had before, for a migration to find its rows.
  public var originalName: String?

  /// The properties that the entity adds to those it inherits, in the order of their declaration.
  public var properties: [Property]

  /// Creates a description of the entity `name`.
  public init(
    _ name: String, superentity: String? = nil, originalName: String? = nil,
    properties: [Property] = []
  ) {
    self.name = name
    self.superentity = superentity
    self.originalName = originalName
    self.properties = properties
  }

  /// The attributes that the entity adds.
  public var attributes: [Attribute] { properties.compactMap(\.attribute) }

  /// The relationships that the entity adds.
  public var relationships: [Relationship] { properties.compactMap(\.relationship) }

  /// The fetched properties that the entity adds.
  public var fetchedProperties: [Fetched] { properties.compactMap(\.fetched) }
}
