import EntityExpansion
import EntityJSON
import EntityModel
import ModelGeneration
import SwiftReader

/// The schemas of the entities of a module.
struct EntitySchemas {
  private let module: ModuleModel
  private let options: ModelSchema.Options
  private let entities: [String: ModuleEntity]
  private var types: TypeSchemas

  init(_ module: ModuleModel, _ options: ModelSchema.Options) {
    self.module = module
    self.options = options
    entities = Dictionary(
      module.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    types = TypeSchemas(module.types, options, takenNames: Set(entities.keys))
  }

  /// Returns the schemas of the entities, and of the types that their attributes have.
  mutating func definitions() -> [(name: String, schema: JSON)] {
    let schemas = module.model.entities.compactMap { entity in
      entities[entity.name].map { (name: entity.name, schema: schema(of: entity, $0)) }
    }
    return schemas + types.definitions.map { (name: $0.key, schema: $0.value) }
  }

  private mutating func schema(of entity: Entity, _ read: ModuleEntity) -> JSON {
    var members = SchemaMembers()
    let described = Dictionary(
      entity.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for property in read.description.described {
      let path = property.jsonPath ?? [options.keys.key(for: property.identifier)]
      guard !path.isEmpty, let description = described[property.identifier] else { continue }
      switch description {
      case .attribute(let attribute):
        if attribute.isSecret || attribute.isExternal { continue }
        members.add(
          path, schema(of: attribute, property, read), isRequired: !attribute.isOptional)
      case .derived(let derived):
        var schema = schema(of: derived, property, read)
        schema["readOnly"] = true
        members.add(path, json(schema, of: property), isRequired: !derived.isOptional)
      case .relationship(let relationship) where relationship.isToMany:
        guard options.includesToManys else { continue }
        members.add(path, list(of: relationship, property), isRequired: false)
      case .relationship(let relationship):
        var schema = identity(of: relationship.target)
        schema.isNullable = relationship.isOptional
        members.add(path, json(schema, of: property), isRequired: !relationship.isOptional)
      case .fetched: continue
      @unknown default: continue
      }
    }
    let own = members.schema
    let syntax = read.declaration.header.syntax
    guard let superentity = entity.superentity, entities[superentity] != nil else {
      return JSON(members: syntax.described(with: own))
    }
    let parts: [JSON] = [
      ["$ref": JSON(options.reference(to: superentity))],
      JSON(members: own.map { ($0.name, $0.value) }),
    ]
    return JSON(members: syntax.described(with: [("allOf", JSON(parts))]))
  }

  // MARK: Attributes

  private mutating func schema(
    of attribute: Attribute, _ property: PropertyDescription, _ entity: ModuleEntity
  ) -> JSON {
    var schema = value(of: attribute, property, entity)
    guard case .attribute(let arguments) = property.content else { return schema.json }
    schema.add(arguments.rules, of: attribute.type)
    if let value = defaultValue(of: attribute, property, schema, entity) {
      schema["default"] = value
    }
    return json(schema, of: property)
  }

  /// Returns the schema of the values of `attribute`, without what rules say.
  private mutating func value(
    of attribute: Attribute, _ property: PropertyDescription, _ entity: ModuleEntity
  ) -> ValueSchema {
    guard let written = property.declaration.type, !isUnresolved(attribute, entity) else {
      return ValueSchema(.any)
    }
    guard case .attribute(let arguments) = property.content, arguments.transform != nil else {
      return types.schema(of: written, for: entity.declared)
    }
    var schema = types.schema(of: attribute.type)
    schema.isNullable = attribute.isOptional
    return schema
  }

  private func isUnresolved(_ attribute: Attribute, _ entity: ModuleEntity) -> Bool {
    module.unresolvedTypes[entity.name]?[attribute.name] != nil
  }

  private func defaultValue(
    of attribute: Attribute, _ property: PropertyDescription, _ schema: ValueSchema,
    _ entity: ModuleEntity
  ) -> JSON? {
    if let stored = module.literalDefaults[entity.name]?[attribute.name] {
      return JSON(stored, as: attribute.type)
    }
    guard let value = property.declaration.initializer, attribute.type != .date,
      property.transform == nil
    else { return nil }
    return types.defaultValue(value, of: schema, property.declaration.type, entity.declared)
  }

  private mutating func schema(
    of derived: Derived, _ property: PropertyDescription, _ entity: ModuleEntity
  ) -> ValueSchema {
    guard let written = property.declaration.type else { return ValueSchema(.any) }
    return types.schema(of: written, for: entity.declared)
  }

  /// Returns `schema` with what the source says of the property beside its type.
  private func json(_ schema: ValueSchema, of property: PropertyDescription) -> JSON {
    var schema = schema
    if property.isDeprecated { schema["deprecated"] = true }
    return JSON(members: property.declaration.syntax.described(with: schema.allMembers))
  }

  // MARK: Relationships

  private mutating func list(
    of relationship: Relationship, _ property: PropertyDescription
  ) -> JSON {
    var list = ValueSchema(
      .type("array"), ["items": identity(of: relationship.target).json])
    if !relationship.isOrdered { list["uniqueItems"] = true }
    if relationship.minimumCount > 0 { list["minItems"] = JSON(relationship.minimumCount) }
    if let most = relationship.maximumCount { list["maxItems"] = JSON(most) }
    return json(list, of: property)
  }

  /// Returns the schema of what an object of the entity `name` is known by: its identity, or the
  /// text of its id where it has none.
  private mutating func identity(of name: String) -> ValueSchema {
    guard let (attribute, property, entity) = identityAttribute(of: name) else {
      return types.schema(of: .string)
    }
    var schema = value(of: attribute, property, entity)
    schema.isNullable = false
    return schema
  }

  /// Returns the attribute by which objects of the entity `name` are known: the one that says so,
  /// otherwise the first that is unique, otherwise one called `id` or `remoteID`.
  private func identityAttribute(
    of name: String
  ) -> (Attribute, PropertyDescription, ModuleEntity)? {
    var candidates: [(Attribute, PropertyDescription, ModuleEntity)] = []
    for entity in module.model.lineage(of: name) {
      guard let read = entities[entity.name] else { continue }
      let properties = Dictionary(
        read.description.described.map { ($0.identifier, $0) },
        uniquingKeysWith: { first, _ in first })
      candidates += entity.attributes.compactMap { attribute in
        properties[attribute.name].map { (attribute, $0, read) }
      }
    }
    let said = candidates.last { candidate in
      guard case .attribute(let arguments) = candidate.1.content else { return false }
      return arguments.options.contains(.identity)
    }
    candidates.removeAll { $0.1.jsonPath?.isEmpty == true }
    return said ?? candidates.first { $0.0.holdsEachValueOnce }
      ?? candidates.first { ["id", "remoteID"].contains($0.0.name) }
  }
}
