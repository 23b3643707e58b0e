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

  /// `true` if no two objects have the same identity.
  private let isUnique: Bool

  /// The form in which identities are compared.
  private let comparedForm: UniqueForm

  /// The names that lead to the identity, for messages.
  let identityName: String

  /// What the members are, by their names.
  let names: PayloadNames

  /// The members by the properties that they are.
  let layout: JSONLayout

  /// `true` if rows may have members beside the identity.
  let isListed: Bool

  /// The attributes that a new object must be given, except for those that have a time by
  /// themselves.
  let required: PropertySet

  /// The names of members that are no properties and are in the report.
  var unknownNames: Set<String> = []

  /// What a member of a row is.
  enum Use {
    /// The attribute.
    case attribute(PayloadAttribute)

    /// What the relationship refers to, as objects or as identities.
    case related(ManagedRelationship)

    /// The identities of what the relationship refers to.
    case identities(ManagedRelationship)

    /// What is written and not read.
    case ignored

    /// The property of the name, which the payload may not have.
    case notListed(String)
  }

  /// The properties that rows may have, beside the identity; `nil` for all.
  private let listed: Set<String>?

  /// The class that declares the identity, which entities that extend it have in common.
  let declaringClass: ObjectIdentifier

  /// What null gives to attributes that cannot be nil, by property index; `nil` for what differs
  /// from object to object.
  private var defaults: [Int: StoredValue] = [:]

  /// Describes the rows of `entity`.
  ///
  /// - Throws: that objects of the entity cannot be found by a row.
  ///
  /// - Parameters:
  ///   - listed: The properties that the rows may have, beside the identity; `nil` for all.
  ///   - isListed: `false` if rows that are inside of others are no more than references.
  init(
    _ entity: ManagedEntity, _ format: JSONFormat, listed: Set<String>?, isListed: Bool
  ) throws(StoreError) {
    self.isListed = isListed
    self.listed = listed
    required = entity.requiredSet.subtracting(PropertySet(entity.timestampIndexes))
    guard let identityIndex = entity.identityIndex, let declaringClass = entity.identityClass,
      let identity = entity.identity
    else { throw .withoutIdentity(entity) }
    self.entity = entity
    self.identity = identity
    self.identityIndex = identityIndex
    (isUnique, comparedForm) = (identity.holdsEachValueOnce, identity.identityForm)
    self.declaringClass = declaringClass
    let layout = JSONLayout(entity, format.keys)
    self.layout = layout
    let members = layout.members
    guard let path = members.first(where: { $0.index == identityIndex })?.path else {
      throw StoreError(
        .invalidRequest,
        "'\(entity.name).\(identity.name)' is what a row finds its object by, and '.notExported'",
        entity: entity.name, properties: [identity.name])
    }
    identityName = path.joined(separator: ".")
    let names = PayloadNames()
    var identities: [(path: [String], relationship: ManagedRelationship)] = []
    var notListed: [(path: ArraySlice<String>, property: Property)] = []
    for member in members {
      let path = member.path[...]
      let property = entity.layout.properties[member.index]
      let isListed = listed?.contains(property.name) ?? true
      switch property {
      case .attribute, .relationship:
        guard isListed || member.index == identityIndex else {
          notListed.append((path, property))
          continue
        }
      default: break
      }
      switch property {
      case .attribute(let attribute):
        names.add(path, .attribute(PayloadAttribute(attribute, member.index, of: entity)))
      case .relationship(let description):
        guard let relationship = entity.relationships[member.index] else { continue }
        names.add(path, .related(relationship))
        for path in Self.identityPaths(of: description, member.path) {
          identities.append((path, relationship))
        }
      default: names.add(path, .ignored)
      }
    }
    // What has a name of its own goes before what is read beside it.
    for (path, relationship) in identities where names[path] == nil {
      names.add(path[...], .identities(relationship))
    }
    for (path, property) in notListed {
      names.add(path, .notListed(property.name))
      guard let relationship = property.relationship else { continue }
      for path in Self.identityPaths(of: relationship, Array(path)) where names[path] == nil {
        names.add(path[...], .notListed(property.name))
      }
    }
    if names["objectID"] == nil { names.add(["objectID"], .ignored) }
    self.names = names
  }

  /// `true` if rows may have the property `index`.
  func isListed(_ index: Int) -> Bool {
    listed?.contains(entity.layout.properties[index].name) ?? true
  }

  /// Returns the key of the object with the identity `value`, known within `owner` alone if that is
  /// not unique.
  func key(_ value: StoredValue, in owner: PayloadKey.Owner?) -> PayloadKey {
    PayloadKey(
      declaringClass: declaringClass, owner: isUnique ? nil : owner,
      value: comparedForm.of(value))
  }

  /// Returns what null gives to `attribute`: nil, or what the property of a new object
  /// has.
  func nullValue(of attribute: PayloadAttribute, _ unit: UnitOfWork) -> StoredValue {
    let index = attribute.index
    if attribute.description.isOptional || index == identityIndex { return .null }
    if let value = defaults[index] { return value }
    let value = unit.blank(entity).storedValue(at: index)
    if !attribute.description.hasComputedDefault { defaults[index] = value }
    return value
  }

  /// Returns where the identities are of what `relationship` refers to, which is at `path` itself,
  /// whatever the style of names is: `author_id`, `authorID` and `authorId`; `tag_ids`, `tagIDs`
  /// and `tagIds`; of the property's name, and of another one that it has in JSON.
  private static func identityPaths(
    of relationship: Relationship, _ path: [String]
  ) -> [[String]] {
    let plural = relationship.isToMany ? "s" : ""
    func paths(_ name: String, inside: ArraySlice<String>) -> [[String]] {
      let bases = relationship.isToMany ? [name] + singulars(of: name) : [name]
      return bases.flatMap { base in
        [
          "\(JSONKeyStyle.snakeCase.key(for: base))_id\(plural)", "\(base)ID\(plural)",
          "\(base)Id\(plural)",
        ].map { inside + [$0] }
      }
    }
    return paths(relationship.name, inside: [])
      + (path.last.map { paths($0, inside: path.dropLast()) } ?? [])
  }

  /// Returns the words that `plural` may be the plural of, as English forms it.
  private static func singulars(of plural: String) -> [String] {
    for (many, one) in [
      ("children", "child"), ("people", "person"), ("Children", "Child"),
      ("People", "Person"),
    ] where plural.hasSuffix(many) {
      return [plural.dropLast(many.count) + one]
    }
    guard plural.hasSuffix("s"), !plural.hasSuffix("ss") else { return [] }
    var words = [String(plural.dropLast())]
    // Of "boxes", "houses", "movies" and "entries" one of the two is a word.
    if plural.hasSuffix("ies") {
      words.append(plural.dropLast(3) + "y")
    } else if plural.hasSuffix("es") {
      words.append(String(plural.dropLast(2)))
    }
    return words
  }
}

