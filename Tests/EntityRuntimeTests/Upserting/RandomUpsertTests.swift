import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomUpsertTests {
  @Test(arguments: StoreKind.allCases, 1...12 as ClosedRange<UInt64>)
  func whateverIsUpsertedIsWhatADictionaryHas(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomUpsertRun(seed: seed, over: store)
    try expectNoProblems(steps: 150, over: store, seed) { try run.step() }
  }
}
