public import EntityJSON

/// What is wrong with a line of a file, or why nothing has been done with it.
///
/// It never has the values of the line in it.
public struct ImportProblem: Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1; `nil` for what is seen only at the end and is of no one line.
  public let line: Int?

  /// The column, in bytes and from 1; `nil` for the line as a whole.
  public let column: Int?

  /// The path of the value within the line.
  public let path: JSONPath

  /// What is wrong.
  public let message: String

  /// Creates a problem.
  package init(line: Int?, column: Int? = nil, path: JSONPath = JSONPath(), _ message: String) {
    self.line = line
    self.column = column
    self.path = path
    self.message = message
  }

  public var description: String {
    let location = [
      line.map { "line \($0)" }, column.map { "column \($0)" },
      path.steps.isEmpty ? nil : path.description,
    ].compactMap { $0 }
    return location.isEmpty ? message : "\(location.joined(separator: ", ")): \(message)"
  }
}

/// A file that has been refused; nothing of it is in the store.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong: all that was found until the import was given up, in the order of the lines;
  /// at least one.
  public let problems: [ImportProblem]

  /// Creates the error that `problems` are.
  package init(_ problems: [ImportProblem]) {
    self.problems = problems.sorted {
      ($0.line ?? .max, $0.column ?? 0) < ($1.line ?? .max, $1.column ?? 0)
    }
  }

  /// The problems, a line each, of which at most ten are written.
  public var description: String {
    let lines = problems.prefix(10).map(\.description)
    let rest = problems.count - lines.count
    return (lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
  }
}

/// What an import has done.
public struct ImportReport: Hashable, Sendable, CustomStringConvertible {
  /// How many objects have been added.
  public internal(set) var inserted = 0

  /// How many objects that the store had have been changed; those count once whose lists have been
  /// changed alone.
  public internal(set) var updated = 0

  /// How many objects the store had just so.
  public internal(set) var unchanged = 0

  /// How many lines, values and references have been passed over.
  public internal(set) var skippedCount = 0

  /// The first thousand of these, with the reasons, in the order in which they were found.
  public internal(set) var skipped: [ImportProblem] = []

  /// The numbers, like `3 inserted, 1 updated, 0 unchanged, 2 skipped`.
  public var description: String {
    "\(inserted) inserted, \(updated) updated, \(unchanged) unchanged, \(skippedCount) skipped"
  }

  mutating func skip(_ problem: ImportProblem) {
    skippedCount += 1
    if skipped.count < 1000 { skipped.append(problem) }
  }
}
