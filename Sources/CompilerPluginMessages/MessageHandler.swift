/// Turns what the compiler says into what the plugin answers, one for one, keeping no state.
package struct MessageHandler {
  /// The version of the protocol that the messages here are written against.
  static let protocolVersion = 7

  private let expander: any MacroExpanding

  /// Creates a handler that leaves every expansion to `expander`.
  package init(expander: any MacroExpanding) {
    self.expander = expander
  }

  /// Returns the answer to one message; there is always one, because the compiler waits for it.
  package func handle(_ message: HostMessage) -> PluginMessage {
    switch message {
    case .getCapability:
      .getCapabilityResult(protocolVersion: Self.protocolVersion, features: [])
    case .expandAttachedMacro(let request):
      .expandMacroResult(expander.expand(request))
    case .expandFreestandingMacro(let macroName, let syntax):
      .refusal("'\(macroName)' has no '#' form", at: syntax.position(at: syntax.leadingBlank))
    case .unknown:
      .expandMacroResult(ExpansionResult(expandedSource: ""))
    case .unreadable(let reason):
      .refusal(
        "the compiler's message to the entity macros could not be read: \(reason)",
        at: PluginDiagnostic.Position(fileName: "", offset: 0))
    }
  }
}

extension PluginMessage {
  /// Returns the answer that there is no expansion, with the error that the compiler needs in order
  /// to do without one.
  fileprivate static func refusal(
    _ message: String, at position: PluginDiagnostic.Position
  ) -> PluginMessage {
    let error = PluginDiagnostic(message: message, severity: .error, position: position)
    return .expandMacroResult(ExpansionResult(expandedSource: nil, diagnostics: [error]))
  }
}

extension SourceFragment {
  /// The number of UTF-8 bytes of white space at the start of `source`.
  fileprivate var leadingBlank: Int {
    source.prefix { $0.isWhitespace }.utf8.count
  }
}
