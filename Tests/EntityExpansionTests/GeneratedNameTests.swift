import EntityExpansion
import Foundation
import SwiftReader
import Testing

/// The compiler accepts generated members only under the names that the macro's declaration gives.
@Suite struct GeneratedNameTests {
  @Test(arguments: SampleModel.all) func areDeclaredByTheMacro(_ model: SampleModel) throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let macro = try String(
      contentsOf: root.appending(path: "Sources/EntityGraph/EntityMacro.swift"), encoding: .utf8)
    for answer in ExpansionDriver(model.source).answers {
      guard answer.expansion.source.contains("__entityName") else { continue }
      let type = SyntaxTree(parsing: "class C {\n\(answer.expansion.source)\n}")
        .declarations.first?.asType
      let names = try #require(type).flattenedMembers.map { member in
        member.asType?.name ?? member.asFunction?.name ?? member.asVariable?.bindings.first?.name
          ?? "init"
      }
      #expect(names.count > 8)
      for name in names { #expect(macro.contains("named(\(name))"), "\(name)") }
    }
  }
}
