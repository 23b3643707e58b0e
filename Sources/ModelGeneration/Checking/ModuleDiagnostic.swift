/// Something that is wrong with a model, at its author's line.
package struct ModuleDiagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  /// A place in a file: lines and columns from one, columns in bytes.
  package struct Location: Hashable, Sendable {
    package let path: String
    package let line: Int
    package let column: Int

    package init(path: String, line: Int, column: Int) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  package let severity: Severity
  package let location: Location
  package let message: String
  /// The permanent name of the rule, nil for a note.
  package let id: String?
  package let notes: [ModuleDiagnostic]

  package init(
    _ severity: Severity, _ id: String?, _ message: String, at location: Location,
    notes: [ModuleDiagnostic] = []
  ) {
    self.severity = severity
    self.id = id
    self.message = message
    self.location = location
    self.notes = notes
  }
}

extension ModuleDiagnostic: CustomStringConvertible {
  /// The form of the compiler's own diagnostics, a line for each remark.
  package var description: String {
    let place = "\(location.path):\(location.line):\(location.column)"
    let name = id.map { " [\($0)]" } ?? ""
    let line = "\(place): \(severity.rawValue): \(message)\(name)"
    return ([line] + notes.map(\.description)).joined(separator: "\n")
  }
}

extension ModuleDiagnostic: Comparable {
  /// Orders by file, line, column, then rule.
  package static func < (left: ModuleDiagnostic, right: ModuleDiagnostic) -> Bool {
    (left.location.path, left.location.line, left.location.column, left.id ?? "", left.message)
      < (
        right.location.path, right.location.line, right.location.column, right.id ?? "",
        right.message
      )
  }
}
