import Foundation
import TestSupport
import Testing

/// What the compiler plugin does when it is given arguments, as EntityModelPlugin has it do.
@Suite struct CompilerPluginTests {
  private static let name = "EntityMacros-tool"

  @Test func itGeneratesWhatTheToolGenerates() throws {
    try TemporaryDirectory.with { directory in
      let source = """
        import EntityGraph
        @Entity final class Author: ManagedObject {
          var name: String = ""
        }
        """
      try directory.write(source.utf8, to: "a.swift")
      func generated(by program: String) throws -> String {
        let output = "\(program).swift"
        let run = try Tool.run(
          "generate", "--output", output, "--module", "Shop", "a.swift", in: directory,
          named: program)
        #expect(run == Tool.Run())
        return try String(contentsOfFile: directory.path(output), encoding: .utf8)
      }
      let expected = try generated(by: "entity-model")
      let found = try generated(by: Self.name)
      #expect(found == expected)
    }
  }

  @Test func itRefusesWhatItCannotDo() throws {
    try TemporaryDirectory.with { directory in
      let usage = "usage: generate --output FILE MODULE\n"
      let verb = try Tool.run("check", in: directory, named: Self.name)
      #expect(verb == Tool.Run(errors: "expected 'generate'\n" + usage, status: 64))
      let output = try Tool.run("generate", "--module", "Shop", in: directory, named: Self.name)
      #expect(
        output == Tool.Run(errors: "'generate' needs '--output FILE'\n" + usage, status: 64))
    }
  }
}
