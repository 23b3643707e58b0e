/// Something to report to the author at a location in a file.
package struct PluginDiagnostic: Equatable, Sendable {
  /// How grave a diagnostic is; an error fails the build.
  package enum Severity: String, Sendable {
    case error
    case warning
    case note
    case remark
  }

  /// A location in a file; the compiler shows a diagnostic without file name at `<unknown>:0`.
  package struct Position: Equatable, Sendable {
    package var fileName: String

    /// The number of UTF-8 bytes of the file before the location.
    package var offset: Int

    /// Creates a location.
    package init(fileName: String, offset: Int) {
      self.fileName = fileName
      self.offset = offset
    }
  }

  /// A range of UTF-8 bytes of a file.
  package struct SourceRange: Equatable, Sendable {
    package var fileName: String
    package var startOffset: Int
    package var endOffset: Int

    /// Creates a range.
    package init(fileName: String, startOffset: Int, endOffset: Int) {
      self.fileName = fileName
      self.startOffset = startOffset
      self.endOffset = endOffset
    }
  }

  /// A remark that belongs to a diagnostic and has a location of its own.
  package struct Note: Equatable, Sendable {
    package var position: Position
    package var message: String

    /// Creates a note.
    package init(position: Position, message: String) {
      self.position = position
      self.message = message
    }
  }

  /// The replacement of a range by text.
  package struct Change: Equatable, Sendable {
    package var range: SourceRange
    package var newText: String

    /// Creates a change.
    package init(range: SourceRange, newText: String) {
      self.range = range
      self.newText = newText
    }
  }

  /// A fix-it that the author may accept as a whole.
  package struct FixIt: Equatable, Sendable {
    package var message: String
    package var changes: [Change]

    /// Creates a fix-it.
    package init(message: String, changes: [Change]) {
      self.message = message
      self.changes = changes
    }
  }

  package var message: String
  package var severity: Severity
  package var position: Position
  package var highlights: [SourceRange]
  package var notes: [Note]
  package var fixIts: [FixIt]

  /// Creates a diagnostic.
  package init(
    message: String, severity: Severity, position: Position, highlights: [SourceRange] = [],
    notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.message = message
    self.severity = severity
    self.position = position
    self.highlights = highlights
    self.notes = notes
    self.fixIts = fixIts
  }
}
