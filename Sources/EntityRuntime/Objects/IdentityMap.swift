/// The live objects of one inheritance tree in one context, by the numbers of their rows.
///
/// Objects are not retained; each takes itself out when it goes. Open addressing with linear
/// probing and backward shifting (Knuth, The Art of Computer Programming, volume 3, 6.4, algorithm
/// R).
///
/// - Invariant: no number stands twice; at most three quarters of the slots are taken.
final class IdentityMap {
  /// A number and its object; an empty slot has the number 0.
  private struct Slot {
    var number: Int64 = 0
    var object: Unmanaged<ManagedObject>?
  }

  // The map is confined to one thread and calls nobody while it changes, so that accesses need no
  // checks.
  @exclusivity(unchecked) private var slots: UnsafeMutableBufferPointer<Slot>
  @exclusivity(unchecked) private var shift: Int

  /// How many objects there are.
  @exclusivity(unchecked) private(set) var count = 0

  init() {
    slots = .allocate(capacity: 16)
    slots.initialize(repeating: Slot())
    shift = 64
  }

  deinit { slots.deallocate() }

  /// The live object of the row `number`, or nil.
  subscript(number: Int64) -> ManagedObject? {
    var index = home(of: number)
    while slots[index].number != 0 {
      if slots[index].number == number { return slots[index].object?.takeUnretainedValue() }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds `object` as that of the row `number`, in place of another one.
  func insert(_ object: ManagedObject, _ number: Int64) {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    var index = home(of: number)
    while slots[index].number != 0, slots[index].number != number {
      index = (index + 1) & (slots.count - 1)
    }
    if slots[index].number == 0 { count += 1 }
    slots[index] = Slot(number: number, object: .passUnretained(object))
  }

  /// Takes the object of the row `number` out, if it is `object`.
  func remove(_ object: ManagedObject, _ number: Int64) {
    let mask = slots.count - 1
    var hole = home(of: number)
    while slots[hole].number != number {
      if slots[hole].number == 0 { return }
      hole = (hole + 1) & mask
    }
    guard slots[hole].object?.toOpaque() == Unmanaged.passUnretained(object).toOpaque() else {
      return
    }
    count -= 1
    var next = (hole + 1) & mask
    while slots[next].number != 0 {
      // A slot moves into the hole unless its home lies after the hole.
      if (next - home(of: slots[next].number)) & mask >= (next - hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = Slot()
  }

  /// The live objects, in no order.
  var objects: [ManagedObject] {
    slots.compactMap { $0.number == 0 ? nil : $0.object?.takeUnretainedValue() }
  }

  /// The slot at which the search for `number` begins.
  private func home(of number: Int64) -> Int {
    // Sixteen consecutive numbers, which is how rows are numbered and fetched, share a few lines of
    // the cache; Fibonacci hashing spreads the sixteens evenly.
    let bits = UInt64(bitPattern: number)
    let sixteen = ((bits >> 4) &* 0x9e37_79b9_7f4a_7c15) >> UInt64(shift)
    return Int(truncatingIfNeeded: sixteen << 4 | bits & 15)
  }

  private func grow() {
    let old = slots
    slots = .allocate(capacity: old.count * 2)
    slots.initialize(repeating: Slot())
    shift -= 1
    for slot in old where slot.number != 0 {
      var index = home(of: slot.number)
      while slots[index].number != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
    old.deallocate()
  }
}
