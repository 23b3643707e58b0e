import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomNestingTests {
  @Test(arguments: StoreKind.allCases, 1...4 as ClosedRange<UInt64>)
  func nestedContextsDoWhatCopiesOfANaiveGraphDo(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomRun(seed: seed, over: store)
    try expectNoProblems(steps: 1000, over: store, seed, showing: 30) {
      (try run.stepNested(), try run.problems())
    }
  }

  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func nestedContextsKeepTheOrdersOfANaiveModel(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomOrderRun(seed: seed, over: store)
    try expectNoProblems(steps: 400, over: store, seed) {
      let operation = try run.stepNested()
      return (operation, run.problems(after: operation))
    }
  }
}
