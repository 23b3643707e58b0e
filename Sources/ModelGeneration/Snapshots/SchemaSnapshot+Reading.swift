import EntityJSON
import EntityModel

extension SchemaSnapshot {
  /// Reads `text`, which a tool of this format or an earlier one has written.
  package init(text: String) throws(SnapshotError) { try self.init(bytes: Array(text.utf8)) }

  /// Reads `bytes`, which a tool of this format or an earlier one has written.
  ///
  /// What the format does not know is damage: to pass over it would be to take a model for another.
  package init(bytes: [UInt8]) throws(SnapshotError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw .damaged("it is not UTF-8")
    }
    guard let file = try? JSON(reading: bytes) else { throw .damaged("it is not JSON") }
    var members = try SnapshotMembers(file, at: "")
    let format = try members.integer("format")
    guard format <= Self.format else { throw .newer(format: format) }
    guard format >= 1 else { throw .damaged("there is no format \(format)") }
    let version = try members.optionalString("version")
    let accepted = try members.optionalStrings("accepted")
    let entities = try members.list("entities")
    try members.end()

    var types = SwiftTypes()
    var read: [Entity] = []
    for (index, value) in entities.enumerated() {
      read.append(try Self.entity(value, at: "entities[\(index)]", &types))
    }
    self.init(
      ObjectModel(entities: read), unresolvedTypes: types.unresolved, codableTypes: types.codable,
      accepted: accepted)
    // Two branches that have been merged line by line may give a model that nobody had.
    guard version == versionHash else {
      if let version, let versionHash { throw .mixed(version: version, actual: versionHash) }
      throw .damaged(
        "its version is \(version ?? "not given"), and that of its entities is "
          + (versionHash ?? "not known"))
    }
  }

  /// The Swift types of attributes, by entity and attribute.
  private struct SwiftTypes {
    var unresolved: [String: [String: String]] = [:]
    var codable: [String: [String: String]] = [:]
  }

  /// Returns the entity that `value` represents, and adds the Swift types in it to `types`.
  private static func entity(
    _ value: JSON, at place: String, _ types: inout SwiftTypes
  ) throws(SnapshotError) -> Entity {
    var members = try SnapshotMembers(value, at: place)
    var entity = Entity(try members.string("entity"))
    entity.superentity = try members.optionalString("extends")
    entity.isAbstract = try members.flag("abstract") ?? false
    entity.originalName = try members.optionalString("originalName")
    entity.uniqueKeys = try members.optionalLists("uniqueKeys")
    entity.indexes = try members.optionalLists("indexes")
    let properties = try members.list("properties")
    try members.end()
    for (index, value) in properties.enumerated() {
      var members = try SnapshotMembers(value, at: "\(place).properties[\(index)]")
      if members.has("attribute") {
        let (attribute, type, isResolved) = try attribute(&members)
        if let type, isResolved {
          types.codable[entity.name, default: [:]][attribute.name] = type
        } else if let type {
          types.unresolved[entity.name, default: [:]][attribute.name] = type
        }
        entity.properties.append(.attribute(attribute))
      } else {
        entity.properties.append(.relationship(try relationship(&members)))
      }
      try members.end()
    }
    return entity
  }

  /// Returns the attribute that `members` represent, its type as written where that is recorded,
  /// and `true` if it is known how values are stored.
  private static func attribute(
    _ members: inout SnapshotMembers
  ) throws(SnapshotError) -> (Attribute, String?, Bool) {
    let name = try members.string("attribute")
    let swiftType = try members.optionalString("swiftType")
    let isResolved = swiftType == nil || members.has("type")
    let type =
      isResolved ? try members.choice("type", of: StorageType.self, "a storage type") : standIn
    guard swiftType == nil || !isResolved || type == .json else {
      throw .damaged("'swiftType' is given for what is not stored as JSON", at: members.place)
    }
    var attribute = Attribute(
      name: name, type: type, isOptional: try members.flag("optional") ?? false,
      isUnique: try members.flag("unique") ?? false,
      isIndexed: try members.flag("indexed") ?? false,
      defaultValue: try members.storedValue("default"),
      isSecret: try members.flag("secret") ?? false,
      isUniqueIgnoringCase: try members.flag("uniqueIgnoringCase") ?? false,
      isIndexedIgnoringCase: try members.flag("indexedIgnoringCase") ?? false)
    if members.has("searchable") {
      attribute.search = try members.choice(
        "searchable", of: SearchTokenizer.self, "a tokenizer of a search")
    }
    attribute.isExternal = try members.flag("external") ?? false
    attribute.hasDefault =
      try members.flag("hasDefault") ?? (attribute.isOptional || attribute.hasDefault)
    attribute.column = try members.optionalString("column") ?? name
    attribute.originalName = try members.optionalString("originalName")
    attribute.leaves = try leaves(&members, depth: 0)
    return (attribute, swiftType, isResolved)
  }

  /// Takes the leaves out of `members`; there are none where they are left out.
  private static func leaves(
    _ members: inout SnapshotMembers, depth: Int
  ) throws(SnapshotError) -> [Leaf] {
    guard members.has("leaves") else { return [] }
    guard depth < 16 else { throw .damaged("'leaves' is nested too deep", at: members.place) }
    var leaves: [Leaf] = []
    for (index, value) in try members.list("leaves").enumerated() {
      var members = try SnapshotMembers(value, at: "\(members.place).leaves[\(index)]")
      var leaf = Leaf(
        name: try members.string("leaf"),
        type: try members.choice("type", of: StorageType.self, "a storage type"))
      leaf.isOptional = try members.flag("optional") ?? false
      leaf.isIndexed = try members.flag("indexed") ?? false
      leaf.defaultValue = try members.storedValue("default")
      leaf.originalName = try members.optionalString("originalName")
      leaf.leaves = try Self.leaves(&members, depth: depth + 1)
      try members.end()
      leaves.append(leaf)
    }
    return leaves
  }

  /// Returns the relationship that `members` represent.
  private static func relationship(
    _ members: inout SnapshotMembers
  ) throws(SnapshotError) -> Relationship {
    guard members.has("toOne") || members.has("toMany") else {
      throw .damaged("'attribute', 'toOne' or 'toMany' is missing", at: members.place)
    }
    let isToMany = members.has("toMany")
    let name = try members.string(isToMany ? "toMany" : "toOne")
    let target = try members.string("target")
    let inverse = try members.string("inverse")
    let deleteRule = try members.choice("deleteRule", of: DeleteRule.self, "a delete rule")
    var relationship: Relationship
    if isToMany {
      relationship = .toMany(
        name, target, inverse: inverse, deleteRule: deleteRule,
        isOrdered: try members.flag("ordered") ?? false)
    } else {
      relationship = .toOne(
        name, target, isOptional: try members.flag("optional") ?? false, inverse: inverse,
        deleteRule: deleteRule)
    }
    if members.has("minimum") { relationship.minimumCount = try members.integer("minimum") }
    if members.has("maximum") {
      relationship.maximumCount =
        members.isNull("maximum") ? nil : try members.integer("maximum")
    }
    relationship.column = try members.optionalString("column") ?? name
    relationship.originalName = try members.optionalString("originalName")
    if members.has("implicit") {
      var details = try members.object("implicit")
      relationship.implicitInverse = .implicit(
        deleteRule: details.has("deleteRule")
          ? try details.choice("deleteRule", of: DeleteRule.self, "a delete rule") : nil,
        minimumCount: details.has("minimum") ? try details.integer("minimum") : 0,
        maximumCount: details.has("maximum") ? try details.integer("maximum") : nil)
      try details.end()
    }
    return relationship
  }
}
