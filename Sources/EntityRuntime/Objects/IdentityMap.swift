/// The live objects of one inheritance tree in one context, by their row ids.
///
/// Objects are not retained; each removes itself when it is released. Open addressing with linear
/// probing; an id whose object has been released has its slot until the map is rehashed, so that
/// thousands that are released together need not move what comes after them.
///
/// - Invariant: no id has two slots; at most three quarters of the slots are taken.
final class IdentityMap {
  /// A row id and its object, `nil` once that has been released; an empty slot has the id 0.
  private struct Slot {
    var id: Int64 = 0
    var object: Unmanaged<ManagedObject>?
  }

  private var slots: UnsafeMutableBufferPointer<Slot>

  /// By how many bits a hash is shifted, less one, to be the index of sixteen slots.
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

  /// The live object of the row `id`, or `nil`.
  subscript(id: Int64) -> ManagedObject? { self[unowned: id]?.takeUnretainedValue() }

  /// The live object of the row `id`, to which no reference is counted, or `nil`.
  @inline(__always)
  subscript(unowned id: Int64) -> Unmanaged<ManagedObject>? {
    var index = home(of: id)
    while slots[index].id != id {
      if slots[index].id == 0 { return nil }
      index = (index + 1) & (slots.count - 1)
    }
    return slots[index].object
  }

  /// Adds `object` as that of the row `id`; it replaces another one.
  func insert(_ object: ManagedObject, _ id: Int64) {
    if (taken + 1) * 4 > slots.count * 3 { rehash() }
    var index = home(of: id)
    while slots[index].id != 0, slots[index].id != id {
      index = (index + 1) & (slots.count - 1)
    }
    if slots[index].id == 0 { taken += 1 }
    if slots[index].object == nil { count += 1 }
    slots[index] = Slot(id: id, object: .passUnretained(object))
  }

  /// Removes the object of the row `id`, if it is `object`.
  func remove(_ object: ManagedObject, _ id: Int64) {
    let mask = slots.count - 1
    var index = home(of: id)
    while slots[index].id != id {
      if slots[index].id == 0 { return }
      index = (index + 1) & mask
    }
    guard slots[index].object?.toOpaque() == Unmanaged.passUnretained(object).toOpaque() else {
      return
    }
    count -= 1
    slots[index].object = nil
    // Nothing is looked for beyond an empty slot.
    if slots[(index + 1) & mask].id == 0 {
      slots[index].id = 0
      taken -= 1
    }
  }

  /// `true` if the search for `id` ends where it begins.
  func isHome(_ id: Int64) -> Bool { slots[home(of: id)].id == id }

  /// The live objects, in no order.
  var objects: [ManagedObject] {
    slots.compactMap { $0.id == 0 ? nil : $0.object?.takeUnretainedValue() }
  }

  /// The slot at which the search for `id` begins.
  private func home(of id: Int64) -> Int {
    // Sixteen consecutive ids, which is how rows are created and fetched, share a few lines of the
    // cache; Fibonacci hashing spreads the sixteens evenly.
    let bits = UInt64(bitPattern: id)
    let sixteen = (((bits >> 4) &* 0x9e37_79b9_7f4a_7c15) >> 1) &>> shift
    return Int(truncatingIfNeeded: sixteen << 4 | bits & 15)
  }

  /// Makes room: drops the ids of released objects, and doubles the slots unless that is enough.
  private func rehash() {
    let old = slots
    let isLarger = count * 8 >= old.count * 3
    slots = .allocate(capacity: isLarger ? old.count * 2 : old.count)
    slots.initialize(repeating: Slot())
    if isLarger { shift -= 1 }
    taken = count
    for slot in old where slot.object != nil {
      var index = home(of: slot.id)
      while slots[index].id != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
    old.deallocate()
  }
}
