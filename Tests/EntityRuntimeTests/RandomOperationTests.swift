import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomOperationTests {
  @Test(arguments: StoreKind.allCases, 1...4 as ClosedRange<UInt64>)
  func aContextDoesWhatANaiveGraphDoes(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomRun(seed: seed, over: store)
    try expectNoProblems(steps: 1000, over: store, seed) {
      (try run.step(), try run.problems())
    }
  }

  @Test(arguments: StoreKind.allCases, 1...4 as ClosedRange<UInt64>)
  func allOperationsTogetherDoWhatANaiveGraphDoes(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomRun(seed: seed, over: store)
    try expectNoProblems(steps: 1000, over: store, seed, showing: 40) {
      (try run.stepOfEverything(), try run.problems())
    }
  }

  @Test(arguments: StoreKind.allCases, 1...4 as ClosedRange<UInt64>)
  func whatIsUndoneIsAsANaiveGraphWasBefore(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomRun(seed: seed, over: store)
    run.record()
    try expectNoProblems(steps: 1500, over: store, seed) {
      (try run.step(), try run.problems())
    }
  }
}
