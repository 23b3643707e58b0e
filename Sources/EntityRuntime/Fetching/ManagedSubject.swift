import EntityModel
import EntityStore

/// A managed object as a condition sees it: its values now, unsaved changes included.
struct ManagedSubject: PredicateSubject {
  let object: ManagedObject

  var subjectID: ObjectID { object.__objectID }

  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? {
    let layout = object.__entity.layout
    guard let index = layout.propertyIndex(name),
      let attribute = layout.properties[index].attribute
    else { return nil }
    return (attribute.type, object.storedValue(at: index))
  }

  func relatedObject(_ name: String) -> ManagedSubject? {
    guard let relationship = relationship(name), !relationship.isToMany else { return nil }
    return related(by: relationship).first.map(ManagedSubject.init)
  }

  func relatedObjects(_ name: String) -> [ManagedSubject] {
    guard let relationship = relationship(name), relationship.isToMany else { return [] }
    return related(by: relationship).map(ManagedSubject.init)
  }

  private func related(by relationship: ManagedRelationship) -> [ManagedObject] {
    RelationshipEnd(of: object, relationship.index).map { object.__unit.graph.related(by: $0) } ?? []
  }

  private func relationship(_ name: String) -> ManagedRelationship? {
    object.__entity.layout.propertyIndex(name)
      .flatMap { object.__entity.relationships[$0] }
  }
}

extension SortTerm {
  /// Compares `left` and `right` by this term: negative, zero or positive.
  func order(_ left: ManagedObject, _ right: ManagedObject) -> Int {
    let first = value(of: left)
    let second = value(of: right)
    let result = StoredValue.sortOrder(
      first.value, second.value, as: first.type ?? second.type ?? .string)
    return order == .ascending ? result : -result
  }

  /// Returns the value of `object` to sort by.
  private func value(of object: ManagedObject) -> (type: StorageType?, value: StoredValue) {
    var subject = ManagedSubject(object: object)
    for name in path.names.dropLast() {
      guard let next = subject.relatedObject(name) else { return (nil, .null) }
      subject = next
    }
    guard let name = path.names.last, let found = subject.attributeValue(name) else {
      return (nil, .null)
    }
    if ignoresCase, case .text(let text) = found.value {
      return (found.type, .text(StoredValue.folded(text)))
    }
    return (found.type, found.value)
  }
}
