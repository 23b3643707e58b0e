/// Releases what released objects hold: one after the other, since releasing a long chain of
/// objects would otherwise take more than the stack has.
final class ReleaseQueue {
  /// What is to be released.
  // Both are asked for each object that is released; a check of each access takes as long.
  @exclusivity(unchecked) private var pending: [AnyObject] = []

  /// `true` while something is being released.
  @exclusivity(unchecked) private var isReleasing = false

  /// Releases all that `object`, which is being released, holds.
  func release(allHeldBy object: ManagedObject) {
    if !object.__flags.contains(.isFault) {
      for index in object.__entity.toOneIndexes {
        // What holds no object goes alone.
        guard var target = object.__toOne(index).object, target.__holdsOthers else { continue }
        object.__setToOne(index, __ToOne())
        // What others hold as well is not released.
        if isKnownUniquelyReferenced(&target) { pending.append(target) }
      }
    }
    if object.__hasToManys {
      for state in object.__toManys { pending.append(state) }
      object.__toManys = []
    }
    guard !isReleasing, !pending.isEmpty else { return }
    isReleasing = true
    while pending.popLast() != nil {}
    isReleasing = false
  }
}
