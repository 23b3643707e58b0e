/// The live objects of one inheritance tree in one context, by the numbers of their rows.
///
/// Objects are not retained; each takes itself out when it goes. Open addressing with linear
/// probing; a number whose object has gone keeps its slot until the map is rehashed, so that
/// thousands that go together need not move what stands after them.
///
/// - Invariant: no number stands twice; at most three quarters of the slots are taken.
final class IdentityMap {
  /// A number and its object, nil once that has gone; an empty slot has the number 0.
  private struct Slot {
    var number: Int64 = 0
    var object: Unmanaged<ManagedObject>?
  }

  private var slots: UnsafeMutableBufferPointer<Slot>

  /// By how many bits a hash is shifted, less one, to say which sixteen slots are meant.
  private var shift: UInt64

  /// How many slots are not empty.
  private var taken = 0

  /// How many objects there are.
  private(set) var count = 0

  /// `true` if an object of the map has ever held another one or members.
  var mayHoldObjects = false

  init() {
    slots = .allocate(capacity: 16)
    slots.initialize(repeating: Slot())
    shift = 63
  }

  deinit { slots.deallocate() }

  /// The live object of the row `number`, or nil.
  subscript(number: Int64) -> ManagedObject? { self[unowned: number]?.takeUnretainedValue() }

  /// The live object of the row `number`, to which no reference is counted, or nil.
  @inline(__always)
  subscript(unowned number: Int64) -> Unmanaged<ManagedObject>? {
    var index = home(of: number)
    while slots[index].number != number {
      if slots[index].number == 0 { return nil }
      index = (index + 1) & (slots.count - 1)
    }
    return slots[index].object
  }

  /// Adds `object` as that of the row `number`, in place of another one.
  func insert(_ object: ManagedObject, _ number: Int64) {
    if (taken + 1) * 4 > slots.count * 3 { rehash() }
    var index = home(of: number)
    while slots[index].number != 0, slots[index].number != number {
      index = (index + 1) & (slots.count - 1)
    }
    if slots[index].number == 0 { taken += 1 }
    if slots[index].object == nil { count += 1 }
    slots[index] = Slot(number: number, object: .passUnretained(object))
  }

  /// Removes the object of the row `number`, if it is `object`.
  func remove(_ object: ManagedObject, _ number: Int64) {
    let mask = slots.count - 1
    var index = home(of: number)
    while slots[index].number != number {
      if slots[index].number == 0 { return }
      index = (index + 1) & mask
    }
    guard slots[index].object?.toOpaque() == Unmanaged.passUnretained(object).toOpaque() else {
      return
    }
    count -= 1
    slots[index].object = nil
    // Nothing is looked for beyond an empty slot.
    if slots[(index + 1) & mask].number == 0 {
      slots[index].number = 0
      taken -= 1
    }
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
    let sixteen = (((bits >> 4) &* 0x9e37_79b9_7f4a_7c15) >> 1) &>> shift
    return Int(truncatingIfNeeded: sixteen << 4 | bits & 15)
  }

  /// Makes room: leaves out what has gone, and takes twice the slots unless that is enough.
  private func rehash() {
    let old = slots
    let isLarger = count * 8 >= old.count * 3
    slots = .allocate(capacity: isLarger ? old.count * 2 : old.count)
    slots.initialize(repeating: Slot())
    if isLarger { shift -= 1 }
    taken = count
    for slot in old where slot.object != nil {
      var index = home(of: slot.number)
      while slots[index].number != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
    old.deallocate()
  }
}
