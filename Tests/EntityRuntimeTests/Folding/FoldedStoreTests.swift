import EntityCSQLite
import EntityGraph
import EntityStore
import TestSupport
import Testing

@testable import EntityRuntime

/// Texts that are stored without case, whoever writes the store.
@Suite struct FoldedStoreTests {
  @Test func theyAreKeptWhoeverWritesTheTexts() throws {
    let bench = try Bench.inFile(Patron.self, Steward.self, Guild.self)
    let context = bench.context
    func folded(_ column: String = "_folded.name") throws -> String? {
      try bench.text(
        "SELECT group_concat(\"\(column)\", '|') FROM (SELECT * FROM Patron ORDER BY _id)")
    }
    let anna = Patron(email: "A", name: "Anna", in: context)
    try context.save()
    #expect(try folded() == "anna")
    #expect(try folded("_folded.alias") == nil)
    (anna.name, anna.nick) = ("ÉMILE", "Em")
    try context.save()
    #expect(try folded() == "émile")
    #expect(try folded("_folded.alias") == "em")
    #expect(try context.update(Patron.all) { $0.name = $0.name + "X" } == 1)
    #expect(try folded() == "émilex")
    #expect(try context.update(Patron.all) { $0.nick = nil } == 1)
    #expect(try folded("_folded.alias") == nil)
    _ = try context.execute("UPDATE Patron SET name = 'Zoë'")
    #expect(try folded() == "zoë")
    _ = try context.execute("UPDATE Patron SET name = 'ZORA'", unseen: true)
    #expect(try folded() == "zora")
    try bench.run("UPDATE Patron SET name = 'Bert', rank = 3")
    #expect(try folded() == "bert")
    try bench.run(
      "INSERT INTO Patron (_entity, email, name, note, rank, \"_folded.name\")"
        + " VALUES ('Patron', 'M', 'Cora', '', 0, 'nonsense')")
    #expect(try folded() == "bert|cora")
    try bench.run(
      "INSERT OR REPLACE INTO Patron (_id, _entity, email, name, note, rank)"
        + " VALUES (1, 'Patron', 'N', 'Dora', '', 0)")
    #expect(try folded() == "dora|cora")
    try Registry.expectFolded(bench.container)
  }

  @Test func aToolThatCannotFoldFailsAloudAndReadsAsBefore() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("tool.sqlite")
      let container = try PersistentContainer(
        model: ObjectModel(classes: Registry.classes), at: .file(path))
      let context = container.newContext()
      _ = Patron(email: "A", name: "Anna", in: context)
      try context.save()
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      defer { sqlite3_close(handle) }
      func run(_ sql: String) -> String {
        sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
          ? "done" : String(cString: sqlite3_errmsg(handle))
      }
      #expect(run("SELECT * FROM Patron ORDER BY \"_folded.name\"") == "done")
      #expect(run("UPDATE Patron SET rank = 4") == "done")
      #expect(run("UPDATE Patron SET name = 'B'") == "no such function: entity_fold")
      #expect(
        run(
          "INSERT INTO Patron (_entity, email, name, note, rank) VALUES ('Patron', '', '', '', 0)")
          == "no such function: entity_fold")
      #expect(run("PRAGMA integrity_check") == "done")
      try Registry.expectFolded(container)
      // What is written to the column itself is the tool's own doing, and found.
      #expect(
        run("UPDATE Patron SET \"_folded.name\" = 'zora', \"_folded.email\" = NULL") == "done")
      let report = try container.checkIntegrity()
      #expect(
        report.description == """
          the row 1 of 'Patron' does not hold 'email' without case as it is; make it again by \
          'rebuildFoldedText()'
          the row 1 of 'Patron' does not hold 'name' without case as it is; make it again by \
          'rebuildFoldedText()'
          """)
      #expect(report.problems.map(\.kind) == [.foldedText, .foldedText])
      #expect(try container.checkIntegrity(isQuick: true).isSound)
      try container.rebuildFoldedText()
      try Registry.expectFolded(container)
      #expect(run("DELETE FROM Patron") == "done")
    }
  }

  @Test func textsThatOtherTablesOfUnicodeMadeAreMadeAgainWhenTheStoreIsOpened() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("tables.sqlite")
      func open(_ options: StoreOptions = StoreOptions()) throws -> PersistentContainer {
        try PersistentContainer(
          model: ObjectModel(classes: Registry.classes), at: .file(path), options: options)
      }
      do {
        let container = try open()
        let context = container.newContext()
        // Rows take what others held by the earlier tables.
        for name in ["a", "b", "C"] { _ = Patron(email: name, name: name, in: context) }
        try context.save()
        container.close()
      }
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      defer { sqlite3_close(handle) }
      func run(_ sql: String) throws {
        try #require(
          sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK,
          "\(String(cString: sqlite3_errmsg(handle)))")
      }
      try run(
        """
        UPDATE Patron SET "_folded.email" = NULL;
        UPDATE Patron SET "_folded.email" = CASE email WHEN 'a' THEN 'b' WHEN 'b' THEN 'a' END;
        UPDATE Patron SET "_folded.name" = upper(name);
        UPDATE _store SET value = '0000000000000000' WHERE name = 'folding';
        """)
      let error = #expect(throws: StoreError.self) { try open(StoreOptions(isReadOnly: true)) }
      #expect(error?.code == .modelMismatch)
      #expect(
        error?.message
          == "'\(path)': the store has texts without case that were made by other tables of "
          + "Unicode than this program's, and cannot make them again where it is only read; open "
          + "it once to be written")
      let container = try open()
      try Registry.expectFolded(container)
      #expect(
        try container.newContext().fetch(
          Patron.where { $0.email.in(["a", "b", "C"]) }.sorted(by: \.name, ignoringCase: true)
        ).map(\.name) == ["a", "b", "C"])
      container.close()
      _ = try open(StoreOptions(isReadOnly: true))
    }
  }

  @Test func aTextIsFoldedScalarByScalarAsItsVersionAssumes() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<3000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<random.below(8) {
        let bound = random.pick([0x80, 0x800, 0x2000, 0x1_0000, 0x2_0000, 0x11_0000])
        if let scalar = Unicode.Scalar(UInt32(random.below(bound))) { scalars.append(scalar) }
      }
      let text = String(scalars)
      let folded = scalars.map(\.properties.lowercaseMapping).joined()
      #expect(Array(StoredValue.folded(text).utf8) == Array(folded.utf8))
    }
    // No scalar beyond those that the version covers becomes another.
    for number in UInt32(0x2_0000)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(number) else { continue }
      guard scalar.properties.lowercaseMapping != String(scalar) else { continue }
      Issue.record("U+\(String(number, radix: 16)) has a small letter")
    }
    #expect(StoredValue.foldVersion.count == 16)
  }

  @Test func theColumnIsOutOfReachOfStatementsByHand() throws {
    let bench = try Bench(Patron.self, Steward.self, Guild.self)
    let error = #expect(throws: StoreError.self) {
      try bench.context.execute("UPDATE Patron SET \"_folded.name\" = 'x'")
    }
    #expect(
      error?.message
        == "'_folded.name' holds what another column does, without case, and follows that by "
        + "itself")
  }
}
