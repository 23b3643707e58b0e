import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct RandomOrderTests {
  @Test(arguments: StoreKind.allCases, 1...8 as ClosedRange<UInt64>)
  func contextsKeepTheOrdersOfANaiveModel(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomOrderRun(seed: seed, over: store)
    var operations: [String] = []
    for step in 0..<600 {
      let operation = try run.step()
      operations.append(operation)
      var problems = run.problems()
      if operation.contains(" is ["), operation.contains("not [") { problems.append(operation) }
      guard problems.isEmpty else {
        let last = operations.suffix(20).joined(separator: "\n  ")
        Issue.record("\(store), seed \(seed), step \(step):\n\(problems)\nafter:\n  \(last)")
        return
      }
    }
  }
}
