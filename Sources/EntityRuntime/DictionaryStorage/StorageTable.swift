import EntityJSON
import EntityModel
public import EntityStore
import Synchronization

/// The properties of a `DictionaryStorage`, as generated code lists them.
public struct __StorageTable {
  /// A property.
  struct Entry {
    /// Its name.
    let name: String

    /// The names that lead to its member, with dots between them.
    let path: String

    /// The key path from the storage.
    let keyPath: AnyKeyPath

    /// `true` if the property may be `nil`.
    let isOptional: Bool

    /// What values it has.
    let kind: Kind
  }

  /// What values a property has.
  enum Kind {
    /// Those of a type that requests can name; all, or the cases of an enumeration.
    case value(StorageType, cases: [StoredValue])

    /// A storage.
    case storage(any DictionaryStorage.Type)

    /// What requests cannot name, for a reason in words.
    case refused(String)
  }

  /// The properties in the order of their declarations.
  private(set) var entries: [Entry] = []

  init() {}

  /// Adds a required property.
  public mutating func add<Root: DictionaryStorage, Value: Storable>(
    _ name: String, _ path: String, _ keyPath: KeyPath<Root, Value>
  ) {
    add(name, path, keyPath, isOptional: false, Self.kind(of: Value.self))
  }

  /// Adds an optional property.
  public mutating func add<Root: DictionaryStorage, Value: Storable>(
    _ name: String, _ path: String, _ keyPath: KeyPath<Root, Value?>
  ) {
    add(name, path, keyPath, isOptional: true, Self.kind(of: Value.self))
  }

  /// Adds a storage within.
  public mutating func add<Root: DictionaryStorage, Value: DictionaryStorage>(
    _ name: String, _ path: String, _ keyPath: KeyPath<Root, Value>
  ) {
    add(name, path, keyPath, isOptional: false, .storage(Value.self))
  }

  /// Adds an optional storage within.
  public mutating func add<Root: DictionaryStorage, Value: DictionaryStorage>(
    _ name: String, _ path: String, _ keyPath: KeyPath<Root, Value?>
  ) {
    add(name, path, keyPath, isOptional: true, .storage(Value.self))
  }

  /// Adds a property that requests cannot name.
  @_disfavoredOverload
  public mutating func add<Root: DictionaryStorage, Value>(
    _ name: String, _ path: String, _ keyPath: KeyPath<Root, Value>
  ) {
    let type = flattened(Value.self).present
    let reason =
      if type is any JSONContainer.Type {
        "is a list, a set or a dictionary"
      } else if type is any RawRepresentable.Type {
        "is a '\(type)', which is not Storable"
      } else {
        "is a '\(type)', whose form in JSON is its own"
      }
    add(name, path, keyPath, isOptional: false, .refused(reason))
  }

  private mutating func add(
    _ name: String, _ path: String, _ keyPath: AnyKeyPath, isOptional: Bool, _ kind: Kind
  ) {
    entries.append(
      Entry(name: name, path: path, keyPath: keyPath, isOptional: isOptional, kind: kind))
  }

  /// Returns what values `type` has.
  private static func kind<Value: Storable>(of type: Value.Type) -> Kind {
    let isStandard = standardTypes.contains(ObjectIdentifier(type))
    if isStandard || type is any OpenEnumeration.Type {
      return .value(type.storageType, cases: [])
    }
    guard let known = type as? any (Storable & CaseIterable).Type else {
      return .refused(
        type is any RawRepresentable.Type
          ? "is a '\(type)', of which it is not known which values there are; let that be "
            + "CaseIterable or an '@OpenEnumeration'"
          : "is a '\(type)', whose form in JSON is its own")
    }
    let cases = cases(of: known)
    return cases.isEmpty
      ? .refused("is a '\(type)', whose form in JSON is its own")
      : .value(type.storageType, cases: cases)
  }

  /// Returns the stored values of the cases of `type`; none where JSON has them in another form
  /// than that of their raw values.
  private static func cases<Value: Storable & CaseIterable>(
    of type: Value.Type
  ) -> [StoredValue] {
    let writer = __JSONMemberWriter()
    let cases = type.allCases.map(\.storedValue)
    let isPlain = zip(type.allCases, cases).allSatisfy { value, stored in
      writer.json(of: value, over: nil)?.memberValue(as: type.storageType) == stored
    }
    return isPlain && cases.count <= 1000 ? cases : []
  }
}

// MARK: Names

extension __StorageTable {
  /// A property, or one of a storage within, with the way to it.
  struct Named {
    /// Its description.
    let member: StoredMember

    /// The key paths, of each storage on the way.
    let keyPaths: [AnyKeyPath]

    /// `true` if a storage on the way may be absent.
    let mayBeAbsent: Bool
  }

  /// What requests can name of a storage, and what they cannot.
  final class Members: @unchecked Sendable {
    // The key paths of properties are immutable and capture nothing; their type cannot say so.

    /// All, each before those within.
    let entries: [Named]

