import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct RandomOrderTests {
  @Test(arguments: StoreKind.allCases, 1...8 as ClosedRange<UInt64>)
  func contextsKeepTheOrdersOfANaiveModel(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomOrderRun(seed: seed, over: store)
    try expectNoProblems(steps: 600, over: store, seed) {
      let operation = try run.step()
      return (operation, run.problems(after: operation))
    }
  }
}
