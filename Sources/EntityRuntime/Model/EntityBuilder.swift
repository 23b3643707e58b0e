public import EntityModel
public import EntityStore

/// Collects the description of a class, a statement of generated code for each property.
public struct __EntityBuilder {
  var entity: Entity?
  var type: ManagedObject.Type?
  var superclass: ManagedObject.Type?
  var targets: [ManagedObject.Type] = []
  var makers: [String: ToManyMaker] = [:]
  var fetches: [String: @Sendable () -> Fetched] = [:]
  var derivations: [String: @Sendable () -> PredicateOperand] = [:]
  var valueTypes: [String: any Storable.Type] = [:]

  /// Which members of JSON properties are, by name, where the class says so.
  var jsonNames: [String: JSONName] = [:]

  /// The attribute by which the rows of a payload find their objects; `nil` if the class does not
  /// say.
  var identity: String?

  /// The attributes whose values pending deletions have.
  var preserved: Set<String> = []

  /// The conditions of the program's own rules, by attribute, in the order of its rules.
  var conditions: [String: [RuleCondition]] = [:]

  /// Opens the description of `type`, whose superclass is the entity `superclass` or `nil`.
  public mutating func begin(
    _ type: ManagedObject.Type, _ name: String, superclass: ManagedObject.Type? = nil,
    originalName: String? = nil, isAbstract: Bool = false, uniqueKeys: [[String]] = [],
    indexes: [[String]] = []
  ) {
    self.type = type
    self.superclass = superclass
    entity = Entity(
      name, originalName: originalName, uniqueKeys: uniqueKeys, indexes: indexes)
    entity?.isAbstract = isAbstract
  }

  /// Adds a required attribute.
  public mutating func attribute<Value: Storable>(
    _ name: String, _ type: Value.Type, options: [AttributeOption] = [], rules: [ValueRule] = [],
    column: String? = nil, originalName: String? = nil, default value: Value? = nil,
    hasDefault: Bool = false
  ) {
    valueTypes[name] = Value.self
    add(
      name, Value.storageType, false, options, rules, column, originalName, hasDefault,
      value?.storedValue)
  }

  /// Adds an optional attribute.
  public mutating func attribute<Value: Storable>(
    _ name: String, _ type: Value?.Type, options: [AttributeOption] = [], rules: [ValueRule] = [],
    column: String? = nil, originalName: String? = nil, default value: Value?? = nil,
    hasDefault: Bool = false
  ) {
    let value = value ?? nil
    valueTypes[name] = Value.self
    add(
      name, Value.storageType, true, options, rules, column, originalName, true, value?.storedValue)
  }

  /// Adds a required attribute stored as JSON.
  public mutating func attribute<Value: Codable>(
    _ name: String, _ type: Value.Type, options: [AttributeOption] = [], rules: [ValueRule] = [],
    column: String? = nil, originalName: String? = nil, default value: Value? = nil,
    hasDefault: Bool = false
  ) {
    add(
      name, .json, false, options, rules, column, originalName, hasDefault,
      value.flatMap { JSONColumn.text(of: $0) }.map { .text($0) })
  }

  /// Adds an optional attribute stored as JSON.
  public mutating func attribute<Value: Codable>(
    _ name: String, _ type: Value?.Type, options: [AttributeOption] = [], rules: [ValueRule] = [],
    column: String? = nil, originalName: String? = nil, default value: Value?? = nil,
    hasDefault: Bool = false
  ) {
    add(
      name, .json, true, options, rules, column, originalName, true,
      (value ?? nil).flatMap { JSONColumn.text(of: $0) }.map { .text($0) })
  }

