import EntityModel
import Synchronization

/// The models that consist of a class and all that it refers to, for what is done without a
/// container.
enum ReachableModel {
  private static let made = Mutex<[ObjectIdentifier: ObjectModel]>([:])

  /// Returns the model of `type`, of what that extends, and of all that these refer to.
  static func of(_ type: ManagedObject.Type) -> ObjectModel {
    let key = ObjectIdentifier(type)
    if let model = made.withLock({ $0[key] }) { return model }
    var classes = ModelClasses()
    classes.collect([type], andTargets: true)
    let model = ObjectModel(entities: classes.entities)
    made.withLock { $0[key] = model }
    return model
  }
}