/// An attribute that is a member of rows.
final class PayloadAttribute {
  /// The property index.
  let index: Int

  /// The description of the attribute.
  let description: Attribute

  /// The kind of value.
  let type: StorageType

  /// What the values obey; `nil` where there are no rules.
  let rules: AttributeRules?

  /// `true` if every string is a value of the attribute, which is stored as it is.
  let takesAnyText: Bool

  /// What says which values the attribute can be read from; `nil` where its storage type says it.
  let decoding: AttributeDecoding?

  init(_ description: Attribute, _ index: Int, of entity: ManagedEntity) {
    (self.index, self.description, type) = (index, description, description.type)
    decoding = AttributeDecoding(index, of: entity)
    rules = entity.rules.first { $0.index == index }
    takesAnyText = type == .string && decoding == nil && rules == nil
  }
}

extension StoreError {
  /// The error that nothing says which object of `entity` a row or a change is about.
  static func withoutIdentity(_ entity: ManagedEntity) -> StoreError {
    let remedy =
      entity.type is any SingleObject.Type
      ? "it is a single object: assign to what 'context.single(\(entity.name).self)' returns"
      : "mark one '.unique' or '.identity'"
    return StoreError(
      .invalidRequest,
      "'\(entity.name)' has no attribute by which a row finds its object; \(remedy)",
      entity: entity.name)
  }
}
