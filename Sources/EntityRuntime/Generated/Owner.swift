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
}
