/// What an import does with what is in the store already, and with what is wrong in a file.
///
///     var options = ImportOptions(existing: .skip)
///     options.invalidLines = .skip
public struct ImportOptions: Hashable, Sendable {
  /// What becomes of an object of the file that the store has: one of the same id, or, in a file
  /// that names objects by keys, one with the same values of a key.
  public enum Existing: String, Hashable, Sendable, CaseIterable {
    /// The file is refused.
    case refuse

    /// The object stays as it is, and so does what it refers to.
    case skip

    /// The object is given the values that the file has and that are different, and its lists
    /// become those of the file; of a file with a part of the objects, they have others too.
    case update
  }

  /// What becomes of objects that the store has.
  public var existing: Existing

  /// What becomes of a line that is no JSON, of an entity that the model does not have, with a
  /// value of another type, without a required one, or with a unique value that another object has.
  public var invalidLines = ImportRule.refuse

  /// What becomes of a value of a property that the model does not have.
  public var unknownProperties = ImportRule.refuse

  /// What becomes of a reference to an object that neither the file nor the store has; where it is
  /// skipped, it is nil, and refused if it may not be.
  public var unknownReferences = ImportRule.refuse

  /// `true` if values have to obey the rules of their attributes, and relationships to hold as many
  /// objects as they must. An import through a container checks the rules that its classes have.
  public var checksRules = true

  /// Creates options.
  public init(existing: Existing = .refuse) { self.existing = existing }
}

/// What becomes of a part of a file that is not as it should be.
public enum ImportRule: String, Hashable, Sendable, CaseIterable {
  /// The whole file is refused: the import throws, and nothing has changed.
  case refuse

  /// The part is passed over, and the report says so.
  case skip
}
