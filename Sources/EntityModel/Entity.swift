/// Describes a class of managed objects.
public struct Entity: Hashable, Sendable {
  /// The entity's name, which is the class's and the table's.
  public var name: String

  /// The name of the entity that this one extends, or `nil` for the root of a tree.
  public var superentity: String?

  /// `true` if the entity has no objects of its own, but those of entities that extend it.
  public var isAbstract = false

  /// The name that the entity had before, for a migration to find its rows.
  public var originalName: String?

  /// The properties that the entity adds to those it inherits, in the order of their declaration.
  public var properties: [Property]

  /// Lists of attributes and to-ones, by name, of whose values no two objects have the same ones.
  ///
  /// An object that has no value of one of them is like no other one. What ends with ` == nil` or
  /// ` != nil` says that it is about those objects alone whose property of that name has no value,
  /// or has one.
  public var uniqueKeys: [[String]]

  /// Lists of attributes and to-ones, by name, that objects are found and sorted by together.
  ///
  /// The name of one by which objects are sorted the other way round has a minus before it. There
  /// may be conditions as in `uniqueKeys`. `entity` is the class of an object, where an entity is
  /// extended by others.
  public var indexes: [[String]]

  /// Creates a description of the entity `name`.
  public init(
    _ name: String, superentity: String? = nil, originalName: String? = nil,
    properties: [Property] = [], uniqueKeys: [[String]] = [], indexes: [[String]] = []
  ) {
    self.name = name
    self.superentity = superentity
    self.originalName = originalName
    self.properties = properties
    self.uniqueKeys = uniqueKeys
    self.indexes = indexes
  }

  /// The attributes that the entity adds.
  public var attributes: [Attribute] { properties.compactMap(\.attribute) }

  /// The relationships that the entity adds.
  public var relationships: [Relationship] { properties.compactMap(\.relationship) }

  /// The fetched properties that the entity adds.
  public var fetchedProperties: [Fetched] { properties.compactMap(\.fetched) }

  /// The derived attributes that the entity adds.
  public var derivedAttributes: [Derived] { properties.compactMap(\.derived) }
}
