import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomOperationTests {
  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func aContextDoesWhatANaiveGraphDoes(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomRun(seed: seed, over: store)
    var operations: [String] = []
    for step in 0..<1000 {
      operations.append(try run.step())
      let problems = try run.problems()
      guard problems.isEmpty else {
        let last = operations.suffix(20).joined(separator: "\n  ")
        Issue.record("\(store), seed \(seed), step \(step):\n\(problems)\nafter:\n  \(last)")
        return
      }
    }
  }

  @Test(arguments: StoreKind.allCases, 1...8 as ClosedRange<UInt64>)
  func whatIsUndoneIsAsANaiveGraphWasBefore(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomRun(seed: seed, over: store)
    run.record()
    var operations: [String] = []
    for step in 0..<1500 {
      operations.append(try run.step())
      let problems = try run.problems()
      guard problems.isEmpty else {
        let last = operations.suffix(20).joined(separator: "\n  ")
        Issue.record("\(store), seed \(seed), step \(step):\n\(problems)\nafter:\n  \(last)")
        return
      }
    }
  }
}
