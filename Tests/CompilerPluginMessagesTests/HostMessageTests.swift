import CompilerPluginMessages
import Testing

@Suite struct HostMessageTests {
  private let author = """


    /// A writer — "é" \\ tab\tend.
    @Entity final class Author {
      @Attribute(1) var email: String = "a@b"
      var name = "Ürsula 😀"
      init() {}
    }
    """

  @Test func capabilityQuestionCarriesTheVersion() {
    #expect(message(Recorded.getCapability) == .getCapability(protocolVersion: 7))
  }

  @Test func memberRequestCarriesAnnotationAndClass() {
    let request = ExpansionRequest(
      macroTypeName: "EntityMacro", role: .member,
      attribute: fragment(
        "\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity ", line: 1, column: 11, offset: 10),
      declaration: fragment(author, line: 1, column: 11, offset: 10))

    #expect(message(Recorded.member) == .expandAttachedMacro(request))
  }

  @Test func accessorRequestCarriesTheEnclosingHeader() {
    let request = ExpansionRequest(
      macroTypeName: "AttributeMacro", role: .accessor,
      attribute: fragment("\n  @Attribute(1) ", line: 4, column: 29, offset: 73),
      declaration: fragment(
        "\n  @Attribute(1) var email: String = \"a@b\"", line: 4, column: 29, offset: 73),
      lexicalContext: [
        SourceFragment(
          source: "\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity final class Author {}")
      ])

    #expect(message(Recorded.accessor) == .expandAttachedMacro(request))
  }

  @Test func memberAttributeRequestCarriesTheMemberAndItsWholeParent() {
    let request = ExpansionRequest(
      macroTypeName: "EntityMacro", role: .memberAttribute,
      attribute: fragment(
        "\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity ", line: 1, column: 11, offset: 10),
      declaration: fragment("\n  init() {}", line: 6, column: 28, offset: 143),
      parentDeclaration: fragment(author, line: 1, column: 11, offset: 10),
      lexicalContext: [
        SourceFragment(
          source: "\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity final class Author {}")
      ])

    #expect(message(Recorded.memberAttribute) == .expandAttachedMacro(request))
  }

  @Test func peerRequestInANestedClassCarriesTheInnermostContextFirst() {
    let request = ExpansionRequest(
      macroTypeName: "AttributeMacro", role: .peer,
      attribute: fragment("\n    @Attribute ", line: 11, column: 34, offset: 204),
      declaration: fragment(
        "\n    @Attribute var title: String = \"\"", line: 11, column: 34, offset: 204),
      lexicalContext: [
        SourceFragment(source: "\n  @Entity final class Book {}"),
        SourceFragment(source: "\n\nenum Shop {}"),
      ])

    #expect(message(Recorded.peer) == .expandAttachedMacro(request))
  }

  @Test func extensionRequestCarriesTheTypeAndTheMissingConformances() {
    let request = ExpansionRequest(
      macroTypeName: "EntityMacro", role: .extension,
      attribute: fragment(
        "\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity ", line: 1, column: 11, offset: 10),
      declaration: fragment(author, line: 1, column: 11, offset: 10),
      extendedType: SourceFragment(source: "Author"),
      conformanceList: SourceFragment(source: "struct Placeholder: Storing {}"))

    #expect(message(Recorded.extensionOfType) == .expandAttachedMacro(request))
  }

  @Test func requestInAFunctionCarriesItsHeader() {
    let request = ExpansionRequest(
      macroTypeName: "EntityMacro", role: .member,
      attribute: fragment("\n  @Entity ", line: 16, column: 14, offset: 263),
      declaration: fragment(
        "\n  @Entity final class Local {\n    @Attribute var pages: Int = 0\n  }",
        line: 16, column: 14, offset: 263),
      lexicalContext: [SourceFragment(source: "\n\nfunc open() ")])

    #expect(message(Recorded.localMember) == .expandAttachedMacro(request))
  }

  @Test func freestandingRequestCarriesNameAndPlace() {
    let syntax = fragment("\n\n#make(\"x\")", line: 21, column: 2, offset: 352)

    #expect(
      message(Recorded.freestanding)
        == .expandFreestandingMacro(macroName: "make", syntax: syntax))
  }

  @Test func absentFieldsCountAsEmpty() {
    let empty = ExpansionRequest(
      macroTypeName: "", role: .other(""), attribute: SourceFragment(source: ""),
      declaration: SourceFragment(source: ""))

    #expect(message(#"{"getCapability":{}}"#) == .getCapability(protocolVersion: nil))
    #expect(message(#"{"expandAttachedMacro":{}}"#) == .expandAttachedMacro(empty))
    #expect(
      message(#"{"expandFreestandingMacro":{}}"#)
        == .expandFreestandingMacro(macroName: "", syntax: SourceFragment(source: "")))
  }

  @Test func fieldsOfAnotherTypeCountAsEmpty() {
    let json = #"""
      {"expandAttachedMacro":{"macro":"Entity","macroRole":3,"attributeSyntax":[1],
      "declSyntax":{"source":null,"location":{"line":"one","column":1.5,"offset":{}}},
      "parentDeclSyntax":null,"lexicalContext":{"kind":"declaration"}}}
      """#
    let empty = ExpansionRequest(
      macroTypeName: "", role: .other(""), attribute: SourceFragment(source: ""),
      declaration: SourceFragment(source: ""))

    #expect(message(json) == .expandAttachedMacro(empty))
  }

  @Test func unknownFieldsArePassedOver() {
    let json = #"""
      {"getCapability":{"mood":["good",{"a":null}],"capability":{"since":1e9,"protocolVersion":8}}}
      """#

    #expect(message(json) == .getCapability(protocolVersion: 8))
  }

  @Test func roleThatIsNotKnownKeepsItsName() {
    let json = #"{"expandAttachedMacro":{"macroRole":"preamble"}}"#
    let request = ExpansionRequest(
      macroTypeName: "", role: .other("preamble"), attribute: SourceFragment(source: ""),
      declaration: SourceFragment(source: ""))

    #expect(message(json) == .expandAttachedMacro(request))
  }

  @Test func messageThatIsNotKnownKeepsItsName() {
    let json = #"{"loadPluginLibrary":{"libraryPath":"/lib/x.so","moduleName":"X"}}"#

    #expect(message(json) == .unknown(name: "loadPluginLibrary"))
  }

  @Test(arguments: [
    ("", "expected a value at byte 0"),
    ("{nonsense", "expected a quoted name at byte 1"),
    ("{}", "expected a named message at byte 0"),
    ("[]", "expected a named message at byte 0"),
    ("null", "expected a named message at byte 0"),
    (#"{"getCapability":{}} x"#, "expected the end at byte 21"),
  ])
  func bytesThatAreNoMessageAreUnreadable(json: String, reason: String) {
    #expect(message(json) == .unreadable(reason: reason))
  }

  /// Returns the message that a frame with this text carries.
  private func message(_ json: String) -> HostMessage {
    HostMessage(json: Array(json.utf8))
  }

  /// Returns a fragment of the recorded file.
  private func fragment(
    _ source: String, line: Int, column: Int, offset: Int
  ) -> SourceFragment {
    SourceFragment(
      source: source, fileName: "/src/Bookshop/Author.swift", fileID: "Bookshop/Author.swift",
      line: line, column: column, offset: offset)
  }
}
