public import EntityModel

/// Reports everything that could not be read since the last such error, and was answered by
/// defaults and placeholders.
public struct ReadError: Error, Sendable {
  /// One thing that could not be read.
  public struct Problem: Sendable {
    /// The object, or the row that could not become one.
    public let objectID: ObjectID

    /// The name of the entity.
    public let entity: String

    /// The property, or `nil` if the whole row could not be read.
    public let property: String?

    /// What is wrong.
    public let message: String

    /// The error that led to this one, or `nil`.
    public let underlying: (any Error)?
  }

  /// The problems, in the order in which they were found.
  public let problems: [Problem]
}

extension ReadError: CustomStringConvertible {
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension ReadError.Problem: CustomStringConvertible {
  public var description: String {
    "\(objectID)\(property.map { ".\($0)" } ?? "") could not be read: \(message)"
  }
}
