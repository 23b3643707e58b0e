import EntityGraph
import EntityStore
import TestSupport
import Testing

@testable import EntityRuntime

/// Texts of which no two objects hold the same, whatever their case.
@Suite struct FoldedUniqueTests {
  /// Returns the error of a save of `context`.
  private func refusal(
    _ context: ManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StoreError {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try context.save()
    }
    #expect(error?.code == .uniqueViolation, sourceLocation: sourceLocation)
    expectSound(context, sourceLocation: sourceLocation)
    return try #require(error)
  }

  @Test(arguments: StoreKind.allCases) func twoObjectsOfOneSaveAreRefused(kind: StoreKind) throws {
    let context = try kind.container(Registry.classes).newContext()
    let first = Patron(email: "A@x", in: context)
    let second = Steward(in: context)
    second.email = "a@X"
    let error = try refusal(context)
    #expect(
      error.message
        == "another object already has the value of a unique attribute: 'Patron.email': "
        + "\(first.objectID) has the value that \(second.objectID) is to have, ignoring case")
    #expect(error.uniqueViolations.map(\.ignoresCase) == [true])
    #expect(error.uniqueViolations.map(\.property) == ["email"])
    second.email = "b@x"
    try context.save()
  }

  @Test(arguments: StoreKind.allCases) func anObjectThatIsStoredIsInTheWay(kind: StoreKind) throws {
    let container = try kind.container(Registry.classes)
    let (one, two) = (container.newContext(), container.newContext())
    let first = Patron(email: "A@x", in: one)
    try one.save()
    let second = Patron(email: "a@x", in: two)
    let error = try refusal(two)
    #expect(error.uniqueViolations.map(\.holderID) == [first.objectID])
    #expect(error.uniqueViolations.map(\.objectID) == [second.objectID])
    // A policy cannot merge it.
    let merged = #expect(throws: StoreError.self) { try two.save(merging: .ours) }
    #expect(merged?.uniqueViolations == error.uniqueViolations)
    second.email = "c@x"
    second.card = "K1"
    try two.save()
    second.email = "a@X"
    #expect(try refusal(two).uniqueViolations.map(\.holderID) == [first.objectID])
    // What differs from itself in case alone is no other.
    second.email = "C@x"
    second.card = "k1"
    try two.save()
    #expect(second.email == "C@x")
    // Nil is no text.
    _ = Patron(email: "d", in: two)
    _ = Patron(email: "e", in: two)
    try two.save()
  }

  @Test(arguments: StoreKind.allCases) func objectsExchangeTextsInOneSave(kind: StoreKind) throws {
    let container = try kind.container(Registry.classes)
    let context = container.newContext()
    let patrons = (0..<40).map { Patron(email: "Mail\($0)", in: context) }
    try context.save()
    // Each takes what the next one had, and the last one what the first had.
    for (index, patron) in patrons.enumerated() {
      patron.email = "mAIL\((index + 1) % patrons.count)"
    }
    try context.save()
    let again = try container.newContext().fetch(Patron.sorted(by: \.email))
    #expect(Set(again.map(\.email)) == Set((0..<40).map { "mAIL\($0)" }))
  }

  @Test func manyAtOnceAreRefusedTogether() throws {
    let bench = try Bench.inFile(Patron.self, Steward.self, Guild.self)
    let context = bench.context
    let ids = try context.insertAll(Patron.self, from: ["A", "b"]) { $0.email = $1 }
    let error = #expect(throws: StoreError.self) {
      try context.insertAll(Patron.self, from: ["c", "a", "B"]) { $0.email = $1 }
    }
    #expect(error?.uniqueViolations.map(\.holderID) == ids)
    #expect(error?.uniqueViolations.map(\.ignoresCase) == [true, true])
    let update = #expect(throws: StoreError.self) {
      try context.update(Patron.where { $0.email == "b" }) { $0.email = "a" }
    }
    #expect(update?.uniqueViolations.map(\.holderID) == [ids[0]])
    let execute = #expect(throws: StoreError.self) {
      try context.execute("UPDATE \(Patron.self) SET email = lower(email) || 'x'")
      try context.execute("UPDATE \(Patron.self) SET email = 'AX' WHERE email = 'bx'")
    }
    #expect(execute?.code == .uniqueViolation)
    // One statement may exchange them.
    _ = try context.execute(
      "UPDATE Patron SET email = CASE email WHEN 'ax' THEN 'BX' ELSE 'AX' END")
    #expect(try context.find(Patron.self, \.email, "bx")?.objectID == ids[0])
    // A statement that may leave rows out does not leave out what a trigger refuses.
    let unseen = #expect(throws: StoreError.self) {
      try context.execute(
        """
        INSERT OR IGNORE INTO Patron (_entity, email, name, note, rank)
        VALUES ('Patron', 'Ax', '', '', 0)
        """,
        unseen: true)
    }
    #expect(unseen?.code == .uniqueViolation)
    #expect(
      unseen?.message.contains("'Patron.email', which is unique ignoring case") == true,
      "\(unseen?.message ?? "")")
    try Registry.expectFolded(bench.container)
  }

  @Test func anObjectIsFoundByItsUniqueTextWhateverItsCase() throws {
    let bench = try Bench(Patron.self, Steward.self, Guild.self)
    let context = bench.context
    let patron = Patron(email: "Ursula@x", card: "ß1", in: context)
    #expect(try context.find(Patron.self, \.email, "uRSULA@X") === patron)
    try context.save()
    let other = bench.container.newContext()
    let sql = try bench.sql { () throws in
      #expect(try other.find(Patron.self, \.email, "uRSULA@X")?.objectID == patron.objectID)
      #expect(try other.find(Patron.self, \.card, "ß1")?.objectID == patron.objectID)
      #expect(try other.find(Patron.self, \.email, "Ursula") == nil)
    }
    #expect(sql.first?.contains("WHERE t0.\"_folded.email\" = ?1") == true, "\(sql)")
    #expect(throws: StoreError.self) { try other.find(Patron.self, \.name, "x") }
  }
}
