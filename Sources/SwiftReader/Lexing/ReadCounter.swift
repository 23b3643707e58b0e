#if DEBUG || COUNTS_READS
  import Synchronization
#endif

/// Counts how often the source and its tokens are looked at, which tells how long reading takes
/// without a clock.
///
/// Only builds for debugging and those with the condition `COUNTS_READS` count; in all others this
/// is nothing at all.
struct ReadCounter: Sendable {
  #if DEBUG || COUNTS_READS
    private final class Box: Sendable {
      let count = Atomic(0)
    }

    private let box = Box()

    /// The number of looks so far, nil where the build does not count.
    var count: Int? { box.count.load(ordering: .relaxed) }

    /// Counts one look.
    @inline(__always)
    func increment() { box.count.add(1, ordering: .relaxed) }
  #else
    /// The number of looks so far, nil where the build does not count.
    var count: Int? { nil }

    /// Counts one look.
    @inline(__always)
    func increment() {}
  #endif
}
