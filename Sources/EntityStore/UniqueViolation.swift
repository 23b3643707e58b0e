public import EntityModel

extension StoreError {
  /// A value of a unique attribute that an object was to be given while another one holds it.
  public struct UniqueViolation: Hashable, Sendable {
    /// The object that was to be given the value; its id is temporary where it is new.
    public let objectID: ObjectID

    /// The name of the entity that declares the attribute.
    public let entity: String

    /// The attribute; the first of `properties`, where several are unique together.
    public let property: String

    /// The attribute, or all the properties that are unique together.
    public let properties: [String]

    /// `true` if the values are the same where case does not count, as the attribute is marked:
    /// `.unique(.ignoringCase)`.
    public let ignoresCase: Bool

    /// The object that holds the values: one that is stored, or where none is, the first one that
    /// the same save gives the value to.
    public let holderID: ObjectID

    /// Creates a violation, as a test has one; `entity` is that of `objectID` unless given.
    public init(
      objectID: ObjectID, entity: String? = nil, property: String, ignoresCase: Bool = false,
      holderID: ObjectID
    ) {
      self.init(
        objectID: objectID, entity: entity, properties: [property], ignoresCase: ignoresCase,
        holderID: holderID)
    }

    /// Creates a violation of what `properties` are together; `entity` is that of `objectID` unless
    /// given.
    ///
    /// - Precondition: There is a property.
    public init(
      objectID: ObjectID, entity: String? = nil, properties: [String], ignoresCase: Bool = false,
      holderID: ObjectID
    ) {
      precondition(!properties.isEmpty, "A unique violation is of one property at least.")
      self.objectID = objectID
      self.entity = entity ?? objectID.entityName
      self.property = properties[0]
      self.properties = properties
      self.ignoresCase = ignoresCase
      self.holderID = holderID
    }

    /// Creates a violation of the unique `index`.
    package init(of index: IndexLayout, _ objectID: ObjectID, heldBy holderID: ObjectID) {
      let last = index.columns.max { $0.position < $1.position }
      self.init(
        objectID: objectID, entity: last?.entity, properties: index.columns.map(\.property),
        ignoresCase: index.ignoresCase, holderID: holderID)
    }

    /// The properties as people read them: `'Book.author' and 'Book.title'`.
    package var title: String {
      properties.map { "'\(entity).\($0)'" }.joined(separator: " and ")
    }
  }

  /// The most violations that a message lists; `uniqueViolations` has all.
  private static let mostLines = 50

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
      "\($0.title): \($0.holderID) has the value\($0.properties.count > 1 ? "s" : "") that "
        + "\($0.objectID) is to have"
        + ($0.ignoresCase ? ", ignoring case" : "")
    }
    var properties: [String] = []
    for property in violations.flatMap(\.properties) where !properties.contains(property) {
      properties.append(property)
    }
    self.init(
      .uniqueViolation,
      lines.count == 1
        ? (violations[0].properties.count > 1
          ? "another object already has the values of what is unique together: \(lines[0])"
          : "another object already has the value of a unique attribute: \(lines[0])")
        : "other objects already have values of unique attributes:\n  "
          + lines.prefix(Self.mostLines).joined(separator: "\n  ")
          + (lines.count > Self.mostLines ? "\n  and \(lines.count - Self.mostLines) more" : ""),
      sqliteCode: sqliteCode, sql: sql, entity: violations.first?.entity, properties: properties,
      uniqueViolations: violations)
  }
}
