/// What a macro has to say to one request.
package struct ExpansionResult: Equatable, Sendable {
  /// The text to insert, or nil when the macro gives up.
  ///
  /// The compiler takes nil as "an error was reported" and goes on without the expansion, so nil
  /// wants an error among the diagnostics, of this request or of another role of the same
  /// annotation. Where nobody reports an error the compiler crashes.
  package var expandedSource: String?

  /// What to report to the author, in order.
  package var diagnostics: [PluginDiagnostic]

  /// Creates a result.
  package init(expandedSource: String?, diagnostics: [PluginDiagnostic] = []) {
    self.expandedSource = expandedSource
    self.diagnostics = diagnostics
  }
}
