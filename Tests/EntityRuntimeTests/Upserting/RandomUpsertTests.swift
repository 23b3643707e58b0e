import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomUpsertTests {
  @Test(arguments: StoreKind.allCases, 1...12 as ClosedRange<UInt64>)
  func whateverIsUpsertedIsWhatADictionaryHas(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomUpsertRun(seed: seed, over: store)
    for step in 0..<150 {
      let (operation, problems) = try run.step()
      guard problems.isEmpty else {
        let text = problems.joined(separator: "\n")
        Issue.record("\(store), seed \(seed), step \(step), \(operation):\n\(text)")
        return
      }
    }
  }
}
