import EntityModel
public import EntityStore

/// What of objects is written as JSON.
///
///     let shape = JSONShape<Book> {
///       $0.title
///       $0.pages.named("pageCount")
///       $0.author { $0.name }
///       $0.tags
///     }
///     let json = try context.json(Book.where { $0.pages > 100 }, as: shape)
///
/// The members are those that the closure names, in its order: an attribute by its value, a
/// relationship by the identities of what it refers to, or, with a closure of its own, by objects.
/// A property is the member that its annotation or the `JSONFormat` says.
public struct JSONShape<Object: ManagedObject>: Sendable {
  /// The members; `nil` for all attributes and all to-ones.
  let members: [JSONShapeMember]?

  /// Creates a shape of the members that `members` names.
  public init(@JSONShapeBuilder _ members: (JSONFields<Object>) -> [JSONShapeMember]) {
    self.members = members(JSONFields())
  }

  private init() { members = nil }

  /// All attributes, derived ones too, and of to-ones the identities; without what is `.secret`,
  /// `.external` or `.notExported`.
  public static var attributes: JSONShape { JSONShape() }
}

/// Collects the members of a shape.
@resultBuilder public enum JSONShapeBuilder {
  public static func buildExpression<Object, Value>(
    _ field: JSONField<Object, Value>
  ) -> [JSONShapeMember] { [field.member] }
  public static func buildExpression(_ member: JSONShapeMember) -> [JSONShapeMember] { [member] }
  public static func buildBlock(_ members: [JSONShapeMember]...) -> [JSONShapeMember] {
    members.flatMap { $0 }
  }
  public static func buildOptional(_ members: [JSONShapeMember]?) -> [JSONShapeMember] {
    members ?? []
  }
  public static func buildEither(first members: [JSONShapeMember]) -> [JSONShapeMember] { members }
  public static func buildEither(second members: [JSONShapeMember]) -> [JSONShapeMember] { members }
  public static func buildArray(_ members: [[JSONShapeMember]]) -> [JSONShapeMember] {
    members.flatMap { $0 }
  }
}

/// A member of a shape.
public struct JSONShapeMember: Sendable {
  /// The property.
  let property: String

  /// The names that lead to the member; `nil` for those of the property.
  var path: [String]?

  /// What is written of the property.
  let content: Content

  indirect enum Content: Sendable {
    /// An attribute's value, or the identities of what a relationship refers to.
    case value

    /// The objects that a relationship refers to.
    case objects([JSONShapeMember]?)

    /// The objects that a to-many refers to, as members of one object that are named by an
    /// attribute.
    case keyed(by: String, [JSONShapeMember]?)
  }
}

/// The properties of an entity, as a shape names them.
@dynamicMemberLookup
public struct JSONFields<Object: ManagedObject>: Sendable {
  init() {}

  /// A property of the entity.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> JSONField<Object, Value>
  {
    let path = PropertyPath(to: keyPath, in: Object.self)
    return JSONField(
      member: JSONShapeMember(property: path.storedName, path: nil, content: .value))
  }
}

/// A property that is written.
public struct JSONField<Object: ManagedObject, Value>: Sendable {
  var member: JSONShapeMember

  /// The property under another name; with dots, that of a member of an object inside.
  public func named(_ name: String) -> JSONShapeMember {
    var member = member
    member.path = JSONName(stringLiteral: name).path
    return member
  }

  private func objects<Target: ManagedObject>(
    _ type: Target.Type, _ shape: JSONShape<Target>
  ) -> JSONShapeMember {
    JSONShapeMember(
      property: member.property, path: member.path, content: .objects(shape.members))
  }

  private func keyed<Target: ManagedObject>(
    by key: PartialKeyPath<Target>, _ shape: JSONShape<Target>
  ) -> JSONShapeMember {
    let key = PropertyPath(to: key, in: Target.self).storedName
    return JSONShapeMember(
      property: member.property, path: member.path, content: .keyed(by: key, shape.members))
  }
}

extension JSONField where Value: ManagedObject {
  /// The object that the to-one refers to.
  public func callAsFunction(
    @JSONShapeBuilder _ members: (JSONFields<Value>) -> [JSONShapeMember]
  ) -> JSONShapeMember { objects(Value.self, JSONShape(members)) }

  /// The object that the to-one refers to, in a shape.
  public func callAsFunction(_ shape: JSONShape<Value>) -> JSONShapeMember {
    objects(Value.self, shape)
  }
}

extension JSONField {
  /// The object that the to-one refers to; null for none.
  public func callAsFunction<Target: ManagedObject>(
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Target? { objects(Target.self, JSONShape(members)) }

  /// The object that the to-one refers to, in a shape; null for none.
  public func callAsFunction<Target: ManagedObject>(
    _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == Target? { objects(Target.self, shape) }

  /// The members of the to-many, in the order of their ids.
  public func callAsFunction<Target: ManagedObject>(
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Set<Target> { objects(Target.self, JSONShape(members)) }

  /// The members of the to-many, in a shape, in the order of their ids.
  public func callAsFunction<Target: ManagedObject>(
    _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == Set<Target> { objects(Target.self, shape) }

  /// The members of the ordered to-many, in their order.
  public func callAsFunction<Target: ManagedObject>(
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == [Target] { objects(Target.self, JSONShape(members)) }

  /// The members of the ordered to-many, in a shape, in their order.
  public func callAsFunction<Target: ManagedObject>(
    _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == [Target] { objects(Target.self, shape) }

  /// The members of the to-many as members of one object, each named by its attribute `key`.
  public func keyed<Target: ManagedObject, Key: Storable>(
    by key: KeyPath<Target, Key>,
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Set<Target> { keyed(by: key, JSONShape(members)) }

  /// The members of the ordered to-many as members of one object, each named by its attribute
  /// `key`.
  public func keyed<Target: ManagedObject, Key: Storable>(
    by key: KeyPath<Target, Key>,
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == [Target] { keyed(by: key, JSONShape(members)) }
}
