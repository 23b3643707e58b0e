import Observation

/// What those who read the properties of one observable object are registered with.
///
/// It is made when a property is read first: most objects of a fetch are observed by nobody.
// A reference, since the registrar has a size that only the system's module knows.
public final class __Observation {
  private let registrar = ObservationRegistrar()

  /// The index that represents the object's id, which is no property of its description.
  public static var identity: Int { ObservedProperties.identity }

  /// Registers whoever observes at this moment with the property `index`; `observation` is made
  /// if there is none.
  public static func access(_ observation: inout __Observation?, _ index: Int) {
    if observation == nil { observation = __Observation() }
    observation?.registrar.access(
      ObservedProperties.shared, keyPath: ObservedProperties.keyPath(index))
  }

  /// Reports to observers that the property `index` is about to change.
  public func willChange(_ index: Int) {
    registrar.willSet(ObservedProperties.shared, keyPath: ObservedProperties.keyPath(index))
  }

  /// Reports to observers that the property `index` has changed.
  public func didChange(_ index: Int) {
    registrar.didSet(ObservedProperties.shared, keyPath: ObservedProperties.keyPath(index))
  }
}

/// The properties of any object, by index, as key paths that differ for a registrar.
private final class ObservedProperties: Observable, Sendable {
  static let shared = ObservedProperties()

  /// The index of an object's id.
  static let identity = -1

  subscript(index: Int) -> Int { index }

  // Making a key path takes an allocation.
  private static let known = (identity..<64).map { made($0) }

  /// Returns the key path of the property `index`.
  static func keyPath(_ index: Int) -> any KeyPath<ObservedProperties, Int> & Sendable {
    let position = index - identity
    return known.indices.contains(position) ? known[position] : made(index)
  }

  private static func made(_ index: Int) -> any KeyPath<ObservedProperties, Int> & Sendable {
    \ObservedProperties.[index]
  }
}

extension ManagedObject {
  /// Reports to observers that an assignment is about to change the property `index`.
  public final func __willAssign(_ index: Int) {
    if let changes = __unit.observedChanges { changes.willAssign(self, index) }
  }

  /// Reports to observers that an assignment has changed the property `index`.
  public final func __didAssign(_ index: Int) {
    if let changes = __unit.observedChanges { changes.didAssign(self, index) }
  }
}
