import EntityModel

/// How far the deletion of an object reaches by the delete rules of its entity and of those that it
/// cascades to.
struct CascadeExtent {
  private let root: ManagedEntity
  private let entities: [ManagedEntity]

  /// The trees that are concerned, apart from the object itself.
  private var trees: Set<Int> = []

  /// The trees whose objects may be deleted.
  private var deleted: Set<Int> = []

  private init(_ root: ManagedEntity, _ entities: [ManagedEntity]) {
    self.root = root
    self.entities = entities
  }

  /// Returns the trees of the objects that may be deleted with one of `root`, and of what these
  /// refer to, in order. Returns `nil` where nothing is deleted with it, where objects of its own
  /// tree are concerned, and where rules are about links or counts, which no reference shows.
  static func trees(of root: ManagedEntity, _ entities: [ManagedEntity]) -> [Int]? {
    var extent = CascadeExtent(root, entities)
    guard extent.follow(root), !extent.deleted.isEmpty, !extent.trees.contains(root.tree) else {
      return nil
    }
    return extent.trees.sorted()
  }

  /// Notes whom the deletion of an object of `entity` concerns; `false` if that cannot be said.
  private mutating func follow(_ entity: ManagedEntity) -> Bool {
    for case let relationship? in entity.relationships {
      let rule = relationship.description.deleteRule
      let isLinked = relationship.isToMany && relationship.inverseIsToMany
      if relationship.inverseHasMinimum || isLinked && (rule == .cascade || rule == .deny) {
        return false
      }
      let tree = entities[relationship.target].tree
      if entity !== root, !leadsBack(relationship) { trees.insert(tree) }
      guard rule == .cascade, deleted.insert(tree).inserted else { continue }
      trees.insert(tree)
      for other in entities where other.tree == tree {
        guard follow(other) else { return false }
      }
    }
    return true
  }

  /// `true` if `relationship`, of what is deleted with the root, is the inverse of the one by which
  /// it is: it refers to the root.
  private func leadsBack(_ relationship: ManagedRelationship) -> Bool {
    guard !relationship.isToMany,
      let inverse = entities[relationship.target].relationships[relationship.inverseIndex],
      inverse.description.deleteRule == .cascade
    else { return false }
    return root.has(inverse)
  }
}
