import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The order in which updates are written so that no two rows ever have the same unique value: each
/// update that gives up a value comes before the one that takes it.
struct UpdateOrder {
  /// The values of a key of a table, whose name is that of its index.
  private struct Claim: Hashable {
    let table: ObjectIdentifier
    let key: String
    let entry: KeyLayout.Entry
  }

  /// How far an update is on its way into the order.
  private enum VisitState { case waiting, begun, done }

  /// The indexes of all updates, in the order of writing.
  private(set) var indexes: [Int]

  /// The indexes of the updates that wait for each other in a circle, one of each circle: their
  /// rows give up their unique values before anything is written.
  private(set) var parked: [Int] = []

  /// Works out the order of `updates`, whose values are `values`.
  ///
  /// What rows held before is asked of the session's store where neither the updates nor their
  /// source know it.
  init(
    _ updates: [ChangeSet.Update], _ session: SQLiteWritingSession, _ values: ChangeValues
  ) throws {
    indexes = Array(updates.indices)
    guard updates.count > 1 else { return }
    var holders: [Claim: Int] = [:]
    var claims: [Int: [Claim]] = [:]
    for index in updates.indices {
      let isUnique = session.uniqueProperties[updates[index].entity]
      if isUnique.isEmpty { continue }
      let properties = updates[index].properties
      guard properties.contains(where: { isUnique[$0] }) else { continue }
      let entity = session.layout.entities[updates[index].entity]
      let new = try values.update(index, entity).map(\.storedValue)
      let base =
        try values.base(ofUpdate: index, entity)
        ?? session.storedValues(of: properties, updates[index].id, entity)
      guard base.count == new.count else { continue }
      for key in entity.keys where key.properties.contains(where: properties.contains) {
        let missing = key.properties.filter { !properties.contains($0) }
        let kept =
          missing.isEmpty ? [] : try session.storedValues(of: missing, updates[index].id, entity)
        guard kept.count == missing.count else { continue }
        func claim(_ changed: [StoredValue]) -> Claim? {
          let values = key.properties.map { property in
            properties.firstIndex(of: property).map { changed[$0] }
              ?? missing.firstIndex(of: property).map { kept[$0] } ?? .null
          }
          return key.entry(values).map {
            Claim(table: ObjectIdentifier(entity.table), key: key.index.name, entry: $0)
          }
        }
        if let held = claim(base) { holders[held] = index }
        if let asked = claim(new) { claims[index, default: []].append(asked) }
      }
    }
    // What held nothing may claim what the only holder gives up.
    guard !holders.isEmpty, !claims.isEmpty else { return }
    order(holders, claims)
  }

  /// Puts each update that holds what another one claims before that one.
  private mutating func order(_ holders: [Claim: Int], _ claims: [Int: [Claim]]) {
    var ordered: [Int] = []
    ordered.reserveCapacity(indexes.count)
    var states = Array(repeating: VisitState.waiting, count: indexes.count)
    for start in indexes {
      // The second visit of an update comes when all those that it waits for are done.
      var pending = [(index: start, isReady: false)]
      while let (index, isReady) = pending.popLast() {
        if isReady {
          states[index] = .done
          ordered.append(index)
          continue
        }
        guard states[index] == .waiting else { continue }
        states[index] = .begun
        pending.append((index, true))
        for claim in claims[index] ?? [] {
          guard let holder = holders[claim], holder != index else { continue }
          switch states[holder] {
          case .waiting: pending.append((holder, false))
          case .begun where !parked.contains(holder): parked.append(holder)
          case .begun, .done: break
          }
        }
      }
    }
    indexes = ordered
  }
}

extension SQLiteWritingSession {
  /// Returns the values that the row `id` of `entity` holds of `properties`; none if there is no
  /// row.
  func storedValues(
    of properties: [Int], _ id: Int64, _ entity: EntityLayout
  ) throws -> [StoredValue] {
    var values: [StoredValue] = []
    _ = try row(id: id, of: entity) { row in
      for property in properties {
        values.append(row[try entity.requiredColumn(property).position].storedValue)
      }
    }
    return values
  }
}

extension EntityLayout {
  /// Returns the properties, in order, that give up their values where a row waits for others to be
  /// given values of `properties`: one at least of each key that the row may claim meanwhile.
  ///
  /// Those that say which rows an index is of do not count, since any value of them may put the row
  /// into the one index or the other.
  func parkedProperties(of properties: [Int]) -> [Int] {
    var parked: Set<Int> = []
    var changed = Set(properties)
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for key in keys where !changed.isDisjoint(with: key.properties) {
        let compared = key.properties.prefix(key.index.columns.count)
        guard parked.isDisjoint(with: compared) else { continue }
        parked.formUnion(compared.filter(properties.contains))
        if parked.isDisjoint(with: compared) { parked.formUnion(compared.prefix(1)) }
        // What is given up may be what the index of another key is limited by.
        changed.formUnion(parked)
        isGrowing = true
      }
    }
    return parked.sorted()
  }
}

extension ColumnLayout {
  /// Returns the value that the row `id` has while others take its unique ones: one that no other
  /// row has.
  func parkingValue(ofRow id: Int64) -> StoredValue {
    let text = "\u{0}parked \(id)"
    if isNullable { return .null }
    switch storageClass {
    case .integer: return .integer(.min &+ id)
    case .real:
      // The bits of finite numbers count outwards, away from zero.
      let outermost = (-Double.greatestFiniteMagnitude).bitPattern
      return .real(Double(bitPattern: outermost &- UInt64(truncatingIfNeeded: id)))
    case .text: return .text(text)
    case .blob: return .blob(Data(text.utf8))
    }
  }
}
