import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomStatementTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func aStatementDoesWhatObjectsAndBulkChangesDo(_ seed: UInt64) throws {
    var run = try RandomStatementRun(seed: seed)
    for step in 0..<40 {
      let (operation, problems) = try run.step()
      guard problems.isEmpty else {
        let text = problems.joined(separator: "\n")
        Issue.record("seed \(seed), step \(step), \(operation):\n\(text)")
        return
      }
    }
  }
}
