import EntityModel
import Synchronization

extension RegularExpression {
  /// The expressions that have been compiled last.
  private static let compiled = Mutex<[String: RegularExpression]>([:])

  /// Returns `true` if `pattern` is found in `text`; `false` too if it is no expression.
  package static func isFound(_ pattern: String, ignoringCase: Bool, in text: String) -> Bool {
    let pattern = ignoringCase ? "(?i)" + pattern : pattern
    return compiled(pattern)?.isFound(in: text) ?? false
  }

  private static func compiled(_ pattern: String) -> RegularExpression? {
    if let known = compiled.withLock({ $0[pattern] }) { return known }
    guard let expression = try? RegularExpression(pattern) else { return nil }
    compiled.withLock { compiled in
      if compiled.count >= 64 { compiled = [:] }
      compiled[pattern] = expression
    }
    return expression
  }
}
