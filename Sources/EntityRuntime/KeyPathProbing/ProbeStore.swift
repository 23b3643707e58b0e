import EntityJSON
import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that has every row: its values are made up, so that it can be seen which of them a key
/// path reads.
final class ProbeStore: Store {
  let layout: StoreLayout

  /// The values of the columns whose types have no others, by entity and property index.
  private let cases: [[[StoredValue]]]

  /// The leaves of the compositions, by entity and property index; empty for other properties.
  private let leaves: [[[ProbedLeaf]]]

  /// The properties of the storages, by entity and property index; empty for other properties.
  private let members: [[[ProbedMember]]]

  /// Returns a context over objects of `type` and all that they refer to; `nil` where a class is no
  /// entity or the entities are no model.
  static func context(of type: ManagedObject.Type) -> ManagedObjectContext? {
    var classes = ModelClasses()
    classes.collect([type], andTargets: true, resolvingFetches: false)
    var model = ObjectModel(entities: classes.entities)
    guard classes.problems.isEmpty, model.problems.isEmpty else { return nil }
    model.implementation = classes
    let store = ProbeStore(model, classes)
    return (try? PersistentContainer(model: model, store: store))?.newContext()
  }

  private init(_ model: ObjectModel, _ classes: ModelClasses) {
    layout = StoreLayout(model)
    let types = layout.entities.map { entity in
      guard let type = classes[entity.name]?.type else {
        return entity.properties.map { _ in nil as (any Any.Type)? }
      }
      return PropertyAccess.accesses(of: type, entity).map { $0?.valueType }
    }
    cases = types.map { $0.map { $0.map(knownCases) ?? [] } }
    leaves = types.map { $0.map { leafTable(of: $0).map(ProbedLeaf.leaves) ?? [] } }
    members = types.map { $0.map { storageMembers(of: $0)?.entries.map(ProbedMember.init) ?? [] } }
  }

  /// Returns the row `id`, whose values are written by `writer`.
  fileprivate func withRow(
    _ id: Int64, _ body: (inout __Row) throws -> Void
  ) throws {
    let row = ProbeRow(id: id, count: layout.entities.count)
    let entity = layout.entities[row.entity]
    var values = entity.table.columns.map { _ in StoredValue.null }
    for index in entity.columnIndexes {
      guard let column = entity.columns[index] else { continue }
      values[column.position] = value(of: entity, index, column, row)
    }
    let writer = __RowWriter(byteCapacity: 1 << 10)
    writer.begin()
    for value in values { writer.write(value) }
    try withExtendedLifetime((writer, entity)) {
      guard let cells = writer.row.baseAddress else { return }
      var result = __Row(
        cells: UnsafeMutablePointer(mutating: cells), count: values.count, id: id,
        version: firstVersion, entity: entity.index, starts: entity.columnStarts)
      try body(&result)
    }
  }

  /// Returns the value of a property in `row`.
  private func value(
    of entity: EntityLayout, _ index: Int, _ column: ColumnLayout, _ row: ProbeRow
  ) -> StoredValue {
    let property = entity.properties[index]
    let isNullable =
      property.attribute?.isOptional ?? property.relationship?.isOptional ?? false
    if isNullable, row.isAbsent(index) { return .null }
    switch column.kind {
    case .value(let type):
      let leaves = leaves[entity.index][index]
      if !leaves.isEmpty { return .text(ProbedLeaf.json(of: leaves, row, index)) }
      let members = members[entity.index][index]
      if !members.isEmpty { return .text(ProbedMember.json(of: members, row, index)) }
      return row.value(index, type, cases: cases[entity.index][index])
    case .reference:
      guard let target = property.relationship.flatMap({ layout.entity($0.target) }) else {
        return .null
      }
      return .integer(row.related(index, target.index))
    }
  }

  /// Returns the value of the derived attribute `property` of the object of `entity` whose row is
  /// `id`; it is made up as those of columns are, whatever it is derived of.
  func derivedValue(_ property: Int, of entity: EntityLayout, _ id: Int64) -> StoredValue {
    let row = ProbeRow(id: id, count: layout.entities.count)
    guard let derived = entity.properties[property].derived,
      !(derived.isOptional && row.isAbsent(property))
    else { return .null }
    return row.value(property, derived.type, cases: cases[entity.index][property])
  }

  /// Returns the ids of the members that the to-many `property` of `entity` holds of the row
  /// `owner`.
  fileprivate func members(of entity: EntityLayout, _ property: Int, _ owner: Int64) -> [Int64] {
    guard let target = entity.relationships[property]?.relationship.target,
      let index = layout.entity(target)?.index
    else { return [] }
    let row = ProbeRow(id: owner, count: layout.entities.count)
    return (0..<2).map { row.related(property, index, $0) }
  }

