import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomMergeTests {
  @Test(arguments: StoreKind.allCases, 1...8 as ClosedRange<UInt64>)
  func aMergeLeavesContextsAndStoreSound(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomMergeRun(seed: seed, over: store)
    try expectNoProblems(steps: 1000, over: store, seed, showing: 40) {
      (try run.step(), try run.problems())
    }
    // A run in which nobody gets in anybody's way proves nothing.
    #expect(run.merged > 0)
    #expect(run.failed > 0)
    #expect(run.plain > 0)
  }
}
