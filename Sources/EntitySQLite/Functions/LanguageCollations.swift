import EntityCSQLite
import EntityModel
import EntitySQL

/// The collations of languages, which a connection asks for when a statement names the first time.
enum LanguageCollations {
  /// What compares two texts, for as long as a connection has the collation.
  private final class Box {
    let comparison: TextOrder.Comparison

    init(_ comparison: @escaping TextOrder.Comparison) { self.comparison = comparison }
  }

  /// Has `connection` ask for the collations that it does not have, and returns SQLite's result.
  static func register(with connection: OpaquePointer) -> Int32 {
    sqlite3_collation_needed(connection, nil) { _, connection, _, name in
      guard let connection, let name else { return }
      LanguageCollations.add(String(cString: name), to: connection)
    }
  }

  /// Adds the collation `name` to `connection`, which fails the statement where there is none.
  private static func add(_ name: String, to connection: OpaquePointer) {
    guard name.hasPrefix(SQLiteDialect.languageCollation),
      let order = TextOrder(name: String(name.dropFirst(SQLiteDialect.languageCollation.count))),
      let comparison = order.comparison
    else { return }
    let box = Unmanaged.passRetained(Box(comparison))
    let result = sqlite3_create_collation_v2(
      connection, name, SQLITE_UTF8, box.toOpaque(),
      { box, leftCount, left, rightCount, right in
        guard let box else { return 0 }
        return Unmanaged<Box>.fromOpaque(box)._withUnsafeGuaranteedRef { box in
          let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
          let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
          // What is no UTF-8 is read as it is everywhere, with what is wrong of it replaced.
          let order = box.comparison(
            String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
          return Int32(order.signum())
        }
      },
      { box in
        guard let box else { return }
        Unmanaged<Box>.fromOpaque(box).release()
      })
    // SQLite releases a collation that it has taken, and no other one.
    if result != SQLITE_OK { box.release() }
  }
}
