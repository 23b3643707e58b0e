public import EntityModel

/// Reports that rows have been changed or removed by others since they were read.
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
      ([
        "the save has been refused, since others have saved in the meantime; roll back, or refresh "
          + "without merging changes, and make the changes again:"
      ]
      + lines).joined(separator: "\n")
  }
}
