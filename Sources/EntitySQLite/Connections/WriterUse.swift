/// What a thread does with the connection that writes.
struct WriterUse: @unchecked Sendable {
  // Sendable, because the session is used on `thread` alone, which it has been lent to.

  /// The thread that has the connection.
  let thread: UInt

  /// What reads and writes through the connection.
  let session: SQLiteWritingSession

  /// `true` in a transaction that writes.
  let isWriting: Bool
}
