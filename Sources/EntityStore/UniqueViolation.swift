public import EntityModel

extension StoreError {
  /// A value of a unique attribute that an object was to be given while another one holds it.
  public struct UniqueViolation: Hashable, Sendable {
    /// The object that was to be given the value; its id is temporary where it is new.
    public let objectID: ObjectID

    /// The name of the entity that declares the attribute.
    public let entity: String

    /// The attribute.
    public let property: String

    /// `true` if the values are the same where case does not count, as the attribute is marked:
    /// `.unique(.ignoringCase)`.
    public let ignoresCase: Bool

    /// The object that holds the value: one that is stored, or where none is, the first one that
    /// the same save gives the value to.
    public let holderID: ObjectID

    /// Creates a violation, as a test has one; `entity` is that of `objectID` unless given.
    public init(
      objectID: ObjectID, entity: String? = nil, property: String, ignoresCase: Bool = false,
      holderID: ObjectID
    ) {
      self.objectID = objectID
      self.entity = entity ?? objectID.entityName
      self.property = property
      self.ignoresCase = ignoresCase
      self.holderID = holderID
    }
  }

  /// Creates the error of the code `uniqueViolation` that reports `violations`, as a save does.
  ///
  /// - Parameters:
  ///   - violations: What cannot be stored; at least one.
  ///   - sqliteCode: SQLite's extended result code.
  ///   - sql: The SQL statement that failed, without values.
  public init(
    uniqueViolations violations: [UniqueViolation], sqliteCode: Int32? = nil, sql: String? = nil
  ) {
    let lines = violations.map {
      "'\($0.entity).\($0.property)': \($0.holderID) has the value that \($0.objectID) is to have"
        + ($0.ignoresCase ? ", ignoring case" : "")
    }
    var properties: [String] = []
    for violation in violations where !properties.contains(violation.property) {
      properties.append(violation.property)
    }
    self.init(
      .uniqueViolation,
      lines.count == 1
        ? "another object already has the value of a unique attribute: \(lines[0])"
        : "other objects already have values of unique attributes:\n  "
          + lines.joined(separator: "\n  "),
      sqliteCode: sqliteCode, sql: sql, entity: violations.first?.entity, properties: properties,
      uniqueViolations: violations)
  }
}
