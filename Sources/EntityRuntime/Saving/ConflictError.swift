public import EntityModel

/// Reports that others have saved something since it was read that a save does not fit.
public struct ConflictError: Error, Sendable {
  /// One object that others have got in the way of.
  public struct Conflict: Sendable {
    /// What others have done; there may be more kinds than those named here.
    public struct Kind: Hashable, Sendable {
      /// The kind's permanent name.
      public let name: String

      /// Creates the kind called `name`.
      init(_ name: String) { self.name = name }
    }

    /// What others have done.
    public let kind: Kind

    /// The object; its id is temporary where it is new.
    public let objectID: ObjectID

    /// The name of the object's entity.
    public let entity: String

    /// The relationship concerned, for the kinds that are about one; nil for the others.
    public let property: String?

    /// The object at the other end of the relationship concerned: the one that others have deleted,
    /// or the member that they have added; nil where no relationship is concerned.
    public let relatedID: ObjectID?

    /// The values that the object was read with, by property; empty for a new object.
    public let base: [String: StoredValue]

    /// The values that the object has now, by property.
    public let ours: [String: StoredValue]

    /// The values that the row holds now, by property; nil when it does not exist.
    public let theirs: [String: StoredValue]?

    /// The names of the attributes that have the time of the last save, which is the later one
    /// where both sides have saved.
    var timestamps: Set<String> = []

    /// The properties that are external: a number among their values is the version of the row at
    /// which one was written.
    var externals: Set<String> = []

    /// Creates a conflict, as a test has one.
    ///
    /// - Parameters:
    ///   - kind: What others have done.
    ///   - objectID: The object.
    ///   - entity: The name of its entity; that of `objectID` unless given.
    ///   - property: The relationship concerned.
    ///   - relatedID: The object at the other end of that.
    ///   - base: The values that the object was read with.
    ///   - ours: The values that it has now.
    ///   - theirs: The values that its row holds now; nil when that does not exist, as after a
    ///     deletion by others whatever is given.
    public init(
      kind: Kind, objectID: ObjectID, entity: String? = nil, property: String? = nil,
      relatedID: ObjectID? = nil, base: [String: StoredValue] = [:],
      ours: [String: StoredValue] = [:], theirs: [String: StoredValue]? = [:]
    ) {
      self.kind = kind
      self.objectID = objectID
      self.entity = entity ?? objectID.entityName
      self.property = property
      self.relatedID = relatedID
      self.base = base
      self.ours = ours
      self.theirs = kind == .deleted ? nil : theirs
    }
  }

  /// What is in the way, objects in the order of a save.
  public let conflicts: [Conflict]

  /// `true` if they are with the context that the one which saves is nested in.
  var isWithParent = false

  /// Creates the error that reports `conflicts`, as a test throws it.
  public init(conflicts: [Conflict]) { self.conflicts = conflicts }
}

extension ConflictError.Conflict.Kind {
  /// Others have changed the row of an object that is changed or deleted here.
  public static let changed = Self("changed")

  /// Others have deleted the row of an object that is changed or deleted here.
  public static let deleted = Self("deleted")

  /// The object has been made to refer to another one, which others have deleted.
  public static let missingReference = Self("missingReference")

  /// The object is to be deleted, and others have added a member to a relationship of it.
  public static let newMember = Self("newMember")
}

extension ConflictError.Conflict.Kind: CustomStringConvertible {
  public var description: String { name }
}

extension ConflictError.Conflict {
  /// The properties that have been changed both here and by others, to different values, in the
  /// order of their names; empty where the row does not exist. Attributes marked `.updatedAt` are
  /// none of them: they get the later time.
  public var contestedProperties: [String] {
    guard let theirs else { return [] }
    return base.keys.filter {
      !timestamps.contains($0) && base[$0] != ours[$0] && base[$0] != theirs[$0]
        && ours[$0] != theirs[$0]
    }.sorted()
  }
}

extension ConflictError: CustomStringConvertible {
  public var description: String {
    let cause =
      isWithParent
      ? "the context that this one is nested in has been changed in the meantime; roll back"
      : "others have saved in the meantime; roll back, or refresh without merging changes"
    return
      (["the save has been refused, since \(cause), and make the changes again:"]
      + conflicts.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension ConflictError.Conflict: CustomStringConvertible {
  /// What is in the way of what, without values.
  public var description: String {
    guard let property, let relatedID else {
      if kind == .deleted { return "\(objectID) has been deleted" }
      let contested = contestedProperties.map { "'\($0)'" }.joined(separator: ", ")
      let changed = "\(objectID) has been changed"
      return contested.isEmpty ? changed : "\(changed), on both sides: \(contested)"
    }
    // No property has the name of an implicit inverse, which is that of another entity's property.
    if kind == .newMember, property.contains(".") {
      return "\(objectID) is to be deleted, and \(relatedID) refers to it by '\(property)' now"
    }
    return kind == .newMember
      ? "\(objectID) is to be deleted, and '\(entity).\(property)' has a new member, \(relatedID)"
      : "'\(entity).\(property)' of \(objectID) refers to \(relatedID), which has been deleted"
  }
}
