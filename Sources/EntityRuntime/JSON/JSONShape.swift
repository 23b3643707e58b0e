public import EntityModel

/// What of objects is written as JSON.
///
///     let shape = JSONShape<Book> {
///       $0.title
///       $0.pages.named("pageCount")
///       $0.author { $0.name }
///       $0.publisher.named("house") { $0.name }
///       $0.binding.width
///       $0.tags
///     }
///     let json = try context.json(Book.where { $0.pages > 100 }, as: shape)
///
/// The members are those that the closure names, in its order: an attribute by its value, a
/// relationship by the identities of what it refers to, or, with a closure of its own, by objects;
/// a part of a composition, of a range or of a storage is a member of an object inside. A property
/// is the member that its annotation or the `JSONFormat` says.
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
  public static func buildBlock(
    _ first: [JSONShapeMember], _ others: [JSONShapeMember]...
  ) -> [JSONShapeMember] { others.reduce(first, +) }

  /// Refuses a shape without members.
  @available(*, unavailable, message: "name the members: '{ $0.title; $0.author { $0.name } }'")
  public static func buildBlock() -> [JSONShapeMember] { [] }
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
  /// The property; `nil` for the id of the object.
  let property: String?

  /// The names that lead to the member; `nil` for those of the property.
  var path: [String]?

  /// The way from the property's value to the part of it that is written.
  var leaves: [JSONShapeLeaf] = []

  /// What is written of the property.
  var content = Content.value

  indirect enum Content: Sendable {
    /// An attribute's value, or the identities of what a relationship refers to.
    case value

    /// The objects that a relationship refers to.
    case objects([JSONShapeMember]?)

    /// The objects that a to-many refers to, as members of one object that are named by an
    /// attribute.
    case keyed(by: String, [JSONShapeMember]?)
  }

  /// The member under another name; with dots, that of a member of an object inside.
  public func named(_ name: String) -> JSONShapeMember {
    var member = self
    member.path = JSONName(stringLiteral: name).path
    return member
  }
}

/// A step from a composition to one of its leaves, or from a storage to one of its properties.
struct JSONShapeLeaf: @unchecked Sendable {
  // The key paths of properties are immutable and capture nothing; their type cannot say so.

  /// The names that lead to the part.
  let names: [String]

  /// The type that it is written as; `nil` if what the key path leads to is no such part.
  let type: StorageType?

  /// `true` if the part is a property of a storage.
  let isInStorage: Bool

  /// The key path from the composition or the storage.
  let keyPath: AnyKeyPath

  /// Creates the step to a leaf of a composition.
  init(_ keyPath: AnyKeyPath, of group: any Composition.Type) {
    let table = group.__leafTable
    names = [table.name(of: keyPath)]
    type = table.entries.first { $0.keyPath == keyPath }?.leaf.type
    isInStorage = false
    self.keyPath = keyPath
  }

  /// Creates the step to a property of a storage.
  init(_ keyPath: AnyKeyPath, of group: any DictionaryStorage.Type) {
    let member = storageMembers(of: group)?.entries.first { $0.keyPaths == [keyPath] }?.member
    names =
      member?.steps[0].path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      ?? [PropertyPath(textOf: keyPath).text]
    type = member?.type
    isInStorage = true
    self.keyPath = keyPath
  }
}

/// The properties of an entity, as a shape names them.
@dynamicMemberLookup
public struct JSONFields<Object: ManagedObject>: Sendable {
  init() {}

  /// A property of the entity.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> JSONField<Object, Value>
  {
    JSONField(member: JSONShapeMember(property: Self.name(of: keyPath)))
  }

  /// The text of the object's id.
  public var objectID: JSONField<Object, ObjectID> {
    JSONField(member: JSONShapeMember(property: nil))
  }

  /// Returns the name of the property that `keyPath` leads to; a text that no property has for a
  /// name where it leads to none, so that the writing reports it.
  static func name(of keyPath: AnyKeyPath) -> String {
    KnownKeyPaths.ownName(of: keyPath, in: Object.self)
      ?? PropertyPath(to: keyPath, in: Object.self).text
  }
}
