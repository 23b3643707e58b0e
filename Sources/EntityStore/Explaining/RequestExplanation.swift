import EntityModel

/// How a store answers a request: the statement, the plan of it, and the index that it misses.
///
///     print(try Book.where { $0.pages > 100 }.explain(in: context))
///
/// It prints as a page of text. It holds no value that a request compares. Plans are SQLite's own,
/// whose choices differ between versions and with what `ANALYZE` has counted: it is for people to
/// read and for tests of the parts that they are about.
public struct RequestExplanation: Hashable, Sendable {
  /// One step of a plan.
  public struct Step: Hashable, Sendable {
    /// What a step does.
    @nonexhaustive public enum Kind: Hashable, Sendable {
      /// Reads all rows of a table, or all entries of an index.
      case scan

      /// Finds rows by an index, or by their ids.
      case search

      /// Makes an index for this statement alone, and finds rows by it.
      case searchOfTemporaryIndex

      /// Sorts what has been found, in a temporary B-tree, or finds out what is the same there.
      case sort

      /// Anything else, such as a subquery of which the steps follow.
      case other
    }

    /// What the step does.
    public let kind: Kind

    /// How many steps the step is part of.
    public let depth: Int

    /// The table that is read; that of the entity at the root of its tree, or of links.
    public let table: String?

    /// The property whose index is used, such as `Book.pages`, or `Book.title ignoring case`; the
    /// name of another index.
    public let index: String?

    /// The step in words.
    public let text: String

    /// The step as SQLite says it.
    public let detail: String

    /// Creates a step.
    package init(
      _ kind: Kind, depth: Int, table: String?, index: String?, text: String, detail: String
    ) {
      self.kind = kind
      self.depth = depth
      self.table = table
      self.index = index
      self.text = text
      self.detail = detail
    }
  }

  /// The request as Swift, without the values that it compares.
  public let request: String

  /// The SQL statement, without the values bound to it.
  public let sql: String

  /// The steps of the plan, each before those that are part of it.
  public let plan: [Step]

  /// The properties that an index would help to answer the request by, such as `Book.pages`, or
  /// `Book.title ignoring case` for an index of that kind; empty where all is found by an index
  /// already, or no index of one property would be used.
  ///
  /// Each has been tried on a copy of the tables without their rows.
  public let missingIndexes: [String]

  /// Creates an explanation.
  package init(request: String, sql: String, plan: [Step], missingIndexes: [String]) {
    self.request = request
    self.sql = sql
    self.plan = plan
    self.missingIndexes = missingIndexes
  }

  /// The tables of which all rows are read, each once.
  public var scannedTables: [String] {
    var names: [String] = []
    for step in plan where step.kind == .scan {
      if let table = step.table, !names.contains(table) { names.append(table) }
    }
    return names
  }

  /// The indexes that are used, each once: those of properties, such as `Book.pages`.
  public var usedIndexes: [String] {
    var names: [String] = []
    for case let index? in plan.map(\.index) where !names.contains(index) { names.append(index) }
    return names
  }

  /// `true` if what is found is sorted, in place of being read in the order of an index.
  public var sorts: Bool { plan.contains { $0.kind == .sort } }
}

extension RequestExplanation: CustomStringConvertible {
  public var description: String {
    var lines = [request, "", sql, ""]
    for step in plan { lines.append(String(repeating: "  ", count: step.depth) + step.text) }
    if !missingIndexes.isEmpty {
      lines.append("")
      for name in missingIndexes {
        let ignoresCase = name.hasSuffix(IndexTerm.ignoringCase)
        let property = ignoresCase ? name.dropLast(IndexTerm.ignoringCase.count) : name[...]
        let names = property.split(separator: ".", maxSplits: 1)
        // A part of a value is named where the entity is annotated.
        if !ignoresCase, names.count == 2, names[1].contains(".") {
          lines.append("missing: @Entity(indexes: [[\"\(names[1])\"]]) on \(names[0])")
        } else {
          lines.append(
            "missing: @Attribute(.indexed\(ignoresCase ? "(.ignoringCase)" : "")) on \(property)")
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}
