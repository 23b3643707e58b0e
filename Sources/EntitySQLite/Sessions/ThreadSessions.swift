#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sessions that the current thread has been lent, of all stores, innermost first.
enum ThreadSessions {
  /// What each thread has a value of its own for.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The session that was lent last and has not been given back.
  // A session is retained by whoever has been lent it, for as long as it is listed here.
  static var innermost: Unmanaged<SQLiteSession>? {
    get { pthread_getspecific(key).map { Unmanaged<SQLiteSession>.fromOpaque($0) } }
    set { pthread_setspecific(key, newValue?.toOpaque()) }
  }

  /// Calls `body` with the sessions of `store` that the thread has, innermost first, until it
  /// returns `false`.
  static func forEach(of store: SQLiteStore, while body: (SQLiteSession) -> Bool) {
    var next = innermost
    while let session = next?.takeUnretainedValue() {
      if session.lent?.store == Unmanaged.passUnretained(store).toOpaque(), !body(session) {
        return
      }
      next = session.lent?.outer
    }
  }
}
