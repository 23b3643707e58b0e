import CompilerPluginMessages
import EntityExpansion
import SwiftReader

/// Translates between the compiler's messages and the expander, which counts bytes from the start
/// of the annotated declaration.
struct MacroAdapter: MacroExpanding {
  func expand(_ request: ExpansionRequest) -> ExpansionResult {
    let declaration = request.declaration
    guard
      let role = ExpansionRole(
        macroTypeName: request.macroTypeName, role: request.role.compilerName)
    else { return ExpansionResult(expandedSource: "") }
    // An annotation that another one added stands in a buffer of its own.
    let isWritten = request.attribute.fileName == declaration.fileName
    let expansion = EntityExpander().expand(
      role: role, attributeOffset: isWritten ? request.attribute.offset - declaration.offset : nil,
      declaration: declaration.source, extendedType: request.extendedType?.source,
      lexicalContext: request.lexicalContext.map(\.source),
      isConforming: request.conformanceList == nil,
      coding: request.conformanceList.map { CodingConformances(missing: $0.source) },
      inheritsManagedObject: request.conformanceList == nil)
    return ExpansionResult(
      expandedSource: expansion.source,
      diagnostics: expansion.diagnostics.map { PluginDiagnostic($0, in: declaration) })
  }
}

extension MacroRole {
  /// The compiler's name for the role.
  fileprivate var compilerName: String {
    switch self {
    case .accessor: "accessor"
    case .member: "member"
    case .memberAttribute: "memberAttribute"
    case .peer: "peer"
    case .extension: "extension"
    case .other(let name): name
    }
  }
}

extension PluginDiagnostic {
  /// Places `diagnostic` in the author's file, given the declaration that it counts from.
  fileprivate init(
    _ diagnostic: TextDiagnostic, in declaration: CompilerPluginMessages.SourceFragment
  ) {
    self.init(
      message: "\(diagnostic.message) [\(diagnostic.id)]",
      severity: diagnostic.severity == .error ? .error : .warning,
      position: declaration.position(at: diagnostic.range.lowerBound),
      highlights: [declaration.range(diagnostic.range)],
      notes: diagnostic.notes.map {
        Note(position: declaration.position(at: $0.range.lowerBound), message: $0.message)
      },
      fixIts: diagnostic.fixIts.map { fixIt in
        FixIt(
          message: fixIt.message,
          changes: fixIt.edits.map {
            Change(range: declaration.range($0.range), newText: $0.text)
          })
      })
  }
}