  // MARK: The store

  var firstVersion: Int64 { 1 }
  var waitTimeout: Duration { .seconds(1) }
  var readerCount: Int { 1 }
  var now: @Sendable () -> Date { { Date(timeIntervalSinceReferenceDate: 0) } }

  func read<Result>(_ lease: Lease?, _ body: (any StoreSession) throws -> Result) throws -> Result {
    try body(ProbeSession(store: self))
  }

  func write<Result>(
    _ lease: Lease?, _ body: (any WritingSession) throws -> Result, committed: (Result) -> Void
  ) throws -> Result {
    throw StoreError(.readOnly, "objects of which a key path is read are not saved")
  }

  func close(within timeout: Duration) throws(StoreError) {}

  func watchCommits(_ notice: @escaping @Sendable (Int64) -> Void) -> (any CommitWatch)? { nil }

  func watchOthers(_ notice: @escaping @Sendable () -> Void) -> (any CommitWatch)? { nil }
}

/// A leaf of a composition whose value is made up.
private struct ProbedLeaf: Sendable {
  let leaf: Leaf

  /// The values of the leaf where its type has no others.
  let cases: [StoredValue]

  /// The leaves of the composition that the leaf is.
  let inner: [ProbedLeaf]

  /// `true` if the type has the value, which is made up.
  let accepts: @Sendable (StoredValue) -> Bool

  /// The JSON of the leaf where no value is made up; `nil` where the leaf is left out.
  let standIn: String?

  /// For a bound of a range, `true` if a range may go from the first value to the second one.
  let isRange: (@Sendable (StoredValue, StoredValue) -> Bool)?

  /// Returns the leaves of `table`.
  static func leaves(of table: __LeafTable) -> [ProbedLeaf] {
    table.entries.map { entry in
      let type = flattened(Swift.type(of: entry.keyPath).valueType).present
      let hasValue = entry.leaf.isOptional || entry.leaf.defaultValue != nil
      let isBound = Swift.type(of: entry.keyPath).rootType is any ProbedRange.Type
      return ProbedLeaf(
        leaf: entry.leaf, cases: knownCases(type),
        inner: entry.inner.map { leaves(of: $0.__leafTable) } ?? [], accepts: acceptance(of: type),
        standIn: hasValue ? nil : standIn(of: type), isRange: isBound ? order(of: type) : nil)
    }
  }

  /// Returns what says whether a range of `type` may go from a value to another one.
  private static func order(
    of type: any Any.Type
  ) -> (@Sendable (StoredValue, StoredValue) -> Bool)? {
    func order<Bound: RangeBound>(
      _ type: Bound.Type
    ) -> @Sendable (StoredValue, StoredValue) -> Bool {
      { lower, upper in
        guard let lower = Bound(storedValue: lower), let upper = Bound(storedValue: upper) else {
          return false
        }
        return lower <= upper
      }
    }
    return (type as? any RangeBound.Type).map { order($0) }
  }

  /// Returns what says whether `type` has a stored value.
  private static func acceptance(
    of type: any Any.Type
  ) -> @Sendable (StoredValue) -> Bool {
    func accepts<Value: Storable>(_ type: Value.Type) -> @Sendable (StoredValue) -> Bool {
      { Value(storedValue: $0) != nil }
    }
    guard let type = type as? any Storable.Type else { return { _ in true } }
    return accepts(type)
  }

  /// Returns the JSON of the value that `type` has in place of a missing one; `nil` where that is
  /// not known.
  private static func standIn(of type: any Any.Type) -> String? {
    var value: Any?
    if let type = type as? any PlaceholderProviding.Type {
      value = type.placeholder
    } else if let type = type as? any CaseIterable.Type {
      value = firstCase(type)
    }
    if let storable = value as? any Storable {
      return storable.storedValue.jsonText(as: Swift.type(of: storable).storageType)
    }
    return (value as? any Encodable).flatMap { JSONColumn.text(of: $0) }
  }