  /// Adds a required to-one relationship.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: Object.Type, inverse: String, deleteRule: DeleteRule,
    column: String? = nil, originalName: String? = nil
  ) {
    targets.append(type)
    add(
      .toOne(
        name, type.__entityName, isOptional: false, inverse: inverse,
        deleteRule: deleteRule, column: column, originalName: originalName))
  }

  /// Adds an optional to-one relationship.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: Object?.Type, inverse: String, deleteRule: DeleteRule,
    column: String? = nil, originalName: String? = nil
  ) {
    targets.append(Object.self)
    add(
      .toOne(
        name, Object.__entityName, isOptional: true, inverse: inverse,
        deleteRule: deleteRule, column: column, originalName: originalName))
  }

  /// Adds a required to-one relationship whose inverse is implicit.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: Object.Type, inverse: ImplicitInverse, deleteRule: DeleteRule,
    column: String? = nil, originalName: String? = nil
  ) {
    targets.append(type)
    add(
      .toOne(
        name, type.__entityName, isOptional: false, inverse: inverse, of: entity?.name ?? "",
        deleteRule: deleteRule, column: column, originalName: originalName))
  }

  /// Adds an optional to-one relationship whose inverse is implicit.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: Object?.Type, inverse: ImplicitInverse, deleteRule: DeleteRule,
    column: String? = nil, originalName: String? = nil
  ) {
    targets.append(Object.self)
    add(
      .toOne(
        name, Object.__entityName, isOptional: true, inverse: inverse, of: entity?.name ?? "",
        deleteRule: deleteRule, column: column, originalName: originalName))
  }

  /// Adds a to-many relationship whose inverse is implicit.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: Set<Object>.Type, inverse: ImplicitInverse, deleteRule: DeleteRule,
    minimumCount: Int = 0, maximumCount: Int? = nil, originalName: String? = nil
  ) {
    targets.append(Object.self)
    makers[name] = { Members<Object>() }
    add(
      .toMany(
        name, Object.__entityName, inverse: inverse, of: entity?.name ?? "",
        deleteRule: deleteRule, minimumCount: minimumCount, maximumCount: maximumCount,
        originalName: originalName))
  }

  /// Adds an ordered to-many relationship whose inverse is implicit.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: [Object].Type, inverse: ImplicitInverse, deleteRule: DeleteRule,
    minimumCount: Int = 0, maximumCount: Int? = nil, originalName: String? = nil
  ) {
    targets.append(Object.self)
    makers[name] = { OrderedMembers<Object>() }
    add(
      .toMany(
        name, Object.__entityName, inverse: inverse, of: entity?.name ?? "",
        deleteRule: deleteRule, minimumCount: minimumCount, maximumCount: maximumCount,
        originalName: originalName, isOrdered: true))
  }

  /// Adds a to-many relationship.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: Set<Object>.Type, inverse: String, deleteRule: DeleteRule,
    minimumCount: Int = 0, maximumCount: Int? = nil, originalName: String? = nil
  ) {
    targets.append(Object.self)
    makers[name] = { Members<Object>() }
    add(
      .toMany(
        name, Object.__entityName, inverse: inverse,
        deleteRule: deleteRule, minimumCount: minimumCount, maximumCount: maximumCount,
        originalName: originalName))
  }

  /// Adds an ordered to-many relationship.
  public mutating func relationship<Object: ManagedObject>(
    _ name: String, _ type: [Object].Type, inverse: String, deleteRule: DeleteRule,
    minimumCount: Int = 0, maximumCount: Int? = nil, originalName: String? = nil
  ) {
    targets.append(Object.self)
    makers[name] = { OrderedMembers<Object>() }
    add(
      .toMany(
        name, Object.__entityName, inverse: inverse,
        deleteRule: deleteRule, minimumCount: minimumCount, maximumCount: maximumCount,
        originalName: originalName, isOrdered: true))
  }

  /// Accepts the inverse of `relationship`, a required to-one that refers back to `owner`.
  public func inverse<Object: ManagedObject, Owner: ManagedObject>(
    _ relationship: String, _ keyPath: KeyPath<Object, Owner>, of owner: Owner.Type
  ) {}

  /// Accepts the inverse of `relationship`, an optional to-one that refers back to `owner`.
  public func inverse<Object: ManagedObject, Owner: ManagedObject>(
    _ relationship: String, _ keyPath: KeyPath<Object, Owner?>, of owner: Owner.Type
  ) {}

  /// Accepts the inverse of `relationship`, a to-many that refers back to `owner`.
  public func inverse<Object: ManagedObject, Owner: ManagedObject>(
    _ relationship: String, _ keyPath: KeyPath<Object, Set<Owner>>, of owner: Owner.Type
  ) {}

  /// Accepts the inverse of `relationship`, an ordered to-many that refers back to `owner`.
  public func inverse<Object: ManagedObject, Owner: ManagedObject>(
    _ relationship: String, _ keyPath: KeyPath<Object, [Owner]>, of owner: Owner.Type
  ) {}

  /// Has the property `name` be the member `json`.
  public mutating func json(_ name: String, _ json: JSONName) { jsonNames[name] = json }

  mutating func add(
    _ name: String, _ type: StorageType, _ isOptional: Bool, _ options: [AttributeOption],
    _ rules: [ValueRule], _ column: String?, _ originalName: String?, _ hasDefault: Bool,
    _ value: StoredValue?, _ leaves: [Leaf] = [], members: [StoredMember] = []
  ) {
    if options.contains(.identity) { identity = name }
    if options.contains(.preserveValueOnDeletion) { preserved.insert(name) }
    var attribute = Attribute(
      name: name, column: column, originalName: originalName, type: type,
      isOptional: isOptional, isUnique: options.contains(.unique),
      isIndexed: options.contains(.indexed), hasDefault: hasDefault, defaultValue: value,
      isSecret: options.contains(.secret),
      search: options.lazy.compactMap(\.tokenizer).first,
      isUniqueIgnoringCase: options.contains(.uniqueIgnoringCase),
      isIndexedIgnoringCase: options.contains(.indexedIgnoringCase), rules: rules,
      timestamp: options.lazy.compactMap(\.timestamp).first,
      leaves: leaves, marksDeletion: options.contains(.deletedAt),
      undecodable: options.lazy.compactMap(\.undecodable).first,
      isExternal: options.contains(.external))
    attribute.members = members
    entity?.properties.append(.attribute(attribute))
  }

  private mutating func add(_ relationship: Relationship) {
    entity?.properties.append(.relationship(relationship))
  }
}
