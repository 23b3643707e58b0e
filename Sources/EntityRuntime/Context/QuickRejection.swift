import EntityModel
import EntityStore

/// Finds out in little time that an object does not satisfy a condition: by those of its terms that
/// compare an attribute of the object with a constant, or name what a to-one of it refers to.
///
/// What is not rejected is to be asked by the whole condition. Of the unsaved objects of a context
/// most satisfy no condition, and each request asks all of them.
struct QuickRejection {
  /// The attribute `index`, which is of `type`, compares with a constant.
  private struct Comparison {
    let index: Int
    let type: StorageType
    let comparison: PredicateTree.Comparison
    let constant: StoredValue
  }

  /// The to-one `index` refers to the row of one of these numbers.
  private struct Reference {
    let index: Int
    let rows: Set<Int64>
  }

  private var comparisons: [Comparison] = []
  private var references: [Reference] = []

  /// Takes the terms of `condition`, on objects of `entity` and of those below it, all of which have
  /// to hold.
  init(_ condition: PredicateTree, _ entity: ManagedEntity) {
    let root = condition.root
    if case .all = root.kind {
      for part in root.parts { take(part, entity) }
    } else {
      take(root, entity)
    }
  }

  /// `true` if `object`, which is of the entity or of one below it, does not satisfy the condition.
  func rejects(_ object: ManagedObject) -> Bool {
    if !references.isEmpty, !object.__flags.contains(.isFault) {
      for term in references where !term.rows.contains(object.__toOne(term.index).rowID) {
        return true
      }
    }
    return comparisons.contains { term in
      let value = object.storedValue(at: term.index)
      return !term.comparison.holds(between: value, of: term.type, and: term.constant)
    }
  }

  private mutating func take(_ part: PredicatePart, _ entity: ManagedEntity) {
    switch part.kind {
    case .comparison(let comparison):
      switch (part.first.kind, part.second.kind) {
      case (.attribute(let path), .value(let constant)):
        // Inherited properties have the same indexes everywhere in the tree.
        guard let name = path.ownName, let index = entity.layout.propertyIndex(name),
          let attribute = entity.layout.properties[index].attribute
        else { return }
        comparisons.append(
          Comparison(
            index: index, type: attribute.type, comparison: comparison, constant: constant))
      case (.object(let path), .identifier(let id?)) where comparison == .equal:
        take(path, [id], entity)
      default: break
      }
    case .objects(let path, let ids): take(path, ids, entity)
    default: break
    }
  }

  private mutating func take(_ path: PropertyPath, _ ids: [ObjectID], _ entity: ManagedEntity) {
    guard let name = path.ownName, let index = entity.layout.relationshipIndex(name),
      entity.relationships[index]?.isToMany == false
    else { return }
    references.append(Reference(index: index, rows: Set(ids.map(\.rowID))))
  }
}

extension PropertyPath {
  /// The name of the property of the object itself that the path leads to; `nil` for another path.
  fileprivate var ownName: String? { start == .own && names.count == 1 ? names[0] : nil }
}
