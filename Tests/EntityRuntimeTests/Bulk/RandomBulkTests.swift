import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomBulkTests {
  @Test(arguments: StoreKind.allCases, 1...10 as ClosedRange<UInt64>)
  func aChangeOfManyIsTheSameChangeOfEach(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomBulkRun(seed: seed, over: store)
    for step in 0..<40 {
      let (operation, problems) = try run.step()
      guard problems.isEmpty else {
        let text = problems.joined(separator: "\n")
        Issue.record("\(store), seed \(seed), step \(step), \(operation):\n\(text)")
        return
      }
    }
  }
}
