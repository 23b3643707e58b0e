/// One thing that is wrong with source: where, why, and how to fix it.
///
/// Where is a range of bytes of one text while the text is looked at by itself, and a range of a
/// file when it is reported.
package struct Diagnostic<Location: Hashable & Sendable>: Hashable, Sendable {
  package typealias Severity = DiagnosticSeverity

  /// A remark that belongs to a diagnostic and has a location of its own.
  package struct Note: Hashable, Sendable {
    package let message: String
    package let location: Location

    /// Creates a remark.
    package init(message: String, location: Location) {
      self.message = message
      self.location = location
    }
  }

  /// A change of the source that the author may accept as a whole.
  package struct FixIt: Hashable, Sendable {
    package let message: String
    package let edits: [Edit]

    /// Creates a fix-it that makes `edits`.
    package init(message: String, edits: [Edit]) {
      self.message = message
      self.edits = edits
    }
  }

  /// The replacement of some bytes by text.
  package struct Edit: Hashable, Sendable {
    package let location: Location
    package let text: String

    /// Creates the replacement of what is at `location` by `text`.
    package init(location: Location, text: String) {
      self.location = location
      self.text = text
    }
  }

  package let severity: Severity
  /// The permanent name of the rule that was broken, like `relationship.inverse-missing`, for
  /// people and documents; no code depends on its text.
  package let id: String
  /// What is wrong and the rule, in one phrase.
  package let message: String
  package let location: Location
  package let notes: [Note]
  /// The changes that would fix it, each by itself.
  package let fixIts: [FixIt]

  /// Creates a diagnostic.
  package init(
    _ id: String, _ message: String, at location: Location, severity: Severity = .error,
    notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.severity = severity
    self.id = id
    self.message = message
    self.location = location
    self.notes = notes
    self.fixIts = fixIts
  }

  /// Returns the diagnostic with every location converted.
  package func located<Other>(_ convert: (Location) -> Other) -> Diagnostic<Other> {
    Diagnostic<Other>(
      id, message, at: convert(location), severity: severity,
      notes: notes.map {
        Diagnostic<Other>.Note(message: $0.message, location: convert($0.location))
      },
      fixIts: fixIts.map { fixIt in
        Diagnostic<Other>.FixIt(
          message: fixIt.message,
          edits: fixIt.edits.map {
            Diagnostic<Other>.Edit(location: convert($0.location), text: $0.text)
          })
      })
  }
}

/// How severe a diagnostic is; an error fails the build.
package enum DiagnosticSeverity: String, Sendable {
  case error, warning
}

/// A diagnostic of one text, located by its bytes.
package typealias TextDiagnostic = Diagnostic<Range<Int>>

extension Diagnostic where Location == Range<Int> {
  /// The bytes concerned; empty where something is missing.
  package var range: Range<Int> { location }
}

extension Diagnostic.Note where Location == Range<Int> {
  /// Creates a remark on the bytes `range`.
  package init(message: String, range: Range<Int>) {
    self.init(message: message, location: range)
  }

  /// The bytes concerned.
  package var range: Range<Int> { location }
}

extension Diagnostic.Edit where Location == Range<Int> {
  /// The bytes that are replaced.
  package var range: Range<Int> { location }
}

extension Diagnostic.FixIt where Location == Range<Int> {
  /// Creates a fix-it that replaces `range` by `text`.
  package init(_ message: String, replacing range: Range<Int>, by text: String) {
    self.init(message: message, edits: [.init(location: range, text: text)])
  }

  /// Creates a fix-it that inserts `text` before the byte at `offset`.
  package init(_ message: String, inserting text: String, at offset: Int) {
    self.init(message, replacing: offset..<offset, by: text)
  }

  /// Creates a fix-it that removes `range`.
  package init(_ message: String, removing range: Range<Int>) {
    self.init(message, replacing: range, by: "")
  }
}
