/// The objects that one fetch brought, which load what they refer to together.
final class FetchBatch {
  /// The unit of work that the objects belong to.
  let unit: UnitOfWork

  /// The index of the inheritance tree that the objects are of.
  let tree: Int

  /// The live objects of the tree.
  let map: IdentityMap

  /// The ids of the objects' rows.
  // It is appended to for each row; a check of each access takes as long.
  @exclusivity(unchecked) var ids: [Int64] = []

  /// For faults, the relationship of the other batch that led to them.
  let origin: Origin?

  /// The faults that the relationships of this batch have led to.
  private var faults: [ManagedRelationship.Declaration: WeakBatch] = [:]

  /// A relationship of a batch.
  struct Origin {
    let batch: FetchBatch
    let relationship: ManagedRelationship
  }

  /// A batch that lives as long as its objects.
  private struct WeakBatch {
    weak var batch: FetchBatch?
  }

  /// Creates the batch of one fetch of objects of `tree`.
  init(_ unit: UnitOfWork, tree: Int, origin: Origin? = nil) {
    self.unit = unit
    self.tree = tree
    self.origin = origin
    map = unit.maps[tree]
  }

  /// Returns the batch of the faults, of `tree`, that the to-one `relationship` of this batch leads
  /// to.
  func faults(of relationship: ManagedRelationship, tree: Int) -> FetchBatch {
    if let batch = faults[relationship.declaration]?.batch { return batch }
    let origin = Origin(batch: self, relationship: relationship)
    let batch = FetchBatch(unit, tree: tree, origin: origin)
    faults[relationship.declaration] = WeakBatch(batch: batch)
    return batch
  }
}
