/// What has happened to an object.
struct ObjectFlags: OptionSet {
  let rawValue: UInt8

  /// The row has not been read.
  static let isFault = ObjectFlags(rawValue: 1)

  /// The object has no row yet.
  static let isInserted = ObjectFlags(rawValue: 2)

  /// The object is listed among the changed ones.
  static let isChanged = ObjectFlags(rawValue: 4)

  /// The row is to be removed, or has been.
  static let isDeleted = ObjectFlags(rawValue: 8)

  /// The object belongs to no context any more, or never did.
  static let isDetached = ObjectFlags(rawValue: 16)

  /// Something of the row could not be read.
  static let isUnreadable = ObjectFlags(rawValue: 32)

  /// The object is retained because a to-many relationship of it has unsaved members.
  static let isTouched = ObjectFlags(rawValue: 64)

  /// A to-one of the object may hold the object that it refers to.
  static let holdsObjects = ObjectFlags(rawValue: 128)
}
