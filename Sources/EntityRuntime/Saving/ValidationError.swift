public import EntityModel

/// Reports everything for which objects cannot be saved.
public struct ValidationError: Error, Hashable, Sendable {
  /// One thing that is wrong with one object.
  public struct Problem: Hashable, Sendable {
    /// The permanent name of the rule, such as `validation.required`.
    public let id: String

    /// The object.
    public let objectID: ObjectID

    /// The name of the object's entity.
    public let entity: String

    /// The property.
    public let property: String

    /// What is wrong and how to correct it.
    public let message: String

    /// Creates a problem, as a test has one.
    ///
    /// - Parameters:
    ///   - id: The permanent name of the rule.
    ///   - objectID: The object.
    ///   - entity: The name of its entity; that of `objectID` unless given.
    ///   - property: The property.
    ///   - message: What is wrong; the property's name and that it cannot be saved unless given.
    public init(
      id: String = "validation.required", objectID: ObjectID, entity: String? = nil,
      property: String, message: String? = nil
    ) {
      let entity = entity ?? objectID.entityName
      self.id = id
      self.objectID = objectID
      self.entity = entity
      self.property = property
      self.message = message ?? "'\(entity).\(property)' cannot be saved as it is"
    }
  }

  /// All the problems, by entity, then object, then property.
  public let problems: [Problem]

  /// Creates the error that reports `problems`, as a test throws it.
  public init(problems: [Problem]) { self.problems = problems }
}

extension ValidationError: CustomStringConvertible {
  public var description: String {
    let heading =
      problems.count == 1
      ? "the save has been refused:" : "the save has been refused for \(problems.count) reasons:"
    return ([heading] + problems.map { "  \($0.objectID): \($0.message) [\($0.id)]" })
      .joined(separator: "\n")
  }
}
