/// What is wrong with what a store holds.
public struct IntegrityReport: Hashable, Sendable {
  /// Something that is wrong.
  public struct Problem: Hashable, Sendable {
    /// What kind of problem it is.
    @nonexhaustive public enum Kind: Hashable, Sendable {
      /// The file is damaged: a page, an index, a column that has to hold something.
      case file

      /// A row refers to one that does not exist.
      case reference

      /// What the store records about itself does not agree with its rows.
      case metadata

      /// An index of words does not agree with the searchable attributes of the rows.
      case searchIndex

      /// A row does not hold an attribute's text without case as it should, so that neither orders
      /// nor conditions that ignore case find it rightly.
      case foldedText

      /// A row does not hold a derived attribute as it is.
      case derivedValue

      /// The value of an external attribute that a row says it has is not there, or one is there
      /// that no row has.
      case externalValue
    }

    /// What kind of problem it is.
    public let kind: Kind

    /// What is wrong; it holds no stored value.
    public let message: String

    /// The entity whose row is concerned, where that is known.
    public let entity: String?

    /// The property concerned, where that is known.
    public let property: String?

    /// The id of the row concerned, where that is known.
    public let rowID: Int64?

    /// Creates a problem.
    package init(
      _ kind: Kind, _ message: String, entity: String? = nil, property: String? = nil,
      rowID: Int64? = nil
    ) {
      self.kind = kind
      self.message = message
      self.entity = entity
      self.property = property
      self.rowID = rowID
    }
  }

  /// Everything that was found, the file's problems first; of each kind a hundred at most.
  public let problems: [Problem]

  /// `true` if nothing was found.
  public var isSound: Bool { problems.isEmpty }

  /// Creates a report.
  package init(problems: [Problem]) { self.problems = problems }
}

extension IntegrityReport: CustomStringConvertible {
  /// A line for each problem, or `sound`.
  public var description: String {
    isSound ? "sound" : problems.map(\.description).joined(separator: "\n")
  }
}

extension IntegrityReport.Problem: CustomStringConvertible {
  /// What is wrong.
  public var description: String { message }
}
