/// A workload whose peak memory is measured, each contender in a process of its own.
enum MemoryRow: String, CaseIterable {
  case memory
  case memoryAll = "memory-all"

  /// What is done, in a few words.
  func title(_ scale: Scale) -> String {
    switch self {
    case .memory: "peak memory of fetching \(grouped(scale.books))"
    case .memoryAll: "the same, all 8 attributes read"
    }
  }

  /// The greatest ratio to RAW that EntityGraph is meant to have.
  var target: Double { 1.3 }

  /// What takes the memory; all objects are held until it ends.
  var workload: Workload {
    switch self {
    case .memory: .fetch
    case .memoryAll: .readAll
    }
  }
}
