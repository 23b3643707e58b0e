import Foundation

/// Keeps this process and those that it starts on one core.
enum OneCore {
  /// Chooses the core on which this runs; without effect where the system cannot be told.
  static func claim() {
    #if os(Linux)
      var cores = cpu_set_t()
      let core = Int(sched_getcpu())
      withUnsafeMutableBytes(of: &cores) { $0[core / 8] |= 1 << UInt8(core % 8) }
      sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &cores)
    #endif
  }
}
