import EntityCSQLite
import EntityModel
import EntitySQL

/// The collations of languages, each of which a connection asks for when a statement first names
/// it.
enum LanguageCollations {
  /// A collation of a connection, for as long as that has it.
  private final class Collation {
    private let comparison: TextOrder.Comparison
    private let connection: OpaquePointer
    private let monitor: ConnectionMonitor

    init(
      _ comparison: @escaping TextOrder.Comparison, _ connection: OpaquePointer,
      _ monitor: ConnectionMonitor
    ) {
      self.comparison = comparison
      self.connection = connection
      self.monitor = monitor
    }

    /// Returns how two texts are ordered: negative, zero or positive.
    func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
      // Sorting is one step to SQLite, which asks at none in between whether it is to end.
      if monitor.endsStatement {
        sqlite3_interrupt(connection)
        return 0
      }
      // What is no UTF-8 is read as it is everywhere, with what is wrong of it replaced.
      let order = comparison(
        String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
      return Int32(order.signum())
    }
  }

  /// Has `connection` ask for the collations that it does not have, and returns SQLite's result.
  ///
  /// - Requires: `monitor`, which is that of the connection, lives as long as it does.
  static func register(
    with connection: OpaquePointer, _ monitor: ConnectionMonitor
  ) -> Int32 {
    sqlite3_collation_needed(connection, Unmanaged.passUnretained(monitor).toOpaque()) {
      monitor, connection, _, name in
      guard let monitor, let connection, let name else { return }
      Unmanaged<ConnectionMonitor>.fromOpaque(monitor)._withUnsafeGuaranteedRef {
        LanguageCollations.add(String(cString: name), to: connection, $0)
      }
    }
  }

  /// Adds the collation `name` to `connection`; where there is none of the name, SQLite refuses the
  /// statement.
  private static func add(
    _ name: String, to connection: OpaquePointer, _ monitor: ConnectionMonitor
  ) {
    guard name.hasPrefix(SQLiteDialect.languageCollation),
      let order = TextOrder(name: String(name.dropFirst(SQLiteDialect.languageCollation.count))),
      let comparison = order.comparison
    else { return }
    let collation = Unmanaged.passRetained(Collation(comparison, connection, monitor))
    let result = sqlite3_create_collation_v2(
      connection, name, SQLITE_UTF8, collation.toOpaque(),
      { collation, leftCount, left, rightCount, right in
        guard let collation else { return 0 }
        return Unmanaged<Collation>.fromOpaque(collation)._withUnsafeGuaranteedRef {
          $0.order(
            UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
            UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
        }
      },
      { collation in
        guard let collation else { return }
        Unmanaged<Collation>.fromOpaque(collation).release()
      })
    // SQLite releases a collation that it has taken, and no other one.
    if result != SQLITE_OK { collation.release() }
  }
}
