import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomMergeTests {
  @Test(arguments: StoreKind.allCases, 1...20 as ClosedRange<UInt64>)
  func aMergeLeavesContextsAndStoreSound(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomMergeRun(seed: seed, over: store)
    var operations: [String] = []
    for step in 0..<1000 {
      operations.append(try run.step())
      let problems = try run.problems()
      guard problems.isEmpty else {
        let last = operations.suffix(40).joined(separator: "\n  ")
        Issue.record("\(store), seed \(seed), step \(step):\n\(problems)\nafter:\n  \(last)")
        return
      }
    }
    // A run in which nobody gets in anybody's way proves nothing.
    #expect(run.merged > 0)
    #expect(run.failed > 0)
    #expect(run.plain > 0)
  }
}
