import Foundation
import Testing

/// What `swift package entity-model` does in a package that adopts the plugin.
@Suite(BuildThread.ofScratchPackages) struct CommandTests {
  private static let package = Result {
    try ScratchPackage(
      "Commanding",
      [
        .init(name: "Shop", files: ["Model.swift": model]),
        .init(name: "Plain", files: ["Plain.swift": "struct Plain {}\n"]),
      ])
  }

  private static let model = """
    import EntityGraph

    @Entity final class Author: ManagedObject {
      @Attribute(.unique) var name: String
      @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
    }

    @Entity final class Book: ManagedObject {
      var title: String = ""
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
    }

    """

  /// Puts the sources and the snapshots back to what they were at first.
  private func fresh() throws -> ScratchPackage {
    let package = try Self.package.get()
    try package.write(Self.model, to: "Sources/Shop/Model.swift")
    try? package.remove("Sources/Shop/ModelSnapshots")
    return package
  }

  @Test func checkCountsTheEntitiesOrSaysWhatIsWrong() throws {
    let package = try fresh()
    let sound = try package.command("check")
    #expect(sound.status == 0)
    #expect(sound.output == "Shop: 2 entities, nothing wrong\n")
    try package.write(
      Self.model.replacing("\"books\"", with: "\"works\""), to: "Sources/Shop/Model.swift")
    let wrong = try package.command("check")
    #expect(wrong.status == 1)
    #expect(
      wrong.output.hasSuffix(
        "Model.swift:10:26: error: 'Book.author' names 'Author.works' as its inverse, which does not "
          + "exist [model.relationship.inverse-missing]\n"))
  }

  @Test func checkFixesTheSourcesUnlessItOnlyShowsHow() throws {
    let package = try fresh()
    let broken = Self.model.replacing("final class Book: ManagedObject", with: "final class Book")
    try package.write(broken, to: "Sources/Shop/Model.swift")
    let shown = try package.command("check", "--fix", "--dry-run")
    #expect(shown.status == 1)
    #expect(shown.output.contains("+@Entity final class Book: ManagedObject {\n"))
    #expect(try package.read("Sources/Shop/Model.swift") == broken)
    let applied = try package.command("check", "--fix")
    #expect(applied.status == 0)
    #expect(applied.output == "Shop: 1 fix-it applied\nShop: 2 entities, nothing wrong\n")
    #expect(try package.read("Sources/Shop/Model.swift") == Self.model)
  }

  @Test func expandPrintsAClassWithoutAnnotations() throws {
    let package = try fresh()
    let run = try package.command("expand", "Author")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("final class Author: ManagedObject {\n  var name: String {\n"))
    #expect(try package.command("expand", "Nobody").status == 1)
  }

  @Test func sqlPrintsTheTables() throws {
    let run = try fresh().command("sql")
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix(
        """
        CREATE TABLE "Author" (
          "_id" INTEGER PRIMARY KEY,
          "_version" INTEGER NOT NULL DEFAULT 2,
          "name" TEXT NOT NULL
        );
        CREATE UNIQUE INDEX "_index.Author.name" ON "Author" ("name");

        """))
  }

  @Test func diagramDrawsInMermaidAndSVG() throws {
    let package = try fresh()
    #expect(
      try package.command("diagram").output == """
        erDiagram
          Author {
            String name UK
          }
          Book {
            String title
          }
          Author |o--o{ Book : "books / author"


        """)
    #expect(try package.command("diagram", "--svg").output.hasPrefix("<svg "))
  }

  @Test func describePrintsJSON() throws {
    let run = try fresh().command("describe")
    #expect(run.status == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) is [String: Any])
  }

  @Test func jsonSchemaPrintsSchemasAndComponents() throws {
    let package = try fresh()
    let schema = try package.command("json-schema")
    #expect(schema.status == 0)
    #expect(schema.output.hasPrefix("{\n  \"$schema\": "))
    let components = try package.command("json-schema", "--openapi", "--snake-case")
    #expect(components.status == 0)
    #expect(components.output.hasPrefix("{\n  \"openapi\": \"3.1.0\","))
  }

  @Test(arguments: [
    (["draw"], "unknown verb 'draw'"), (["check", "now"], "'check' does not take 'now'"),
    (["diagram", "--png"], "'diagram' does not take '--png'"),
    (["json-schema", "--yaml"], "'json-schema' does not take '--yaml'"),
    (["check", "--dry-run"], "'--dry-run' needs '--fix'"),
  ])
  func wordsThatAskForNothingAreRefused(_ words: [String], _ complaint: String) throws {
    let run = try fresh().command(words)
    #expect(run.status != 0)
    #expect(run.output == "")
    #expect(run.errors.contains("error: \(complaint)"))
  }

  @Test func targetsAreAskedForByName() throws {
    let package = try fresh()
    #expect(
      try package.command("check", "--target", "Plain").output
        == "Plain: 0 entities, nothing wrong\n")
    let missing = try package.command("check", "--target", "Gone")
    #expect(missing.status != 0)
    #expect(
      missing.errors.contains("error: there is no target 'Gone'; the package has 'Plain', 'Shop'"))
  }

  // MARK: Snapshots

  @Test func aSnapshotIsKeptWhenTheModelHasChanged() throws {
    let package = try fresh()
    #expect(try package.command("snapshot").status == 0)
    #expect(
      try package.read("Sources/Shop/ModelSnapshots/0001.json").hasPrefix("{\n  \"format\": 2,\n"))
    let again = try package.command("snapshot")
    #expect(again.status == 0)
    #expect(again.output.hasPrefix("Shop: nothing has changed since "))
    try package.write(
      Self.model.replacing("var title", with: "var pages: Int?\n  var title"),
      to: "Sources/Shop/Model.swift")
    #expect(try package.command("snapshot").status == 0)
    #expect(
      try package.read("Sources/Shop/ModelSnapshots/0002.json")
        .contains("{ \"attribute\": \"pages\", \"type\": \"int64\", \"optional\": true }"))
  }

  @Test func theBuildSaysWhatHasChangedSinceTheSnapshot() throws {
    let package = try fresh()
    _ = try package.command("snapshot")
    try package.write(
      Self.model.replacing("var title", with: "var pages: Int?\n  var title"),
      to: "Sources/Shop/Model.swift")
    #expect(
      try package.build("Shop")
        == ScratchPackage.Run(diagnostics: [
          "Shop/Model.swift:9:7: warning: since snapshot 0001.json: 'Book.pages' is new: an optional "
            + "int64; an automatic migration can carry this out, so store it with 'swift package "
            + "entity-model snapshot' [change.attribute-added]"
        ]))
    _ = try package.command("snapshot")
    let quiet = try package.buildQuietly("Shop")
    #expect(quiet == ScratchPackage.Run())
  }

  @Test func aRenameIsToldByTheNameFromBefore() throws {
    let package = try fresh()
    _ = try package.command("snapshot")
    let renamed = Self.model.replacing("Author", with: "Writer")
      .replacing("var title", with: "@Attribute(originalName: \"title\") var name")
      .replacing(
        "@Entity final class Writer", with: "@Entity(originalName: \"Author\") final class Writer")
    try package.write(renamed, to: "Sources/Shop/Model.swift")
    let run = try package.build("Shop")
    #expect(run.succeeds)
    #expect(
      run.diagnostics.map { $0.drop { $0 != "[" } }
        == ["[change.entity-renamed]", "[change.attribute-renamed]"])
  }

  @Test func aChangeThatNoMigrationCanCarryOutFailsTheBuild() throws {
    let package = try fresh()
    _ = try package.command("snapshot")
    try package.write(
      Self.model.replacing("var title: String = \"\"", with: "var isbn: String"),
      to: "Sources/Shop/Model.swift")
    let run = try package.build("Shop")
    #expect(
      run
        == ScratchPackage.Run(
          diagnostics: [
            "Shop/Model.swift:8:21: error: since snapshot 0001.json: 'Book.title' is gone: a required "
              + "string; no automatic migration can carry this out: the values of 'Book.title' "
              + "would be lost: allow '.removing(\"Book.title\")' if they may be; if the attribute "
              + "has another name now, give that one 'originalName: \"title\"' "
              + "[change.attribute-removed]",
            "Shop/Model.swift:9:7: error: since snapshot 0001.json: 'Book.isbn' is new: a required "
              + "string; no automatic migration can carry this out: a stage must give "
              + "'Book.isbn' a "
              + "value in every row; a default value or an optional type would do without "
              + "[change.attribute-added]",
            "Shop/Model.swift:9:7: note: store the model as snapshot 2 with 'swift package "
              + "entity-model snapshot --accept', then write the stage that leads to it and pass "
              + "it to the container:",
          ], succeeds: false))
    let refused = try package.command("snapshot")
    #expect(refused.status == 1)
    #expect(try package.command("snapshot", "--accept").status == 0)
    let quiet = try package.buildQuietly("Shop")
    #expect(quiet == ScratchPackage.Run())
  }

  @Test(arguments: [
    ("{ \"format\": 1, \"entities\": [ {", "snapshot.damaged"),
    ("", "snapshot.damaged"),
    ("{ \"format\": 99 }", "snapshot.newer"),
  ])
  func aSnapshotThatCannotBeReadFailsTheBuild(_ text: String, _ id: String) throws {
    let package = try fresh()
    try package.write(text, to: "Sources/Shop/ModelSnapshots/0007.json")
    let run = try package.build("Shop")
    #expect(!run.succeeds)
    #expect(run.diagnostics.count == 1)
    #expect(run.diagnostics.first?.hasPrefix("Shop/ModelSnapshots/0007.json:1:1: error: ") == true)
    #expect(run.diagnostics.first?.hasSuffix(" [\(id)]") == true)
    #expect(try package.command("snapshot").status == 1)
    #expect(try package.read("Sources/Shop/ModelSnapshots/0007.json") == text)
  }
}
