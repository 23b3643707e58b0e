import EntityCSQLite

/// Where the functions of a connection find what answers for them while a statement runs.
struct FunctionSlot<Answering: AnyObject> {
  // It is lent to SQLite with the functions, until the connection is closed.
  let pointer: UnsafeMutablePointer<Unmanaged<Answering>?>

  /// Creates an empty slot.
  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: nil)
  }

  /// Frees the slot of a connection that has been closed.
  func deallocate() { pointer.deallocate() }

  /// Calls `body` while `answering` is what the functions find.
  func with(_ answering: Answering, _ body: () throws -> Void) rethrows {
    let outer = pointer.pointee
    pointer.pointee = Unmanaged.passUnretained(answering)
    defer { pointer.pointee = outer }
    try withExtendedLifetime(answering, body)
  }

  /// Returns what answers for the function that is called with `context`.
  static func answering(_ context: OpaquePointer?) -> Unmanaged<Answering>? {
    sqlite3_user_data(context)?.assumingMemoryBound(to: Unmanaged<Answering>?.self).pointee
  }
}
