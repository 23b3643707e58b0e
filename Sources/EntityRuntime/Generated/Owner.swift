/// What an object is created with: where it belongs and what it is.
public struct __Owner {
  let batch: FetchBatch

  // Entities live as long as the container, which the batch retains through its unit.
  unowned(unsafe) let entity: ManagedEntity

  /// The row's id, or a temporary one.
  let rowID: Int64

  /// The raw value of the object's flags.
  let flags: UInt8

  init(batch: FetchBatch, entity: ManagedEntity, rowID: Int64, flags: ObjectFlags) {
    self.batch = batch
    self.entity = entity
    self.rowID = rowID
    self.flags = flags.rawValue
  }

  /// Returns the owner of a new object of `type` in `context`.
  public static func inserting(
    _ type: ManagedObject.Type, in context: ManagedObjectContext
  ) -> __Owner {
    context.unit.ownerOfNewObject(of: type)
  }

  /// Returns the owner of a new object in `context` whose class, `type` or one that extends it, is
  /// known once there is the object.
  static func inserting(
    kindOf type: ManagedObject.Type, in context: ManagedObjectContext
  ) -> __Owner {
    let entity =
      (try? context.unit.entity(of: type))
      ?? context.unit.container.entities.entity(ofUnknown: type)
    return __Owner(
      batch: context.unit.batchOfLoneObjects(entity.tree), entity: entity, rowID: undecidedID,
      flags: [.isInserted])
  }

  /// `true` if it is not known of which class the object is.
  @inline(__always) var isUndecided: Bool { rowID == Self.undecidedID }

  /// Returns the owner of the new object where that is of `type`.
  func decided(for type: ManagedObject.Type) -> __Owner { batch.unit.ownerOfNewObject(of: type) }

  /// The id of no object: temporary ones begin at the other end of the negative numbers.
  private static var undecidedID: Int64 { .min }
}
