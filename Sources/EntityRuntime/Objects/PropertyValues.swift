import EntityModel
import EntityStore

/// Stored values by the indexes of their properties, in the order of these.
///
/// What is unsaved has several of them for each object, and most have few values: making, comparing
/// and freeing dictionaries took most of the time of a nested context.
struct PropertyValues: Equatable {
  private struct Entry: Equatable {
    let index: Int
    var value: StoredValue
  }

  private var entries: [Entry] = []

  /// Creates values for `capacity` properties, of which none is given yet.
  init(minimumCapacity capacity: Int) { entries.reserveCapacity(capacity) }

  /// `true` if no property has a value.
  var isEmpty: Bool { entries.isEmpty }

  /// The properties that have values.
  var indexes: PropertySet { PropertySet(entries.lazy.map(\.index)) }

  /// The value of the property `index`; `nil` for none, which `.null` is not.
  ///
  /// - Complexity: O(log *n*); giving a property a value O(*n*), or O(1) if it is the last one.
  subscript(index: Int) -> StoredValue? {
    get {
      let place = place(of: index)
      guard place < entries.count, entries[place].index == index else { return nil }
      return entries[place].value
    }
    set {
      let place = place(of: index)
      let isThere = place < entries.count && entries[place].index == index
      switch newValue {
      case let value? where isThere: entries[place].value = value
      case let value?: entries.insert(Entry(index: index, value: value), at: place)
      case nil: if isThere { entries.remove(at: place) }
      }
    }
  }

  /// Returns the values of the properties that satisfy `condition`.
  func filter(_ condition: (Int) throws -> Bool) rethrows -> PropertyValues {
    var result = PropertyValues()
    result.entries = try entries.filter { try condition($0.index) }
    return result
  }

  /// Returns the values by the names of their properties, which are those of `entity`.
  func named(in entity: ManagedEntity) -> [String: StoredValue] {
    var named: [String: StoredValue] = [:]
    for entry in entries { named[entity.layout.properties[entry.index].name] = entry.value }
    return named
  }

  /// Returns where the property `index` is, or would be, among the entries.
  private func place(of index: Int) -> Int {
    // Values are mostly given in order.
    guard let last = entries.last, last.index >= index else { return entries.count }
    var (first, end) = (0, entries.count - 1)
    while first < end {
      let middle = (first + end) / 2
      if entries[middle].index < index { first = middle + 1 } else { end = middle }
    }
    return first
  }
}

extension PropertyValues: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (Int, StoredValue)...) {
    for (index, value) in elements { self[index] = value }
  }
}

extension PropertyValues: Sequence {
  func makeIterator() -> some IteratorProtocol<(index: Int, value: StoredValue)> {
    entries.lazy.map { (index: $0.index, value: $0.value) }.makeIterator()
  }
}
