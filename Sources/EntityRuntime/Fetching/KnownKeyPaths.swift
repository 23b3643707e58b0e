import EntityModel
import Synchronization

/// The properties of key paths that have been resolved before, by the addresses of the key paths.
///
/// A key path literal is one object for each location in the source, and the same few locations ask
/// again and again. Hashing and comparing key paths by their contents takes more than ten times as
/// long.
///
/// A look-up takes no lock. Entries and tables are never changed once they can be found and never
/// freed, so that a reader need not retain them.
enum KnownKeyPaths {
  /// The most entries of one property. Generic code makes a key path object with each evaluation;
  /// without a limit each would be held here for ever.
  private static let entriesPerProperty = 64

  /// The table that look-ups read.
  private static let current = Atomic(Unmanaged.passRetained(Table(capacity: 512)))

  /// How many entries there are, and how many of each property; held while one is added.
  private static let counts = Mutex(Counts())

  /// Returns the path to the property of `type` that `keyPath` leads to, or `nil` if it leads to no
  /// property of the entity, nor to one of an object that its to-ones lead to.
  static func path(of keyPath: AnyKeyPath, in type: ManagedObject.Type) -> PropertyPath? {
    operand(of: keyPath, in: type)?.path
  }

  /// Returns the property of `type` that `keyPath` leads to as a condition names it, or `nil` if it
  /// leads to no property of the entity.
  static func operand(
    of keyPath: AnyKeyPath, in type: ManagedObject.Type
  ) -> PredicateOperand? {
    let key = Key(address: ObjectIdentifier(keyPath), type: ObjectIdentifier(type))
    let known = current.load(ordering: .acquiring)._withUnsafeGuaranteedRef {
      $0.entry(of: key) { $0.operand }
    }
    if let known { return known }
    let name = ClassDescription.name(of: keyPath, in: type)
    if let name, let derived = Derivation.operand(of: name, in: type) { return derived }
    let path = name.map { PropertyPath([$0]) } ?? KeyPathProbe.path(of: keyPath, in: type)
    guard let path else { return nil }
    if name == nil, let derived = Derivation.operand(at: path, in: type) { return derived }
    let operand = PredicateOperand.attribute(path)
    add(Entry(key, keyPath, operand), path.text)
    return operand
  }

  /// Returns the name of the property of `type` that `keyPath` leads to, or `nil` if it leads to
  /// none, or to one of another object.
  static func name(of keyPath: AnyKeyPath, in type: ManagedObject.Type) -> String? {
    let key = Key(address: ObjectIdentifier(keyPath), type: ObjectIdentifier(type))
    let known = current.load(ordering: .acquiring)._withUnsafeGuaranteedRef {
      $0.entry(of: key) { $0.name }
    }
    return known ?? path(of: keyPath, in: type)?.soleName
  }

  /// Returns the name of the property of `type` that `keyPath` leads to, that of an attribute whose
  /// value a transform makes and of one that is derived too, or `nil` if it leads to none, or to
  /// one of another object.
  static func ownName(of keyPath: AnyKeyPath, in type: ManagedObject.Type) -> String? {
    ClassDescription.transformedName(of: keyPath, in: type)
      ?? ClassDescription.name(of: keyPath, in: type) ?? name(of: keyPath, in: type)
  }

  /// Adds `entry`, which is of the property `name`, unless there are enough of that property.
  private static func add(_ entry: Entry, _ name: String) {
    counts.withLock { counts in
      let property = Counts.Property(type: entry.key.type, name: name)
      var table = current.load(ordering: .relaxed).takeUnretainedValue()
      guard counts.byProperty[property, default: 0] < entriesPerProperty,
        table.entry(of: entry.key, { _ in true }) == nil
      else { return }
      counts.byProperty[property, default: 0] += 1
      counts.total += 1
      if counts.total * 2 > table.capacity {
        table = Table(copying: table)
        table.insert(entry)
        current.store(Unmanaged.passRetained(table), ordering: .releasing)
      } else {
        table.insert(entry)
      }
    }
  }

  /// What an entry is found by.
  private struct Key: Equatable {
    let address: ObjectIdentifier
    let type: ObjectIdentifier

    /// Returns the index, in a table of `capacity` slots, where the search for the key begins.
    func slot(in capacity: Int) -> Int {
      let bits = UInt64(UInt(bitPattern: address)) &* 0x9e37_79b9_7f4a_7c15
      return Int(truncatingIfNeeded: bits >> 32) & (capacity - 1)
    }
  }

  /// A key path and the path to the property that it leads to.
  private final class Entry: @unchecked Sendable {
    // All is immutable; a key path to a property captures nothing. As long as it is held here, no
    // other key path has its address.
    let key: Key
    let keyPath: AnyKeyPath
    let operand: PredicateOperand

    /// The name of the property; `nil` if it is one of another object.
    let name: String?

    init(_ key: Key, _ keyPath: AnyKeyPath, _ operand: PredicateOperand) {
      self.key = key
      self.keyPath = keyPath
      self.operand = operand
      name = operand.path?.soleName
    }
  }

  /// A hash table with open addressing, to which one thread at a time adds while others read.
  private final class Table: Sendable {
    /// The number of slots, a power of two.
    let capacity: Int

    // Slots are atomic, and are never freed.
    nonisolated(unsafe) private let slots: UnsafeMutablePointer<Atomic<Unmanaged<Entry>?>>

    init(capacity: Int) {
      self.capacity = capacity
      slots = .allocate(capacity: capacity)
      for index in 0..<capacity { (slots + index).initialize(to: Atomic(nil)) }
    }

    /// Creates a table of the entries of `other` and twice its capacity.
    convenience init(copying other: Table) {
      self.init(capacity: other.capacity * 2)
      for index in 0..<other.capacity {
        if let entry = other.slots[index].load(ordering: .relaxed) {
          insert(entry.takeUnretainedValue())
        }
      }
    }

    /// Returns what `read` makes of the entry of `key`, or `nil` if there is none.
    @inline(__always) func entry<Value>(of key: Key, _ read: (Entry) -> Value) -> Value? {
      var index = key.slot(in: capacity)
      while let entry = slots[index].load(ordering: .acquiring) {
        let value = entry._withUnsafeGuaranteedRef { $0.key == key ? read($0) : nil }
        if let value { return value }
        index = (index + 1) & (capacity - 1)
      }
      return nil
    }

    /// Adds `entry`, for which there must be a free slot.
    func insert(_ entry: Entry) {
      var index = entry.key.slot(in: capacity)
      while slots[index].load(ordering: .relaxed) != nil { index = (index + 1) & (capacity - 1) }
      slots[index].store(Unmanaged.passRetained(entry), ordering: .releasing)
    }
  }

  /// How many entries there are.
  private struct Counts {
    /// A property of a class.
    struct Property: Hashable {
      let type: ObjectIdentifier
      let name: String
    }

    var total = 0
    var byProperty: [Property: Int] = [:]
  }
}

extension PropertyPath {
  /// The name of the property, if the path does not lead to another object.
  fileprivate var soleName: String? { names.count == 1 ? names[0] : nil }
}
