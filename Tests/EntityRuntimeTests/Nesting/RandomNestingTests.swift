import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomNestingTests {
  @Test(arguments: StoreKind.allCases, 1...8 as ClosedRange<UInt64>)
  func nestedContextsDoWhatCopiesOfANaiveGraphDo(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomRun(seed: seed, over: store)
    var operations: [String] = []
    for step in 0..<1000 {
      operations.append(try run.stepNested())
      let problems = try run.problems()
      guard problems.isEmpty else {
        let last = operations.suffix(30).joined(separator: "\n  ")
        Issue.record("\(store), seed \(seed), step \(step):\n\(problems)\nafter:\n  \(last)")
        return
      }
    }
  }

  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func nestedContextsKeepTheOrdersOfANaiveModel(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomOrderRun(seed: seed, over: store)
    var operations: [String] = []
    for step in 0..<400 {
      let operation = try run.stepNested()
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