    /// The properties of the storage itself, by the key paths.
    private let names: [AnyKeyPath: String]

    fileprivate init(_ type: any DictionaryStorage.Type) {
      let own = __StorageTable.entries(of: type)
      names = Dictionary(own.map { ($0.keyPath, $0.name) }, uniquingKeysWith: { first, _ in first })
      entries = __StorageTable.named(behind: [], of: type)
    }

    /// The descriptions.
    var members: [StoredMember] { entries.map(\.member) }

    /// Returns the name of the property that `keyPath` leads to; `nil` where that is none.
    func name(of keyPath: AnyKeyPath) -> String? { names[keyPath] }

    /// The ways to what requests can name and that has an order.
    var ways: [__LeafTable.Way] {
      entries.filter { $0.member.refusal == nil && $0.member.type.isOrdered }.map { entry in
        __LeafTable.Way(
          path: entry.member.name, keyPaths: entry.keyPaths, mayBeAbsent: entry.mayBeAbsent,
          leaf: Leaf(
            name: entry.member.name, type: entry.member.type, isOptional: entry.member.isOptional))
      }
    }
  }

  /// How many storages may be in each other for requests to look into them.
  private static let deepest = 8

  /// One of the properties that lead to another, and the storage that has it.
  private typealias Step = (owner: any DictionaryStorage.Type, entry: Entry)

  private static func entries(of type: any DictionaryStorage.Type) -> [Entry] {
    var table = __StorageTable()
    type.__list(in: &table)
    return table.entries
  }

  /// Returns the properties of `type`, which `steps` lead to, and of storages within.
  private static func named(
    behind steps: [Step], of type: any DictionaryStorage.Type
  ) -> [Named] {
    entries(of: type).flatMap { entry -> [Named] in
      let steps = steps + [(type, entry)]
      let own = named(steps)
      guard case .storage(let inner) = entry.kind, steps.count < deepest,
        // A storage that is in itself would have no end.
        !steps.contains(where: { $0.owner == inner })
      else { return [own] }
      return [own] + named(behind: steps, of: inner)
    }
  }

  /// Returns the property that `steps` lead to.
  private static func named(_ steps: [Step]) -> Named {
    let name = steps.map(\.entry.name).joined(separator: ".")
    var (type, form, cases) = (StorageType.json, StoredMember.Form.object, [StoredValue]())
    var refusal: String?
    switch steps.last?.entry.kind {
    case .value(let storage, let all): (type, form, cases) = (storage, .value, all)
    case .refused(let reason): refusal = reason
    case .storage, nil: break
    }
    let fallbacks = refusal == nil ? fallbacks(of: steps) : steps.map { _ in .null }
    // What is another value each time is no constant of an index, nor the value that was read.
    if refusal == nil,
      (0..<3).contains(where: { _ in !isSame(self.fallbacks(of: steps), fallbacks) }
      )
    {
      refusal =
        "has another value each time that its member is missing; make it optional, or give it a "
        + "constant"
    }
    return Named(
      member: StoredMember(
        name: name,
        steps: zip(steps, fallbacks).map { step, fallback in
          StoredMember.Step(
            path: step.entry.path, readsNull: step.entry.isOptional, fallback: fallback)
        }, type: type, form: form, cases: cases, refusal: refusal),
      keyPaths: steps.map(\.entry.keyPath),
      mayBeAbsent: steps.dropLast().contains { $0.entry.isOptional })
  }

  /// `true` if the values are stored alike; NaNs are.
  private static func isSame(_ left: [StoredValue], _ right: [StoredValue]) -> Bool {
    zip(left, right).allSatisfy {
      if case (.real(let left), .real(let right)) = ($0, $1) {
        left.bitPattern == right.bitPattern
      } else {
        $0 == $1
      }
    }
  }

  /// Returns, for each of `steps`, what the property that they lead to is where the member of this
  /// one is missing.
  private static func fallbacks(of steps: [Step]) -> [StoredValue] {
    steps.indices.map { index in
      var value: Any? = steps[index].owner.placeholder
      for step in steps[index...] {
        value = value?[keyPath: step.entry.keyPath].flatMap { flattened($0) }
      }
      if let storage = value as? any DictionaryStorage { return .text(storage.json.text) }
      return (value as? any Storable)?.storedValue ?? .null
    }
  }
}

/// What requests can name of storages, by their types.
private let knownMembers = Mutex<[ObjectIdentifier: __StorageTable.Members]>([:])

/// Returns what requests can name of the storage that `type` is, or that its values may be; `nil`
/// where it is none.
func storageMembers(of type: (any Any.Type)?) -> __StorageTable.Members? {
  guard let type = type.flatMap({ flattened($0).present as? any DictionaryStorage.Type }) else {
    return nil
  }
  let key = ObjectIdentifier(type)
  if let known = knownMembers.withLock({ $0[key] }) { return known }
  // The program's own initialisers run here, which may ask for other types.
  let members = __StorageTable.Members(type)
  knownMembers.withLock { $0[key] = members }
  return members
}
