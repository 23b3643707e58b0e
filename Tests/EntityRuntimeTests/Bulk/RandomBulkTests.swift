import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomBulkTests {
  @Test(arguments: StoreKind.allCases, 1...5 as ClosedRange<UInt64>)
  func aChangeOfManyIsTheSameChangeOfEach(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomBulkRun(seed: seed, over: store)
    try expectNoProblems(steps: 40, over: store, seed) { try run.step() }
  }
}
