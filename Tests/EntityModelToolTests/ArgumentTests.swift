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
    ("", "unknown verb ''"), ("check", "'check' needs '--module NAME'"),
  ])
  func aVerbThatIsNotThereIsRefused(_ verb: String, _ problem: String) throws {
    let run = try Tool.run(verb, in: TemporaryDirectory())
    #expect(run == misuse(problem))
  }

  @Test(arguments: [
    (["help", "check"], "'help' takes no arguments, such as 'check'"),
    (["sql", "--pretty", "--module", "A"], "unknown option '--pretty'"),
    (["sql", "--svg", "--module", "A"], "unknown option '--svg'"),
    (["describe", "--module"], "'--module' needs a value"),
    (["check", "--dry-run", "--module", "A"], "'--dry-run' needs '--fix'"),
    (["snapshot", "--module", "A"], "'snapshot' needs '--snapshots FOLDER'"),
  ])
  func operandsThatDoNotFitAreRefused(_ words: [String], _ problem: String) throws {
    let run = try Tool.run(arguments: words, in: TemporaryDirectory())
    #expect(run == misuse(problem))
  }

  /// Returns a run that only reports a misuse.
  private func misuse(_ problem: String) -> Tool.Run {
    Tool.Run(errors: "entity-model: \(problem)\n\(Tool.usage)", status: 64)
  }
}
