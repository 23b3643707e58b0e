import EntityGraph
import TestSupport

@testable import EntityRuntime

extension RandomRun {
  /// Takes the soft deletion of an object back, makes it permanent, or repeats it.
  mutating func restore() throws -> String {
    let hidden = naive.hidden
    guard !hidden.isEmpty else { return "nothing to restore" }
    let key = random.pick(hidden)
    guard let object = hold(try object(key)) else { return "nothing to restore" }
    switch random.below(4) {
    case 0:
      context.delete(object, permanently: true)
      naive.delete(key, permanently: true)
      return "delete \(key) permanently"
    case 1:
      context.delete(object)
      return "delete \(key) again"
    default:
      context.restore(object)
      naive.restore(key)
      return "restore \(key)"
    }
  }
}
