import EntityModel
import EntityStore

/// An object as simple as a predicate can be evaluated over.
final class Node: PredicateSubject {
  let subjectID: ObjectID

  /// The attributes.
  private let values: [String: (type: StorageType, value: StoredValue)]

  /// The to-ones that are not nil.
  private let references: [String: Node]

  /// The to-manys that are not empty.
  private let sets: [String: [Node]]

  init(
    _ number: Int64, _ values: [String: (type: StorageType, value: StoredValue)] = [:],
    references: [String: Node] = [:], sets: [String: [Node]] = [:]
  ) {
    subjectID = Self.id(number)
    self.values = values
    self.references = references
    self.sets = sets
  }

  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? { values[name] }

  func relatedObject(_ name: String) -> Node? { references[name] }

  func relatedObjects(_ name: String) -> [Node] { sets[name] ?? [] }

  /// The id of object `number`.
  static func id(_ number: Int64) -> ObjectID { ObjectID(entityName: "Node", rowID: number) }
}
