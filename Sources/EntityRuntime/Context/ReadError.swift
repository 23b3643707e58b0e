public import EntityModel

/// Says that a property of an object could not be read, so that it answered with a placeholder.
public struct ReadError: Error, Sendable {
  /// The object.
  public let objectID: ObjectID

  /// The property, or nil when the whole row could not be read.
  public let property: String?

  /// What is wrong.
  public let message: String

  /// The error that led to this one, or nil.
  public let underlying: (any Error)?

  init(
    objectID: ObjectID, property: String? = nil, _ message: String,
    underlying: (any Error)? = nil
  ) {
    self.objectID = objectID
    self.property = property
    self.message = message
    self.underlying = underlying
  }
}

extension ReadError: CustomStringConvertible {
  public var description: String {
    "\(objectID)\(property.map { ".\($0)" } ?? "") could not be read: \(message)"
  }
}
