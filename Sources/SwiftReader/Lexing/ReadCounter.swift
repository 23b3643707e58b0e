/// Counts how often the source and its tokens are looked at, which tells how long reading takes
/// without a clock.
///
/// Only builds for debugging and those with the condition `COUNTS_READS` count; in all others this
/// is nothing at all.
struct ReadCounter {
  #if DEBUG || COUNTS_READS
    private final class Box {
      var count = 0
    }

    private let box = Box()

    /// The number of looks so far, nil where the build does not count.
    var count: Int? { box.count }

    /// Counts one look.
    @inline(__always)
    func increment() { box.count += 1 }
  #else
    /// The number of looks so far, nil where the build does not count.
    var count: Int? { nil }

    /// Counts one look.
    @inline(__always)
    func increment() {}
  #endif
}
