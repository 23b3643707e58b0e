import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SavePlan {
  /// A value of a unique attribute.
  fileprivate struct Claim: Hashable {
    let tree: Int
    let column: String
    let value: StoredValue
  }

  /// Puts each update that gives a unique value up before the one that takes it. Where they wait
  /// for each other in a circle, one is parked: its values stand aside until its turn comes.
  mutating func orderUpdatesByUniqueValues() {
    var holders: [Claim: Int] = [:]
    for (position, update) in updates.enumerated() {
      for index in update.uniqueProperties {
        let claim = update.claim(index, update.object.originalStoredValue(at: index))
        if !claim.value.isNull { holders[claim] = position }
      }
    }
    guard holders.count > 1 else { return }

    var ordered: [Update] = []
    var states = Array(repeating: VisitState.waiting, count: updates.count)
    for start in updates.indices {
      // The second visit of an update comes when all those that it waits for are done.
      var pending = [(position: start, isReady: false)]
      while let (position, isReady) = pending.popLast() {
        let update = updates[position]
        if isReady {
          states[position] = .done
          ordered.append(update)
          continue
        }
        guard states[position] == .waiting else { continue }
        states[position] = .begun
        pending.append((position, true))
        for index in update.uniqueProperties {
          let claim = update.claim(index, update.object.storedValue(at: index))
          guard let holder = holders[claim], holder != position else { continue }
          switch states[holder] {
          case .waiting: pending.append((holder, false))
          case .begun where !parked.contains { $0.object === updates[holder].object }:
            parked.append(
              Update(object: updates[holder].object, properties: updates[holder].uniqueProperties))
          case .begun, .done: break
          }
        }
      }
    }
    updates = ordered
  }

  /// How far an update is on its way into the order.
  private enum VisitState { case waiting, begun, done }

  /// Returns the value that stands in for that of the property `index` of `object`, a parked one:
  /// one that no row has.
  static func parkingValue(of object: ManagedObject, _ index: Int) -> StoredValue {
    let number = object.__state.number
    let text = "\u{0}parked \(number)"
    guard let attribute = object.__state.entity.layout.properties[index].attribute else {
      return .null
    }
    if attribute.isOptional { return .null }
    switch attribute.type.storageClass {
    case .integer: return .integer(.min + number)
    case .real:
      // The bits of finite numbers count outwards, away from zero.
      let outermost = (-Double.greatestFiniteMagnitude).bitPattern
      return .real(Double(bitPattern: outermost - UInt64(number)))
    case .text: return .text(text)
    case .blob: return .blob(Data(text.utf8))
    }
  }
}

extension SavePlan.Update {
  /// The properties among those that differ whose values no other row may have.
  fileprivate var uniqueProperties: [Int] {
    let unique = object.__state.entity.uniqueSet
    return unique.isEmpty ? [] : properties.filter { unique.contains($0) }
  }

  /// Returns the claim to `value` as that of the property `index`.
  fileprivate func claim(_ index: Int, _ value: StoredValue) -> SavePlan.Claim {
    let entity = object.__state.entity
    return SavePlan.Claim(
      tree: entity.tree, column: entity.layout.columns[index]?.name ?? "", value: value)
  }
}