  /// Returns the composition of `leaves` in `row`, whose values depend on `number`.
  static func json(of leaves: [ProbedLeaf], _ row: ProbeRow, _ number: Int) -> String {
    if leaves.count == 2, let isRange = leaves[0].isRange {
      // Leaves have numbers of their own, so that a range beside others has other bounds.
      let first = ((number &+ 1) &* 1009) & 0x3fff_ffff
      let values = (0..<2).map { row.value(first &+ $0, leaves[0].leaf.type, cases: []) }
      let range = isRange(values[0], values[1]) ? values : values.reversed()
      return "[\(range.map { $0.jsonText(as: leaves[0].leaf.type) }.joined(separator: ","))]"
    }
    var members: [String] = []
    for (position, leaf) in leaves.enumerated() {
      // Properties are fewer; what is nested deep has any number that is no less than zero.
      let number = ((number &+ 1) &* 1009 &+ position) & 0x3fff_ffff
      if leaf.leaf.isOptional, row.isAbsent(number) { continue }
      guard let value = leaf.json(row, number) else { continue }
      members.append("\(JSONWriter.quoted(leaf.leaf.name)):\(value)")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Returns the leaf in `row`, whose value depends on `number`; `nil` where it is left out.
  private func json(_ row: ProbeRow, _ number: Int) -> String? {
    if !inner.isEmpty { return Self.json(of: inner, row, number) }
    guard leaf.type != .json else { return standIn }
    let value = row.value(number, leaf.type, cases: cases)
    return accepts(value) ? value.jsonText(as: leaf.type) : standIn
  }
}

/// A property of a storage whose value is made up.
private struct ProbedMember: Sendable {
  private let path: String
  private let type: StorageType
  private let isOptional: Bool

  /// The values where the type has no others.
  private let cases: [StoredValue]

  init(_ entry: __StorageTable.Named) {
    path = entry.member.steps.map(\.path).joined(separator: ".")
    type = entry.member.refusal == nil ? entry.member.type : .json
    isOptional = entry.member.isOptional
    cases = entry.member.cases
  }

  /// Returns the storage of `members` in `row`, whose values depend on `number`.
  static func json(of members: [ProbedMember], _ row: ProbeRow, _ number: Int) -> String {
    var storage = __JSONStorage()
    for (position, member) in members.enumerated() where member.type != .json {
      // Properties of objects are fewer, so that none of them has the same number.
      let number = ((number &+ 1) &* 1009 &+ position) & 0x3fff_ffff
      if member.isOptional, row.isAbsent(number) { continue }
      let value = row.value(number, member.type, cases: member.cases)
      if let json = try? JSON(reading: value.jsonText(as: member.type)) {
        storage.setMember(member.path, json)
      }
    }
    return storage.json.text
  }
}

/// A range, which is stored as the array of its bounds.
private protocol ProbedRange {}

extension Range: ProbedRange {}
extension ClosedRange: ProbedRange {}

private func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }

/// Reads rows that are made up; no query finds one.
private final class ProbeSession: StoreSession {
  private let store: ProbeStore

  init(store: ProbeStore) { self.store = store }

  func row(
    id: Int64, of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws -> Bool {
    try store.withRow(id, body)
    return true
  }

  func rows(
    ids: [Int64], of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws {
    for id in Set(ids).sorted() { try store.withRow(id, body) }
  }

  func members(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws {
    for (position, owner) in owners.enumerated() {
      for id in store.members(of: entity, property, owner) {
        try store.withRow(id) { try body(position, 0, &$0) }
      }
    }
  }

  func members(
    of entity: EntityLayout, property: Int, owner: Int64, in range: MemberRange
  ) throws -> [MemberPlace] { [] }

  func place(
    of member: Int64, in entity: EntityLayout, property: Int, owner: Int64
  ) throws -> MemberPlace? { nil }

  func isLinked(
    _ other: Int64, to owner: Int64, of entity: EntityLayout, property: Int
  ) throws -> Bool { store.members(of: entity, property, owner).contains(other) }

  func rows(_ query: EntityQuery, _ body: (inout __Row) throws -> Void) throws {}
  func ids(_ query: EntityQuery, while body: (Int64) throws -> Bool) throws -> Bool { true }
  func results(
    _ query: ResultQuery, _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {}
  func count(_ query: EntityQuery) throws -> Int { 0 }
  func metadata(_ key: String, as storageClass: StorageClass) throws -> StoredValue? { nil }
  func metadataKeys() throws -> [String] { [] }
  func historyExtent() throws -> HistoryExtent? { nil }
  func history(after number: Int64, while body: (HistoryRecord) throws -> Bool) throws {}
}

/// Returns values of `type`, an attribute's, where it has few and they can be found out: the cases
/// of an enumeration.
private func knownCases(_ type: any Any.Type) -> [StoredValue] {
  let present = flattened(type).present
  if let type = present as? any (Storable & CaseIterable).Type { return allCases(type) }
  if let type = present as? any (Storable & RawRepresentable).Type { return smallCases(type) }
  return []
}

private func allCases(_ type: (some Storable & CaseIterable).Type) -> [StoredValue] {
  type.allCases.prefix(64).map(\.storedValue)
}

/// Returns the cases whose raw values are small numbers.
private func smallCases(_ type: (some Storable & RawRepresentable).Type) -> [StoredValue] {
  guard type.storageType.storageClass == .integer else { return [] }
  return (-8...512).map { StoredValue.integer($0) }.filter { type.init(storedValue: $0) != nil }
}
