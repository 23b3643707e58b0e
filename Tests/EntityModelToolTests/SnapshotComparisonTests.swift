import Foundation
import TestSupport
import Testing

/// What the tool reports of a model that is no longer that of the newest snapshot.
@Suite struct SnapshotComparisonTests {
  /// A folder with the sources of the module Shop and its snapshots.
  private struct Shop {
    let directory: TemporaryDirectory

    /// Runs `words` on `source`, or on what there is.
    func run(_ words: String..., of source: String? = nil) throws -> Tool.Run {
      if let source { try directory.write("import EntityGraph\n\(source)\n".utf8, to: "a.swift") }
      return try Tool.run(
        arguments: words + ["--module", "Shop", "--snapshots", "S", "a.swift"], in: directory)
    }

    /// Returns the text of the snapshot in the file `name`.
    func snapshot(_ name: String) throws -> String {
      try String(contentsOfFile: directory.path("S/\(name)"), encoding: .utf8)
    }
  }

  /// Calls `body` with a folder where `source` has been stored as snapshot 1.
  private func withSnapshot(of source: String, _ body: (Shop) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let shop = Shop(directory: directory)
      #expect(try shop.run("snapshot", of: source).output == "Shop: stored in S/0001.json\n")
      try body(shop)
    }
  }

  private static let book = """
    @Entity class Book: ManagedObject {
      var title: String
      var pages: Int16?
    }
    @Entity final class Novel: Book { var plot: String? }
    """

  // MARK: Stages

  @Test func theLastErrorSaysWhatStageToWrite() throws {
    try withSnapshot(of: Self.book) { shop in
      let run = try shop.run(
        "check",
        of: """
          @Entity class Book: ManagedObject {
            @Attribute(originalName: "title") var name: String
            var pages: Int
            var isbn: String
          }
          @Entity final class Novel: Book { var plot: String? }
          """)
      #expect(run.status == 1)
      #expect(
        run.errors == """
          a.swift:3:41: warning: since snapshot 0001.json: 'Book.name' was called 'title'; an \
          automatic migration can carry this out, so store it with 'swift package entity-model \
          snapshot' [change.attribute-renamed]
          a.swift:4:7: error: since snapshot 0001.json: 'Book.pages' is required, not optional; no \
          automatic migration can carry this out: a stage must give 'Book.pages' a value where it \
          holds nil; a default value would do without [change.attribute-required]
          a.swift:4:7: warning: since snapshot 0001.json: 'Book.pages' is of type int64, not int16; \
          an automatic migration can carry this out, so store it with 'swift package entity-model \
          snapshot' [change.attribute-type]
          a.swift:5:7: error: since snapshot 0001.json: 'Book.isbn' is new: a required string; no \
          automatic migration can carry this out: a stage must give 'Book.isbn' a value in every \
          row; a default value or an optional type would do without [change.attribute-added]
          a.swift:5:7: note: store the model as snapshot 2 with 'swift package entity-model snapshot \
          --accept', then write the stage that leads to it and pass it to the container:
            Migration(from: 1, to: 2) { stage in
              try stage.forEach(Snapshot1.Book.self) { old in
                Snapshot2.Book(from: old, isbn: <#String#>, pages: <#Int#>)
              }
              try stage.forEach(Snapshot1.Novel.self) { old in
                Snapshot2.Novel(from: old, isbn: <#String#>, pages: <#Int#>)
              }
            }

          """)
    }
  }

  @Test func aStageMayUseWhatWouldBeLost() throws {
    try withSnapshot(of: Self.book) { shop in
      let run = try shop.run(
        "check", of: "@Entity class Book: ManagedObject { var title: String }")
      #expect(
        run.errors.components(separatedBy: "\n").suffix(10).joined(separator: "\n") == """
          a.swift:2:15: note: store the model as snapshot 2 with 'swift package entity-model \
          snapshot --accept', which allows the loss; a stage that is passed to the container can \
          use the values first:
            Migration(from: 1, to: 2) { stage in
              try stage.forEach(Snapshot1.Book.self) { old in
                Snapshot2.Book(from: old)
              }
              try stage.visit(Snapshot1.Novel.self) { old in
                try stage.insert(<#what becomes of it#>)
              }
            }

          """)
    }
  }

  @Test func noStageIsWrittenForWhatNoneCanDo() throws {
    try withSnapshot(of: Self.book) { shop in
      let run = try shop.run(
        "check",
        of: """
          @Entity class Book: ManagedObject {
            @Attribute(originalName: "title") var a: String
            @Attribute(originalName: "title") var b: String
          }
          """)
      #expect(run.status == 1)
      #expect(!run.errors.contains("note:"))
    }
  }

  // MARK: Acceptance

  @Test func anAttributeBecomesUniqueUnlessRowsShareAValue() throws {
    try withSnapshot(of: Self.book) { shop in
      let unique = Self.book.replacing("var title", with: "@Attribute(.unique) var title")
      let checked = try shop.run("check", of: unique)
      #expect(checked.status == 0)
      #expect(
        checked.errors
          == "a.swift:3:27: warning: since snapshot 0001.json: 'Book.title' is unique and was not; "
          + "an automatic migration can carry this out unless rows share a value, so store it with "
          + "'swift package entity-model snapshot' [change.attribute-unique]\n")
      let plan = try shop.run("plan")
      #expect(
        plan.output.hasPrefix(
          "-- Shop: from S/0001.json\n"
            + "-- automatic unless rows share a value: 'Book.title' is unique and was not\n"))
      #expect(
        try shop.run("snapshot").output == """
            'Book.title' is unique and was not; automatic unless rows share a value
          Shop: stored in S/0002.json

          """)
    }
  }

  @Test func aSnapshotStoresWhatItAccepts() throws {
    try withSnapshot(of: Self.book) { shop in
      let changed = "@Entity class Book: ManagedObject { var pages: Int8? }"
      #expect(try shop.run("snapshot", of: changed).status == 1)
      #expect(try shop.run("snapshot", "--accept").status == 0)
      let text = try shop.snapshot("0002.json")
      #expect(
        text.contains(
          """
            "accepted": [
              "converting Book.pages",
              "removing Book.title",
              "removing Novel"
            ],

          """))
      #expect(
        try shop.run("snapshot").output == "Shop: nothing has changed since S/0002.json\n")
      #expect(try shop.run("check").errors == "")
    }
  }

  @Test func whatIsAutomaticIsAcceptedWithoutAWord() throws {
    try withSnapshot(of: Self.book) { shop in
      let changed = Self.book.replacing("Int16?", with: "Int32?")
      let run = try shop.run("snapshot", "--accept", of: changed)
      #expect(run.status == 0)
      let text = try shop.snapshot("0002.json")
      #expect(!text.contains("accepted"))
    }
  }

  @Test func anotherSpellingOfACodableTypeIsNoChange() throws {
    let model = "@Entity class Book: ManagedObject { var tags: [String] = [] }"
    try withSnapshot(of: model) { shop in
      let spelled = model.replacing("[String]", with: "Array<String>")
      let run = try shop.run("snapshot", of: spelled)
      #expect(
        run.output
          == "Shop: nothing has changed since S/0001.json\n")
    }
  }

  @Test func anIncompleteSnapshotSaysSoWhenItIsStored() throws {
    try TemporaryDirectory.with { directory in
      let run = try Shop(directory: directory).run(
        "snapshot",
        of: "import Elsewhere\n@Entity class Book: ManagedObject { var genre: Genre? }")
      #expect(run.status == 0)
      #expect(
        run.output == """
            the sources do not show how 'Genre?', the type of 'Book.genre', is stored
          Shop: stored in S/0001.json, which is incomplete: no stage of a migration can start from \
          it or lead to it

          """)
    }
  }

  // MARK: Two branches

  /// How to resolve a snapshot `number` that two branches have stored.
  private func resolution(_ number: Int) -> String {
    "as after a merge of two branches that both stored one; keep the file of one branch as snapshot "
      + "\(number), remove the other, and store the merged model as snapshot \(number + 1) with "
      + "'swift package entity-model snapshot' [snapshot.conflict]\n"
  }

  @Test(arguments: [["check"], ["generate", "--output", "out.swift"], ["snapshot"], ["plan"]])
  func twoFilesForOneNumberAreReported(_ words: [String]) throws {
    try withSnapshot(of: Self.book) { shop in
      try shop.directory.write(shop.snapshot("0001.json").utf8, to: "S/1.json")
      let run = try Tool.run(
        arguments: words + ["--module", "Shop", "--snapshots", "S", "a.swift"],
        in: shop.directory)
      #expect(run.status == 1)
      #expect(
        run.errors
          == "S/1.json:1:1: error: '0001.json' and '1.json' are both snapshot 1, " + resolution(1))
    }
  }

  @Test func conflictsThatGitHasMarkedAreReported() throws {
    try withSnapshot(of: Self.book) { shop in
      let text = try shop.snapshot("0001.json")
      try shop.directory.write(
        "<<<<<<< HEAD\n\(text)=======\n\(text)>>>>>>> other\n".utf8, to: "S/0002.json")
      let run = try shop.run("check")
      #expect(run.status == 1)
      #expect(
        run.errors
          == "S/0002.json:1:1: error: git has marked conflicts in the file of snapshot 2, "
          + resolution(2))
    }
  }

  @Test func entitiesOfTwoBranchesInOneFileAreReported() throws {
    try withSnapshot(of: Self.book) { shop in
      let text = try shop.snapshot("0001.json").replacing("int16", with: "int32")
      try shop.directory.write(text.utf8, to: "S/0001.json")
      let run = try shop.run("check")
      #expect(run.status == 1)
      #expect(
        run.errors.contains(
          "; if two branches have been merged in it, make it the file of one of them and store the "
            + "merged model as another snapshot; otherwise restore it, or remove it and take "
            + "another [snapshot.damaged]\n"))
    }
  }

  @Test func anOlderSnapshotThatCannotBeReadIsReportedToo() throws {
    try withSnapshot(of: Self.book) { shop in
      try shop.directory.write(shop.snapshot("0001.json").utf8, to: "S/0002.json")
      try shop.directory.write("{".utf8, to: "S/0001.json")
      let run = try shop.run("check")
      #expect(
        run.errors
          == "S/0001.json:1:1: error: the snapshot is damaged: it is not JSON; restore it, or "
          + "remove it and take another [snapshot.damaged]\n")
      #expect(run.status == 1)
    }
  }
}
