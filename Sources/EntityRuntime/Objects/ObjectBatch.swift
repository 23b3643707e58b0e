/// The objects that one fetch brought, which load what they refer to together.
public final class ObjectBatch {
  /// The unit of work that the objects belong to.
  let unit: UnitOfWork

  /// The position of the inheritance tree that the objects are of.
  let tree: Int

  /// The live objects of the tree.
  let map: IdentityMap

  /// The numbers of the objects' rows.
  @exclusivity(unchecked) var numbers: [Int64] = []

  /// For faults, the relationship of the other batch that led to them.
  let origin: Origin?

  /// The faults that the relationships of this batch have led to.
  private var faults: [ManagedRelationship.Declaration: WeakBatch] = [:]

  /// A relationship of a batch.
  struct Origin {
    let batch: ObjectBatch
    let relationship: ManagedRelationship
  }

  /// A batch that lives as long as its objects.
  private struct WeakBatch {
    weak var batch: ObjectBatch?
  }

  /// Creates the batch of one fetch of objects of `tree`.
  init(_ unit: UnitOfWork, tree: Int, origin: Origin? = nil) {
    self.unit = unit
    self.tree = tree
    self.origin = origin
    map = unit.maps[tree]
  }

  /// The batch of the faults, of `tree`, that the to-one `relationship` of this batch leads to.
  func faults(of relationship: ManagedRelationship, tree: Int) -> ObjectBatch {
    if let batch = faults[relationship.declaration]?.batch { return batch }
    let origin = Origin(batch: self, relationship: relationship)
    let batch = ObjectBatch(unit, tree: tree, origin: origin)
    faults[relationship.declaration] = WeakBatch(batch: batch)
    return batch
  }
}
