import TestSupport
import Testing

@Suite struct ArgumentTests {
  @Test(arguments: ["help", "--help", "-h"])
  func helpIsPrintedWhenAskedFor(_ verb: String) throws {
    let run = try Tool.run(verb, in: TemporaryDirectory())
    #expect(run == Tool.Run(output: Tool.usage))
  }

  @Test func aVerbIsNeeded() throws {
    let run = try Tool.run(in: TemporaryDirectory())
    #expect(run == misuse("expected a verb"))
  }

  @Test(arguments: [
    ("draw", "unknown verb 'draw'"), ("--version", "unknown option '--version'"),
    ("", "unknown verb ''"), ("outline", "'outline' needs a file"),
  ])
  func aVerbThatSaysNothingIsRefused(_ verb: String, _ complaint: String) throws {
    let run = try Tool.run(verb, in: TemporaryDirectory())
    #expect(run == misuse(complaint))
  }

  @Test(arguments: [
    ("help", "outline", "'help' takes no arguments, such as 'outline'"),
    ("outline", "--pretty", "unknown option '--pretty'"),
    ("outline", "-a.swift", "unknown option '-a.swift'"),
    ("outline", "--", "'outline' needs a file"),
  ])
  func anOperandThatDoesNotFitIsRefused(
    _ verb: String, _ operand: String, _ complaint: String
  ) throws {
    let run = try Tool.run(verb, operand, in: TemporaryDirectory())
    #expect(run == misuse(complaint))
  }

  @Test func nothingIsPrintedWhenOneOptionIsUnknown() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("struct A {}".utf8, to: "a.swift")
      let run = try Tool.run("outline", "a.swift", "--pretty", in: directory)
      #expect(run == misuse("unknown option '--pretty'"))
    }
  }

  @Test func whatFollowsTwoDashesIsAFile() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("".utf8, to: "-a.swift")
      let run = try Tool.run("outline", "--", "-a.swift", in: directory)
      #expect(
        run
          == Tool.Run(
            output: """
              {"path":"-a.swift","bytes":0,"lines":1,"types":[],"functionCount":0,"functions":[]}

              """))
    }
  }

  /// Returns a run that only complains.
  private func misuse(_ complaint: String) -> Tool.Run {
    Tool.Run(errors: "entity-model: \(complaint)\n\(Tool.usage)", status: 64)
  }
}
