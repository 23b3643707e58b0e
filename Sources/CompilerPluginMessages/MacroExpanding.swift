/// Whoever knows what the macros mean.
package protocol MacroExpanding {
  /// Returns the expansion of one role of one annotation.
  ///
  /// Two compiler jobs ask for the same expansion of the same file, so the answer is a function of
  /// the request alone.
  func expand(_ request: ExpansionRequest) -> ExpansionResult
}
