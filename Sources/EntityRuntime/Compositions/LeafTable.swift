import EntityModel
public import EntityStore

/// The leaves of a composition, as generated code lists them.
public struct __LeafTable: @unchecked Sendable {
  // The key paths of properties are immutable and capture nothing; their type cannot say so.

  /// A leaf.
  struct Entry {
    /// The description of the leaf.
    var leaf: Leaf

    /// The key path from the composition.
    let keyPath: AnyKeyPath

    /// The composition that the leaf is, or that it may be.
    let inner: (any Composition.Type)?
  }

  /// The leaves in the order of their declarations.
  private(set) var entries: [Entry] = []

  /// Creates the table of the leaves that `add` adds.
  public init(_ add: (inout __LeafTable) -> Void) { add(&self) }

  /// The descriptions of the leaves.
  var leaves: [Leaf] { entries.map(\.leaf) }

  /// Adds a required leaf.
  public mutating func add<Root, Value: Storable>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, isIndexed: Bool = false,
    originalName: String? = nil, default value: Value? = nil
  ) {
    add(
      Leaf(
        name: name, originalName: originalName, type: Value.storageType, isIndexed: isIndexed,
        defaultValue: value?.storedValue), keyPath)
  }

  /// Adds an optional leaf.
  public mutating func add<Root, Value: Storable>(
    _ name: String, _ keyPath: KeyPath<Root, Value?>, isIndexed: Bool = false,
    originalName: String? = nil, default value: Value?? = nil
  ) {
    add(
      Leaf(
        name: name, originalName: originalName, type: Value.storageType, isOptional: true,
        isIndexed: isIndexed), keyPath)
  }

  /// Adds a required composition.
  public mutating func add<Root, Value: Composition>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, isIndexed: Bool = false,
    originalName: String? = nil, default value: Value? = nil
  ) {
    add(
      Leaf(
        name: name, originalName: originalName, type: .json, defaultValue: Self.json(value),
        leaves: Value.__leafTable.leaves), keyPath, Value.self)
  }

  /// Adds an optional composition.
  public mutating func add<Root, Value: Composition>(
    _ name: String, _ keyPath: KeyPath<Root, Value?>, isIndexed: Bool = false,
    originalName: String? = nil, default value: Value?? = nil
  ) {
    add(
      Leaf(
        name: name, originalName: originalName, type: .json, isOptional: true,
        leaves: Value.__leafTable.leaves), keyPath, Value.self)
  }

  /// Adds a required leaf that requests cannot look into.
  public mutating func add<Root, Value: Codable>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, isIndexed: Bool = false,
    originalName: String? = nil, default value: Value? = nil
  ) {
    add(
      Leaf(name: name, originalName: originalName, type: .json, defaultValue: Self.json(value)),
      keyPath)
  }

  /// Adds an optional leaf that requests cannot look into.
  public mutating func add<Root, Value: Codable>(
    _ name: String, _ keyPath: KeyPath<Root, Value?>, isIndexed: Bool = false,
    originalName: String? = nil, default value: Value?? = nil
  ) {
    add(
      Leaf(name: name, originalName: originalName, type: .json, isOptional: true), keyPath)
  }

  private mutating func add(
    _ leaf: Leaf, _ keyPath: AnyKeyPath, _ inner: (any Composition.Type)? = nil
  ) {
    entries.append(Entry(leaf: leaf, keyPath: keyPath, inner: inner))
  }

  private static func json(_ value: (some Codable)?) -> StoredValue? {
    value.flatMap { JSONColumn.text(of: $0) }.map { .text($0) }
  }
}

extension __LeafTable {
  /// Returns the name of the leaf that `keyPath` leads to; the text of the key path where that is
  /// none, which no leaf has for a name.
  func name(of keyPath: AnyKeyPath) -> String {
    entries.first { $0.keyPath == keyPath }?.leaf.name ?? PropertyPath(textOf: keyPath).text
  }

  /// A leaf, or one of a composition within, with the way to it.
  struct Way {
    /// The names from the composition, with dots between them.
    var path: String

    /// The key paths, of each composition on the way.
    var keyPaths: [AnyKeyPath]

    /// `true` if a composition on the way may be absent.
    var mayBeAbsent: Bool

    /// The leaf.
    var leaf: Leaf

    /// The leaf's type.
    var valueType: any Any.Type { type(of: keyPaths[keyPaths.count - 1]).valueType }

    /// Returns the leaf of `composition`; `nil` where it, or a composition on the way, is absent.
    func value(of composition: Any?) -> Any? {
      var value = composition.flatMap { flattened($0) }
      for keyPath in keyPaths { value = value?[keyPath: keyPath].flatMap { flattened($0) } }
      return value
    }
  }

  /// The leaves, those of compositions within too, that hold values.
  var ways: [Way] {
    entries.flatMap { entry -> [Way] in
      let way = Way(
        path: entry.leaf.name, keyPaths: [entry.keyPath], mayBeAbsent: false, leaf: entry.leaf)
      guard let inner = entry.inner else { return entry.leaf.type.isOrdered ? [way] : [] }
      return inner.__leafTable.ways.map { within in
        Way(
          path: "\(way.path).\(within.path)", keyPaths: way.keyPaths + within.keyPaths,
          mayBeAbsent: entry.leaf.isOptional || within.mayBeAbsent, leaf: within.leaf)
      }
    }
  }
}

/// Returns the leaves of the composition that `type` is, or that its values may be; `nil` where it
/// is none.
func leafTable(of type: (any Any.Type)?) -> __LeafTable? {
  type.flatMap { flattened($0).present as? any Composition.Type }?.__leafTable
}

/// Returns the ways to all that requests can name of the composition or the storage that `type` is,
/// or that its values may be; none for another type.
func namedWays(of type: (any Any.Type)?) -> [__LeafTable.Way] {
  leafTable(of: type)?.ways ?? storageMembers(of: type)?.ways ?? []
}
