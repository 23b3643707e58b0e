package import EntityModel

/// Properties of an entity of whose values no two rows have the same ones; most often one.
package struct KeyLayout: Sendable {
  /// The unique index of their columns.
  package let index: IndexLayout

  /// The property indexes of all columns of the index, in their order; of a leaf, that of the
  /// composition.
  package let properties: [Int]

  /// `true` if one of the columns is a leaf's.
  private let hasLeaves: Bool

  /// Creates the key that `index` keeps unique, of `properties`, the property indexes of all its
  /// columns in their order.
  init(index: IndexLayout, properties: [Int]) {
    self.index = index
    self.properties = properties
    hasLeaves = index.allColumns.contains { $0.leafPath != nil }
  }

  /// The values of a row in the columns of a key, for comparison.
  package struct Entry: Hashable, Sendable {
    private let first: GroupKey
    // Nothing in most keys, where it takes no memory and no reference is counted.
    private let rest: [GroupKey]?

    fileprivate init(_ first: GroupKey, _ rest: [GroupKey]?) {
      (self.first, self.rest) = (first, rest)
    }
  }

  /// Returns what the columns of the index have in a row with `values` of the properties: of a
  /// leaf, what the composition has there.
  package func columnValues(_ values: [StoredValue]) -> [StoredValue] {
    if !hasLeaves { return values }
    return zip(index.allColumns, values).map { $0.leafPath == nil ? $1 : $0.leafValue(in: $1) }
  }

  /// Returns the entry of a row with `values` of the properties; `nil` if one of those that are
  /// compared is absent, since such a row is like no other one, or if the index is not of it.
  package func entry(_ values: [StoredValue]) -> Entry? {
    guard values.count == properties.count else { return nil }
    let values = columnValues(values)
    if index.conditions.isEmpty { return entry(ofColumns: values) }
    let limits = zip(index.conditions, values.dropFirst(index.columns.count))
    guard limits.allSatisfy({ $0.isAbsent == $1.isNull }) else { return nil }
    return entry(ofColumns: Array(values.prefix(index.columns.count)))
  }

  /// Returns the entry of a row that the index is of and that has `values` in the columns which are
  /// compared; `nil` if one of them is absent.
  package func entry(ofColumns values: [StoredValue]) -> Entry? {
    guard let value = values.first, values.count == index.columns.count,
      !values.contains(where: \.isNull)
    else { return nil }
    let first = comparable(value, 0)
    if values.count == 1 { return Entry(first, nil) }
    return Entry(first, values.indices.dropFirst().map { comparable(values[$0], $0) })
  }

  private func comparable(_ value: StoredValue, _ position: Int) -> GroupKey {
    let column = index.columns[position]
    let type: StorageType = if case .value(let type) = column.kind { type } else { .int64 }
    return GroupKey(form(position).of(value), as: type)
  }

  /// The form in which values of the column at a position are the same.
  package func form(_ position: Int) -> UniqueForm {
    index.folded.contains(position) ? .folded : .plain
  }
}
