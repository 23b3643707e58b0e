/// The place of an entry in the history of one store.
package struct HistoryPosition: Hashable, Sendable {
  /// The id of the store.
  package let store: String

  /// How many entries there have been, this one included; 0 before the first.
  package let number: Int64

  /// When the entry was written, in microseconds since 1970; 0 before the first.
  // It distinguishes the entry from another one of that number, in a store that has been restored.
  package let time: Int64

  /// Creates a position.
  package init(store: String, number: Int64, time: Int64) {
    self.store = store
    self.number = number
    self.time = time
  }
}

/// How far the history of a store goes.
package struct HistoryExtent: Hashable, Sendable {
  /// The last entry that has been removed, or the beginning.
  package let start: HistoryPosition

  /// The newest entry, or the beginning where there is none.
  package let end: HistoryPosition

  /// Creates an extent.
  package init(start: HistoryPosition, end: HistoryPosition) {
    self.start = start
    self.end = end
  }
}

/// An entry as a store keeps it.
package struct HistoryRecord: Sendable {
  /// The entry's place.
  package let position: HistoryPosition

  /// Who made the changes.
  package let author: String?

  /// What was changed, as a `HistoryRecorder` has written it.
  package let changes: [UInt8]

  /// Creates a record.
  package init(position: HistoryPosition, author: String?, changes: [UInt8]) {
    self.position = position
    self.author = author
    self.changes = changes
  }
}
