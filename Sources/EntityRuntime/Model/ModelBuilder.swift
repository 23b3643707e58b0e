public import EntityModel

/// Collects the classes of a model, statements of generated code.
public struct __ModelBuilder {
  private(set) var types: [ManagedObject.Type] = []
  private(set) var links: [[ModelLink]] = []
  private(set) var isResolved = true
  private(set) var snapshots: [SnapshotFile] = []
  private(set) var expectedMigrations: [(from: Int, to: Int)] = []

  /// Adds the class of an entity, after those whose entities' names come before.
  public mutating func add(_ type: ManagedObject.Type) {
    types.append(type)
    links.append([])
  }

  /// Resolves a relationship of the entity added last.
  ///
  /// - Parameters:
  ///   - property: The index of the relationship among the properties that the entity adds.
  ///   - target: The index of the entity at the other end among those of the model.
  ///   - inverse: The index of the inverse among all the properties of `target`.
  public mutating func link(_ property: Int, to target: Int, _ inverse: Int) {
    guard !links.isEmpty else { return }
    links[links.count - 1].append(ModelLink(property: property, target: target, inverse: inverse))
  }

  /// Adds the snapshot of the model that is called by `number`, whose file holds `text`.
  public mutating func addSnapshot(_ number: Int, _ text: String) {
    snapshots.append(SnapshotFile(number: number, text: text))
  }

  /// Notes that the program makes a migration from the snapshot `from` to the snapshot `to`.
  public mutating func expectMigration(_ from: Int, _ to: Int) {
    expectedMigrations.append((from, to))
  }

  /// Leaves it to the program to find the entities that those added refer to, and to check and
  /// resolve them all.
  public mutating func resolveAtRunTime() { isResolved = false }
}

/// Adds classes where generated code may name deprecated ones: in what is deprecated itself, yet
/// called through a protocol that is not.
public protocol __ModelPart {
  /// Adds the classes.
  static func __add(to model: inout __ModelBuilder)
}

extension ObjectModel {
  /// Creates the model of the classes that `part` adds.
  public init<Part: __ModelPart>(__collecting part: Part.Type) {
    self.init(__collecting: { Part.__add(to: &$0) })
  }

  /// Creates the model of the classes that `collect` adds.
  ///
  /// What generated code has resolved has been checked too, when the program was built. Otherwise
  /// opening a store with the model reports what is wrong with it.
  public init(__collecting collect: (inout __ModelBuilder) -> Void) {
    var builder = __ModelBuilder()
    collect(&builder)
    var classes = ModelClasses()
    classes.collect(builder.types, andTargets: !builder.isResolved)
    self.init(entities: classes.entities)
    // A resolution that is not of these classes is worth nothing.
    let isOfTheseClasses = entities.map(\.name) == builder.types.map { $0.__entityName }
    if builder.isResolved, isOfTheseClasses { classes.links = builder.links }
    classes.snapshots = builder.snapshots
    classes.expectedMigrations = builder.expectedMigrations
    implementation = classes
  }
}
