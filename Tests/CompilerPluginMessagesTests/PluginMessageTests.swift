import CompilerPluginMessages
import Testing

@Suite struct PluginMessageTests {
  @Test func capabilityIsWrittenAsTheCompilerReadsIt() {
    expect(
      .getCapabilityResult(protocolVersion: 7, features: []),
      #"{"getCapabilityResult":{"capability":{"features":[],"protocolVersion":7}}}"#)
  }

  @Test func expansionAlwaysHasItsDiagnostics() {
    expect(
      .expandMacroResult(ExpansionResult(expandedSource: "")),
      #"{"expandMacroResult":{"diagnostics":[],"expandedSource":""}}"#)
  }

  @Test func refusalHasNoExpandedSource() {
    expect(
      .expandMacroResult(ExpansionResult(expandedSource: nil)),
      #"{"expandMacroResult":{"diagnostics":[]}}"#)
  }

  @Test func textIsEscaped() {
    expect(
      .expandMacroResult(ExpansionResult(expandedSource: "get {\n\t\"\\/é😀\u{1}\" }")),
      #"{"expandMacroResult":{"diagnostics":[],"expandedSource":"get {\n\t\"\\/é😀\u0001\" }"}}"#)
  }

  @Test func diagnosticIsWrittenWithEveryPart() {
    let name = PluginDiagnostic.SourceRange(fileName: "/a.swift", startOffset: 4, endOffset: 8)
    let diagnostic = PluginDiagnostic(
      message: "'name' needs a type", severity: .error,
      position: PluginDiagnostic.Position(fileName: "/a.swift", offset: 4), highlights: [name],
      notes: [
        PluginDiagnostic.Note(
          position: PluginDiagnostic.Position(fileName: "/b.swift", offset: 0), message: "see here")
      ],
      fixIts: [
        PluginDiagnostic.FixIt(
          message: "add ': String'",
          changes: [PluginDiagnostic.Change(range: name, newText: "name: String")])
      ])

    expect(
      .expandMacroResult(ExpansionResult(expandedSource: nil, diagnostics: [diagnostic])),
      #"{"expandMacroResult":{"diagnostics":[{"#
        + #""fixIts":[{"changes":[{"newText":"name: String","#
        + #""range":{"endOffset":8,"fileName":"/a.swift","startOffset":4}}],"#
        + #""message":"add ': String'"}],"#
        + #""highlights":[{"endOffset":8,"fileName":"/a.swift","startOffset":4}],"#
        + #""message":"'name' needs a type","#
        + #""notes":[{"message":"see here","position":{"fileName":"/b.swift","offset":0}}],"#
        + #""position":{"fileName":"/a.swift","offset":4},"severity":"error"}]}}"#)
  }

  @Test(arguments: [
    (PluginDiagnostic.Severity.error, "error"), (.warning, "warning"), (.note, "note"),
    (.remark, "remark"),
  ])
  func severityIsWrittenByItsName(severity: PluginDiagnostic.Severity, name: String) {
    let diagnostic = PluginDiagnostic(
      message: "", severity: severity,
      position: PluginDiagnostic.Position(fileName: "", offset: 0))

    expect(
      .expandMacroResult(ExpansionResult(expandedSource: nil, diagnostics: [diagnostic])),
      #"{"expandMacroResult":{"diagnostics":[{"fixIts":[],"highlights":[],"message":"","notes":[],"#
        + #""position":{"fileName":"","offset":0},"severity":"\#(name)"}]}}"#)
  }

  /// Expects the message to be written as exactly this text.
  private func expect(
    _ message: PluginMessage, _ json: String, location: SourceLocation = #_sourceLocation
  ) {
    #expect(String(decoding: message.json, as: UTF8.self) == json, sourceLocation: location)
  }
}
