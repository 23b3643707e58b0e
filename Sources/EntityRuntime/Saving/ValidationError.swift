public import EntityModel

/// Says that objects are not fit to be saved, and names everything that is wrong with them.
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

    /// What is wrong and how to mend it.
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

/// Says that rows have been changed or removed by somebody else since they were read.
public struct ConflictError: Error, Sendable {
  /// One row.
  public struct Conflict: Sendable {
    /// The object.
    public let objectID: ObjectID

    /// The values that the object was read with, by property.
    public let base: [String: StoredValue]

    /// The values that the object has now, by property.
    public let ours: [String: StoredValue]

    /// The values that the row holds now, by property; nil when it does not exist any more.
    public let theirs: [String: StoredValue]?
  }

  /// The rows.
  public let conflicts: [Conflict]
}

extension ConflictError: CustomStringConvertible {
  public var description: String {
    let lines = conflicts.map {
      "  \($0.objectID) has been \($0.theirs == nil ? "deleted" : "changed")"
    }
    return
      (["the save has been refused, since others have saved in the meantime; refresh and retry:"]
      + lines).joined(separator: "\n")
  }
}
