package import EntityModel

/// Properties of an entity of whose values no two rows have the same ones; most often one.
package struct KeyLayout: Sendable {
  /// The unique index of their columns.
  package let index: IndexLayout

  /// The property indexes of all columns of the index, in their order.
  package let properties: [Int]

  /// The values of a row in the columns of a key, for comparison.
  package struct Entry: Hashable, Sendable {
    private let first: GroupKey
    // Empty in most keys, where it takes no memory.
    private let rest: [GroupKey]

    fileprivate init(_ first: GroupKey, _ rest: [GroupKey]) {
      (self.first, self.rest) = (first, rest)
    }
  }

  /// Returns the entry of a row with `values` in all columns of the index; `nil` if one of those
  /// that are compared is absent, since such a row is like no other one, or if the index is not of
  /// it.
  package func entry(_ values: [StoredValue]) -> Entry? {
    let count = index.columns.count
    guard let value = values.first, values.count == properties.count,
      !values.prefix(count).contains(where: \.isNull),
      zip(index.conditions, values.dropFirst(count)).allSatisfy({ $0.isAbsent == $1.isNull })
    else { return nil }
    let first = comparable(value, index.column)
    if count == 1 { return Entry(first, []) }
    return Entry(first, zip(values, index.columns).dropFirst().map { comparable($0, $1) })
  }

  private func comparable(_ value: StoredValue, _ column: ColumnLayout) -> GroupKey {
    let type: StorageType = if case .value(let type) = column.kind { type } else { .int64 }
    return GroupKey(index.ignoresCase ? UniqueForm.folded.of(value) : value, as: type)
  }
}
