import EntityModel
import Synchronization

/// The models that consist of a class and all that it refers to, for what is done without a
/// container.
enum ReachableModel {
  private static let made = Mutex<[ObjectIdentifier: (model: ObjectModel, classes: ModelClasses)]>(
    [:])

  /// Returns the model of `type`, of what that extends, and of all that these refer to.
  static func of(_ type: ManagedObject.Type) -> ObjectModel { withClasses(of: type).model }

  /// Returns that model with those of the entities called `names` too that the program has made use
  /// of: nothing need refer to a class that extends another one.
  static func of(_ type: ManagedObject.Type, andEntities names: Set<String>) -> ObjectModel {
    let model = of(type)
    let missing = names.filter { model.entity(named: $0) == nil }
    guard !missing.isEmpty else { return model }
    var classes = ModelClasses()
    classes.collect([type] + ClassDescription.described(as: missing), andTargets: true)
    return ObjectModel(entities: classes.entities)
  }

  /// Returns that model and the classes that it is made of.
  static func withClasses(
    of type: ManagedObject.Type
  ) -> (model: ObjectModel, classes: ModelClasses) {
    let key = ObjectIdentifier(type)
    if let model = made.withLock({ $0[key] }) { return model }
    var classes = ModelClasses()
    classes.collect([type], andTargets: true)
    let found = (model: ObjectModel(entities: classes.entities), classes: classes)
    made.withLock { $0[key] = found }
    return found
  }
}
