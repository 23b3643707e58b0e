public import EntityModel

extension ManagedObjectProtocol where Self: ManagedObject {
  /// The properties of the class as values: `Book.properties.title.name`.
  public static var properties: EntityProperties<Self> { EntityProperties() }
}

/// The properties of an entity, inherited ones too, by their key paths and by their names.
///
///     Book.properties.title.name                   // "title"
///     Book.properties.pages.attribute?.rules       // [.range(from: .integer(1))]
///     Book.properties["author"]?.relationship?.target
@dynamicMemberLookup
public struct EntityProperties<Root: ManagedObject>: Sendable {
  init() {}

  /// The property that `keyPath` leads to.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Root, Value>
  ) -> PropertyReference<Root, Value> { PropertyReference(keyPath) }

  /// The description of the property called `name`; `nil` where there is none, and for a property that
  /// is not saved.
  public subscript(_ name: String) -> Property? { descriptions.first { $0.name == name } }

  /// The descriptions of the properties, inherited ones first, in the order of their declarations.
  ///
  /// Of a fetched property what it fetches is not known without a container, and left out.
  public var descriptions: [Property] {
    var found: [Property] = []
    var next: ManagedObject.Type? = Root.self
    while let type = next {
      let description = ClassDescription.of(type)
      found = (description.entity?.properties ?? []) + found
      next = description.superclass
    }
    return found
  }

  /// The names of the properties, in that order.
  public var names: [String] { descriptions.map(\.name) }
}

/// A property of `Root` whose values are of the type `Value`.
public struct PropertyReference<Root: ManagedObject, Value>: Sendable {
  /// The property's name in the class, by which it is found in requests made of names, in errors and
  /// in history.
  ///
  /// What is no property of the entity has the text of its key path.
  public let name: String

  init(_ keyPath: KeyPath<Root, Value>) {
    name =
      KnownKeyPaths.ownName(of: keyPath, in: Root.self) ?? PropertyPath(textOf: keyPath).text
  }

  /// The property's description; `nil` for what is none of the entity's, and for a property that is
  /// not saved.
  public var description: Property? { EntityProperties<Root>()[name] }

  /// The description of the attribute; `nil` for another property.
  public var attribute: Attribute? { description?.attribute }

  /// The description of the relationship; `nil` for another property.
  public var relationship: Relationship? { description?.relationship }

  /// The description of the fetched property; `nil` for another property.
  public var fetched: Fetched? { description?.fetched }

  /// The type of the values.
  public var valueType: Value.Type { Value.self }
}
