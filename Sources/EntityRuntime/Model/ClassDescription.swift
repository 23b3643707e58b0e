import EntityModel
import EntityStore
import Synchronization

/// What a class declares: its entity, its superclass, the names of its key paths.
///
/// Made once for each class in a process, since it depends on nothing else.
final class ClassDescription: Sendable {
  /// The class.
  let type: ManagedObject.Type

  /// The entity, or `nil` when the class is not annotated.
  let entity: Entity?

  /// The class that is annotated: the class itself, or the one whose description it inherits.
  let annotatedClass: ManagedObject.Type?

  /// The superclass, when that is an entity too.
  let superclass: ManagedObject.Type?

  /// The classes that the relationships and the fetched properties refer to.
  let targets: [ManagedObject.Type]

  /// Makes the members of each to-many relationship, by name.
  let makers: [String: ToManyMaker]

  /// Makes the fetch of each fetched property, by name.
  let fetches: [String: @Sendable () -> Fetched]

  /// Makes what each derived attribute is, by name.
  let derivations: [String: @Sendable () -> PredicateOperand]

  /// The types of the values of the attributes that are not stored as JSON, by name.
  let valueTypes: [String: any Storable.Type]

  /// Which members of JSON the class's own properties are, by name, where it says so.
  let jsonNames: [String: JSONName]

  /// The attribute by which the rows of a payload find their objects, where the class says so.
  let identity: String?

  /// The class's own attributes whose values pending deletions have.
  let preserved: Set<String>

  /// The conditions of the program's own rules, by attribute, in the order of its rules.
  let conditions: [String: [RuleCondition]]

  private init(_ type: ManagedObject.Type) {
    var builder = __EntityBuilder()
    type.__describe(&builder)
    // A class that is not annotated inherits the description of its superclass.
    let isAnnotated = builder.type == type
    self.type = type
    annotatedClass = builder.type
    superclass = isAnnotated ? builder.superclass : nil
    targets = builder.targets
    makers = builder.makers
    fetches = builder.fetches
    derivations = builder.derivations
    valueTypes = builder.valueTypes
    jsonNames = isAnnotated ? builder.jsonNames : [:]
    identity = isAnnotated ? builder.identity : nil
    preserved = isAnnotated ? builder.preserved : []
    conditions = isAnnotated ? builder.conditions : [:]
    var entity = isAnnotated ? builder.entity : nil
    entity?.superentity = superclass?.__entityName
    self.entity = entity
  }

  /// Returns the descriptions of `type` and of the classes that it extends, its own first.
  static func lineage(of type: ManagedObject.Type) -> some Sequence<ClassDescription> {
    sequence(first: of(type)) { description in description.superclass.map { of($0) } }
  }

  /// Returns the description of `type`, or of a class that it extends, that declares the property
  /// `name`; `nil` if none does.
  static func declaring(_ name: String, in type: ManagedObject.Type) -> ClassDescription? {
    lineage(of: type).first { $0.entity?.properties.contains { $0.name == name } == true }
  }

  /// Returns the type of the values of the attribute `name` of `type`; `nil` for what is stored as
  /// JSON.
  static func valueType(of name: String, in type: ManagedObject.Type) -> (any Storable.Type)? {
    lineage(of: type).lazy.compactMap { $0.valueTypes[name] }.first
  }

  /// The descriptions made so far.
  private static let made = Mutex<[ObjectIdentifier: ClassDescription]>([:])

  /// The names of key paths of the classes asked so far.
  private static let keyPathNames = Mutex<[ObjectIdentifier: KeyPathNames]>([:])

  /// Returns the description of `type`.
  static func of(_ type: ManagedObject.Type) -> ClassDescription {
    let key = ObjectIdentifier(type)
    if let description = made.withLock({ $0[key] }) { return description }
    // Describing runs the author's default values, which may ask for descriptions themselves.
    let description = ClassDescription(type)
    return made.withLock {
      if let first = $0[key] { return first }
      $0[key] = description
      return description
    }
  }

  /// Returns the classes, of those described so far, whose entities are called one of `names`.
  static func described(as names: Set<String>) -> [ManagedObject.Type] {
    made.withLock { made in
      made.values.filter { $0.entity.map { names.contains($0.name) } ?? false }.map(\.type)
    }
  }

  /// Returns the name of the property of `type` that `keyPath` leads to as requests know it, or
  /// `nil` if it leads to no property of the entity.
  ///
  /// The value of an attribute with a transform has a name that no entity has, which says so; what
  /// the attribute is stored as has the attribute's.
  static func name(of keyPath: AnyKeyPath, in type: ManagedObject.Type) -> String? {
    keyPathNames(of: type).names[keyPath]
  }

  /// Returns the name of the attribute of `type`, one with a transform, whose value `keyPath` leads
  /// to; `nil` for what leads to anything else.
  static func transformedName(of keyPath: AnyKeyPath, in type: ManagedObject.Type) -> String? {
    keyPathNames(of: type).transformed[keyPath]
  }

  /// Returns the key path, from `type`, of the property called `name`, or `nil` if there is none.
  static func keyPath(named name: String, in type: ManagedObject.Type) -> AnyKeyPath? {
    keyPathNames(of: type).keyPaths[name]
  }

  private static func keyPathNames(of type: ManagedObject.Type) -> KeyPathNames {
    let key = ObjectIdentifier(type)
    if let names = keyPathNames.withLock({ $0[key] }) { return names }
    var table = __KeyPathTable()
    type.__addKeyPaths(to: &table)
    type.__addDeprecatedKeyPaths(to: &table)
    var names: [AnyKeyPath: String] = [:]
    var transformed: [AnyKeyPath: String] = [:]
    var keyPaths: [String: AnyKeyPath] = [:]
    for row in table.rows {
      if keyPaths[row.name] == nil { keyPaths[row.name] = row.keyPath }
      guard row.isTransformed else {
        if names[row.keyPath] == nil { names[row.keyPath] = row.name }
        continue
      }
      if let storedForm = row.storedForm { names[storedForm] = row.name }
      names[row.keyPath] = row.name + PropertyPath.transformedMark
      transformed[row.keyPath] = row.name
    }
    let found = KeyPathNames(names: names, transformed: transformed, keyPaths: keyPaths)
    keyPathNames.withLock { $0[key] = found }
    return found
  }

  /// The names of a class's properties by their key paths.
  private struct KeyPathNames: @unchecked Sendable {
    // The key paths of properties are immutable and capture nothing; their erased type cannot say
    // so.
    let names: [AnyKeyPath: String]
    let transformed: [AnyKeyPath: String]
    let keyPaths: [String: AnyKeyPath]
  }
}
