/// Names one object across contexts.
///
/// An id is temporary until the object's first save and permanent from then on; a permanent id is
/// never given to another row, not even after its row is deleted.
public struct ObjectID: Hashable, Sendable, Codable {
  /// The name of the entity at the root of the object's inheritance tree.
  public let entityName: String

  /// The row's number: positive when permanent, negative when temporary.
  package let number: Int64

  /// Creates the id of row `number` of the tree rooted at `entityName`.
  package init(entityName: String, number: Int64) {
    self.entityName = entityName
    self.number = number
  }

  /// `true` if the object has not been saved yet.
  public var isTemporary: Bool { number < 0 }
}

extension ObjectID: CustomStringConvertible {
  public var description: String {
    isTemporary ? "\(entityName)/t\(number.magnitude)" : "\(entityName)/\(number)"
  }
}
