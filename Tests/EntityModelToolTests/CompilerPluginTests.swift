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

  /// Every number of a message at its limits: the plugin answers each message.
  @Test func noNumberInAMessageEndsThePlugin() throws {
    let numbers = [
      "0", "-1", "1", "\(Int.max)", "\(Int.max - 1)", "\(Int.min)", "9223372036854775808", "1e300",
      "-0.5", "null", "\"7\"",
    ]
    let fields = ["line", "column", "offset"]
    var frames: [UInt8] = []
    var count = 0
    for (type, role) in [("EntityMacro", "member"), ("AttributeMacro", "accessor")] {
      for (field, number) in fields.flatMap({ field in numbers.map { (field, $0) } }) {
        for changed in ["attributeSyntax", "declSyntax"] {
          func fragment(_ name: String, _ source: String) -> String {
            let values = fields.map {
              "\"\($0)\":\(name == changed && $0 == field ? number : "3")"
            }
            return "\"\(name)\":{\"source\":\"\(source)\",\"location\":{\"fileName\":\"a.swift\","
              + values.joined(separator: ",") + "}}"
          }
          let source = role == "member" ? "@Entity struct A {}" : "@Attribute let a: Int"
          let text =
            "{\"expandAttachedMacro\":{\"macro\":{\"typeName\":\"\(type)\",\"name\":\"A\"},"
            + "\"macroRole\":\"\(role)\"," + fragment("attributeSyntax", "@Entity") + ","
            + fragment("declSyntax", source) + "}}"
          // A length of 1024 is text in UTF-8.
          frames += [0, 4, 0, 0, 0, 0, 0, 0]
          frames += Array(text.utf8) + Array(repeating: 0x20, count: 1024 - text.utf8.count)
          count += 1
        }
      }
    }
    try TemporaryDirectory.with { directory in
      let run = try Tool.run(
        arguments: [], in: directory, input: String(decoding: frames, as: UTF8.self),
        named: Self.name)
      #expect(run.status == 0)
      #expect(run.output.components(separatedBy: "{\"expandMacroResult\":").count - 1 == count)
    }
  }
}
