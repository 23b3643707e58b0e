import Foundation
import TestSupport
import Testing

/// What `check --fix` makes of sources.
@Suite struct FixingTests {
  private static let broken = """
    import EntityGraph

    @Entity final class Author {
      @Attribute let name: String = ""
      lazy var shelf: Int = 3
    }

    """

  private static let fixed = """
    import EntityGraph

    @Entity final class Author: ManagedObject {
      @Attribute var name: String = ""
      @Ignore lazy var shelf: Int = 3
    }

    """

  /// Runs `check` with `options` on a module of the file `source`, and returns the run and what the
  /// file holds then.
  private func check(
    _ source: String, _ options: String...
  ) throws -> (run: Tool.Run, source: String) {
    try TemporaryDirectory.with { directory in
      try directory.write(source.utf8, to: "a.swift")
      let run = try Tool.run(
        arguments: ["check"] + options + ["--module", "Shop", "a.swift"], in: directory)
      return (run, try String(contentsOfFile: directory.path("a.swift"), encoding: .utf8))
    }
  }

  @Test func fixItsAreAppliedUntilNoneIsLeft() throws {
    let (run, source) = try check(Self.broken, "--fix")
    #expect(source == Self.fixed)
    #expect(
      run == Tool.Run(output: "Shop: 3 fix-its applied\nShop: 1 entity, nothing wrong\n"))
  }

  @Test func aDryRunPrintsTheDifferenceAndChangesNothing() throws {
    let (run, source) = try check(Self.broken, "--fix", "--dry-run")
    #expect(source == Self.broken)
    #expect(run.status == 1)
    #expect(
      run.output == """
        --- a.swift
        +++ a.swift
        @@ -1,6 +1,6 @@
         import EntityGraph
        \u{20}
        -@Entity final class Author {
        -  @Attribute let name: String = ""
        -  lazy var shelf: Int = 3
        +@Entity final class Author: ManagedObject {
        +  @Attribute var name: String = ""
        +  @Ignore lazy var shelf: Int = 3
         }
        Shop: 1 entity, nothing wrong

        """)
  }

  @Test func sourcesThatNothingIsWrongWithAreLeftAlone() throws {
    let (run, source) = try check(Self.fixed, "--fix")
    #expect(source == Self.fixed)
    #expect(run == Tool.Run(output: "Shop: 1 entity, nothing wrong\n"))
  }

  @Test func whatOnlyTheAuthorCanDecideIsReported() throws {
    let source = """
      import EntityGraph

      @Entity final class Book: ManagedObject {
        @Relationship(inverse: "next") var previous: Book?
        @Relationship(inverse: "previous", deleteRule: .nullify) var next: Book?
      }

      """
    let (run, left) = try check(source, "--fix")
    #expect(left == source)
    #expect(
      run
        == Tool.Run(
          errors: "a.swift:4:3: error: relationship 'previous' needs a delete rule: '.nullify', "
            + "'.cascade', '.deny' or '.noAction' [relationship.delete-rule-missing]\n",
          status: 1))
  }
}
