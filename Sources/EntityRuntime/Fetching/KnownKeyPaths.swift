import EntityModel
import Synchronization

/// Key paths whose properties are known, found by the addresses of the key paths.
///
/// A key path written in a program is one object for each place where it is written, and the same
/// few places ask again and again. Hashing and comparing key paths by what they consist of takes
/// more than ten times as long.
struct KnownKeyPaths: Sendable {
  /// A key path and the path to the property that it leads to.
  private struct Entry: @unchecked Sendable {
    // It leads to a property and so captures nothing. As long as it is held here, no other key path
    // has its address.
    let keyPath: AnyKeyPath
    let type: ObjectIdentifier
    let path: PropertyPath
  }

  /// The entries by the hashes of the addresses; a new one takes the place of an older one.
  private var entries: [Entry?] = Array(repeating: nil, count: 256)

  /// Those of the process.
  private static let shared = Mutex(KnownKeyPaths())

  /// Returns the path to the property of `type` that `keyPath` leads to, or nil when it leads to no
  /// property of the entity.
  static func path(of keyPath: AnyKeyPath, in type: ManagedObject.Type) -> PropertyPath? {
    let (address, root) = (ObjectIdentifier(keyPath), ObjectIdentifier(type))
    let slot = slot(of: address)
    let known = shared.withLock { known -> PropertyPath? in
      guard let entry = known.entries[slot], entry.type == root,
        ObjectIdentifier(entry.keyPath) == address
      else { return nil }
      return entry.path
    }
    if let known { return known }
    guard let name = ClassDescription.name(of: keyPath, in: type) else { return nil }
    let entry = Entry(keyPath: keyPath, type: root, path: PropertyPath([name]))
    let replaced = shared.withLock { known in
      let replaced = known.entries[slot]
      known.entries[slot] = entry
      return replaced
    }
    // What goes is let go of outside of the lock.
    _ = replaced
    return entry.path
  }

  /// The position of the entry in which the key path at `address` is looked for.
  private static func slot(of address: ObjectIdentifier) -> Int {
    let bits = UInt64(UInt(bitPattern: address))
    return Int(truncatingIfNeeded: (bits &* 0x9e37_79b9_7f4a_7c15) >> 56)
  }
}
