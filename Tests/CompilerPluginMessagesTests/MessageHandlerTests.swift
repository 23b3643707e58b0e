import CompilerPluginMessages
import Testing

@Suite struct MessageHandlerTests {
  @Test func capabilityIsVersionSevenWithoutFeatures() {
    #expect(
      answer(to: .getCapability(protocolVersion: 7))
        == .getCapabilityResult(protocolVersion: 7, features: []))
    #expect(
      answer(to: .getCapability(protocolVersion: nil))
        == .getCapabilityResult(protocolVersion: 7, features: []))
  }

  @Test func attachedMacroIsTheExpandersToAnswer() {
    let result = ExpansionResult(
      expandedSource: "EntityMacro member",
      diagnostics: [
        PluginDiagnostic(
          message: "seen", severity: .remark,
          position: PluginDiagnostic.Position(fileName: "/src/Bookshop/Author.swift", offset: 12))
      ])

    #expect(
      answer(to: HostMessage(json: Array(Recorded.member.utf8))) == .expandMacroResult(result))
  }

  @Test func freestandingMacroIsRefusedWhereItStands() {
    let error = PluginDiagnostic(
      message: "'make' has no '#' form", severity: .error,
      position: PluginDiagnostic.Position(fileName: "/src/Bookshop/Author.swift", offset: 354))

    #expect(
      answer(to: HostMessage(json: Array(Recorded.freestanding.utf8)))
        == .expandMacroResult(ExpansionResult(expandedSource: nil, diagnostics: [error])))
  }

  @Test func unknownMessageGetsAnEmptyResult() {
    #expect(
      answer(to: .unknown(name: "loadPluginLibrary"))
        == .expandMacroResult(ExpansionResult(expandedSource: "")))
  }

  @Test func unreadableMessageGetsAnErrorThatSaysWhy() {
    let error = PluginDiagnostic(
      message: "the compiler's message to the entity macros could not be read: expected a value",
      severity: .error, position: PluginDiagnostic.Position(fileName: "", offset: 0))

    #expect(
      answer(to: .unreadable(reason: "expected a value"))
        == .expandMacroResult(ExpansionResult(expandedSource: nil, diagnostics: [error])))
  }

  @Test func placesInAFragmentAreCountedFromTheStartOfTheFile() {
    let fragment = SourceFragment(
      source: "var a", fileName: "/src/Bookshop/Author.swift", offset: 70)

    #expect(
      fragment.position(at: 4)
        == PluginDiagnostic.Position(fileName: "/src/Bookshop/Author.swift", offset: 74))
    #expect(
      fragment.range(0..<3)
        == PluginDiagnostic.SourceRange(
          fileName: "/src/Bookshop/Author.swift", startOffset: 70, endOffset: 73))
  }

  /// Returns the answer of a handler whose expander repeats what it was asked.
  private func answer(to message: HostMessage) -> PluginMessage {
    MessageHandler(expander: RepeatingExpander()).handle(message)
  }
}

/// Answers with the macro's type and role, and a remark two bytes into the declaration.
struct RepeatingExpander: MacroExpanding {
  func expand(_ request: ExpansionRequest) -> ExpansionResult {
    ExpansionResult(
      expandedSource: "\(request.macroTypeName) \(request.role)",
      diagnostics: [
        PluginDiagnostic(
          message: "seen", severity: .remark, position: request.declaration.position(at: 2))
      ])
  }
}
