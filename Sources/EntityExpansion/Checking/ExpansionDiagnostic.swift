/// One thing that an author got wrong, and how to mend it.
package struct ExpansionDiagnostic: Hashable, Sendable {
  /// A remark that belongs to a diagnostic and stands at a place of its own.
  package struct Note: Hashable, Sendable {
    package let message: String
    package let range: Range<Int>
  }

  /// A mend that the author may accept as a whole.
  package struct FixIt: Hashable, Sendable {
    package let message: String
    package let edits: [Edit]
  }

  /// The replacement of some bytes by text.
  package struct Edit: Hashable, Sendable {
    package let range: Range<Int>
    package let text: String
  }

  /// The permanent name of the rule that was broken, like `relationship.inverse-missing`.
  package let id: String
  /// What is wrong and the rule, in one phrase.
  package let message: String
  /// The bytes concerned, in the text of the annotated declaration.
  package let range: Range<Int>
  package let notes: [Note]
  package let fixIts: [FixIt]

  init(
    _ id: String, _ message: String, at range: Range<Int>, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.id = id
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
  }
}

extension ExpansionDiagnostic.FixIt {
  /// A mend that replaces `range` by `text`.
  init(_ message: String, replacing range: Range<Int>, by text: String) {
    self.init(message: message, edits: [ExpansionDiagnostic.Edit(range: range, text: text)])
  }

  /// A mend that inserts `text` before the byte at `offset`.
  init(_ message: String, inserting text: String, at offset: Int) {
    self.init(message, replacing: offset..<offset, by: text)
  }

  /// A mend that removes `range`.
  init(_ message: String, removing range: Range<Int>) {
    self.init(message, replacing: range, by: "")
  }
}
