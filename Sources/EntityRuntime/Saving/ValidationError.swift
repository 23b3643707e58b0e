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
  }

  /// All the problems, by entity, then object, then property.
  public let problems: [Problem]
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
