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

    /// Creates a problem, as a test has one.
    ///
    /// - Parameters:
    ///   - objectID: The object.
    ///   - entity: The name of its entity; that of `objectID` unless given.
    ///   - property: The property; `nil` if the whole row could not be read.
    ///   - message: What is wrong.
    ///   - underlying: The error that led to this one.
    public init(
      objectID: ObjectID, entity: String? = nil, property: String? = nil,
      message: String = "its row is damaged", underlying: (any Error)? = nil
    ) {
      self.objectID = objectID
      self.entity = entity ?? objectID.entityName
      self.property = property
      self.message = message
      self.underlying = underlying
    }
  }

  /// The problems, in the order in which they were found.
  public let problems: [Problem]

  /// Creates the error that reports `problems`, as a test throws it.
  public init(problems: [Problem]) { self.problems = problems }
}

extension ReadError: CustomStringConvertible {
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension ReadError.Problem: CustomStringConvertible {
  public var description: String {
    "\(objectID)\(property.map { ".\($0)" } ?? "") could not be read: \(message)"
  }
}
