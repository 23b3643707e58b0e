/// Names one object across contexts.
///
/// An id is temporary until the object's first save and permanent from then on; a permanent id is
/// never given to another row, not even after its row is deleted. All the entities of an
/// inheritance tree share their ids, which carry the name of its root.
public struct ObjectID: Hashable, Sendable {
  /// The name of the entity at the root of the object's inheritance tree.
  public let entityName: String

  /// The row's id: positive when permanent, negative when temporary.
  package let rowID: Int64

  /// Creates the id of the row `rowID` of the tree rooted at `entityName`.
  package init(entityName: String, rowID: Int64) {
    self.entityName = entityName
    self.rowID = rowID
  }

  /// `true` if the object has not been saved yet.
  public var isTemporary: Bool { rowID < 0 }
}

extension ObjectID: Comparable {
  /// Ids are ordered by the names of their trees, then as their objects were created, temporary
  /// ones last: in one tree as requests order objects by `objectID`.
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.entityName, left.isTemporary ? 1 : 0, left.rowID.magnitude)
      < (right.entityName, right.isTemporary ? 1 : 0, right.rowID.magnitude)
  }
}

extension ObjectID: CustomStringConvertible {
  /// The id as text, `text`.
  public var description: String { text }
}
