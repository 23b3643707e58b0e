/// What the compiler says to the plugin.
package enum HostMessage: Equatable, Sendable {
  /// The compiler introduces itself and asks what the plugin can do.
  case getCapability(protocolVersion: Int?)

  /// An annotation is to be expanded.
  case expandAttachedMacro(ExpansionRequest)

  /// A `#name(…)` is to be expanded; `macroName` is the name the author wrote.
  case expandFreestandingMacro(macroName: String, syntax: SourceFragment)

  /// A message that this protocol version does not have.
  case unknown(name: String)

  /// Bytes that are no message, and why.
  case unreadable(reason: String)
}
