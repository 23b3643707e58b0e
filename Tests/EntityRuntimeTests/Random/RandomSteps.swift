import Foundation
import Testing

/// How many steps each random run takes where the environment says so, as `ENTITYGRAPH_STEPS`.
private let longRun = ProcessInfo.processInfo.environment["ENTITYGRAPH_STEPS"].flatMap { Int($0) }

/// Takes `count` steps of a random run, or as many as `ENTITYGRAPH_STEPS` says, each of which
/// returns what has been done, and expects that there are no problems after any; the first ones are
/// recorded with the last `shown` operations.
func expectNoProblems<Problems: Collection>(
  steps count: Int, over store: StoreKind, _ seed: UInt64, showing shown: Int = 20,
  _ step: () throws -> (operation: String, problems: Problems)
) rethrows {
  var operations: [String] = []
  for number in 0..<(longRun ?? count) {
    let (operation, problems) = try step()
    operations.append(operation)
    if operations.count > 2 * shown { operations.removeFirst(shown) }
    guard problems.isEmpty else {
      let last = operations.suffix(shown).joined(separator: "\n  ")
      Issue.record("\(store), seed \(seed), step \(number):\n\(problems)\nafter:\n  \(last)")
      return
    }
  }
}
