import EntityModel
import EntityStore

/// Those terms of a condition that are quickly asked: that an attribute of the object compares with
/// a constant, that a to-one of it refers to certain objects, and that it is one of them itself.
///
/// Each request asks all unsaved objects of its entity, most of which it does not find.
struct QuickCondition {
  /// The attribute `index`, which is of `type`, compares with a constant.
  private struct Comparison {
    let index: Int
    let type: StorageType
    let comparison: PredicateTree.Comparison
    let constant: StoredValue
  }

  /// The to-one `index` refers to one of these objects, or the object is one of them.
  private struct Reference {
    let index: Int?
    let ids: [Int64: String]
  }

  private var comparisons: [Comparison] = []
  private var references: [Reference] = []

  /// `true` if the terms are all that the condition is.
  private var isWhole = true

  /// Takes those terms of `condition`, on objects of `entity` and of those that extend it, that all
  /// have to hold.
  init(_ condition: PredicateTree, _ entity: ManagedEntity) {
    let root = condition.root
    if case .all = root.kind {
      for part in root.parts where !take(part, entity) { isWhole = false }
    } else {
      isWhole = take(root, entity)
    }
  }

  /// Returns whether `object`, which is of the entity or of one below it, satisfies the condition;
  /// `nil` where the whole condition has to be asked.
  func isSatisfied(by object: ManagedObject) -> Bool? {
    var isKnown = isWhole
    for term in references {
      guard let index = term.index else {
        guard let entity = term.ids[object.__rowID] else { return false }
        if object.__objectID.entityName != entity { isKnown = false }
        continue
      }
      if object.__flags.contains(.isFault) {
        isKnown = false
        continue
      }
      let reference = object.__toOne(index)
      guard let entity = term.ids[reference.rowID] else { return false }
      // Where the object is not at hand, it may be to be deleted.
      guard let target = reference.object, target.__isLive,
        target.__objectID.entityName == entity
      else {
        isKnown = false
        continue
      }
    }
    for term in comparisons
    where !term.comparison.holds(
      between: object.storedValue(at: term.index), of: term.type, and: term.constant)
    {
      return false
    }
    return isKnown ? true : nil
  }

  /// Takes `part`, if it is a term that is quickly asked.
  private mutating func take(_ part: PredicatePart, _ entity: ManagedEntity) -> Bool {
    switch part.kind {
    case .constant(let value): return value
    case .comparison(let comparison):
      switch (part.first.kind, part.second.kind) {
      case (.attribute(let path), .value(let constant)):
        // Inherited properties have the same indexes everywhere in the tree.
        guard let name = path.ownName, let index = entity.layout.propertyIndex(name),
          let attribute = entity.layout.properties[index].attribute
        else { return false }
        comparisons.append(
          Comparison(
            index: index, type: attribute.type, comparison: comparison, constant: constant))
        return true
      case (.object(let path), .identifier(let id?)) where comparison == .equal:
        return take(path, [id], entity)
      default: return false
      }
    case .objects(let path, let ids): return take(path, ids, entity)
    default: return false
    }
  }

  private mutating func take(
    _ path: PropertyPath, _ ids: [ObjectID], _ entity: ManagedEntity
  ) -> Bool {
    let index = path.ownName.flatMap(entity.layout.relationshipIndex)
    if let index {
      guard entity.relationships[index]?.isToMany == false else { return false }
    } else {
      guard path == PropertyPath() else { return false }
    }
    references.append(
      Reference(
        index: index,
        ids: Dictionary(
          ids.map { ($0.rowID, $0.entityName) }, uniquingKeysWith: { first, _ in first })))
    return true
  }
}

extension PropertyPath {
  /// The name of the property of the object itself that the path leads to; `nil` for another path.
  fileprivate var ownName: String? { start == .own && names.count == 1 ? names[0] : nil }
}
