import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Entity final class Logbook: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "log", deleteRule: .cascade) var entries: Set<LogEntry>
}

@Entity final class LogEntry: ManagedObject {
  @Attribute(.identity) var number: Int
  var text: String = ""
  @Attribute(.deletedAt) var removed: Date?
  @Relationship(inverse: "entries", deleteRule: .nullify) var log: Logbook
}

/// Members whose identity is not unique are found although their to-many does not show them.
@Suite struct SyncHiddenMemberTests {
  private let context: ManagedObjectContext
  private let log: Logbook

  init() throws {
    context = try PersistentContainer.forTesting(Logbook.self, LogEntry.self).newContext()
    log = Logbook(id: 1, in: context)
    context.delete(LogEntry(number: 1, text: "old", log: log, in: context))
    let entry = LogEntry(number: 2, text: "old", log: log, in: context)
    try context.save()
    context.delete(entry)
    try context.save()
  }

  private func expectRestored(_ report: SyncReport) throws {
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    try context.save()
    expectSound(context)
    #expect(log.entries.map(\.text) == ["new"])
    #expect(try context.fetch(LogEntry.includingDeleted()).count == 1)
  }

  @Test func aRowInsideOfAnotherRestoresAMemberThatHasBeenDeletedSoftly() throws {
    #expect(log.entries.isEmpty)
    let report = try context.sync(
      Logbook.self,
      from: JSON(reading: #"[{"id": 1, "entries": [{"number": 2, "text": "new"}]}]"#))
    #expect(report.updatedCount == 2 || report.updatedCount == 1)
    try context.save()
    expectSound(context)
    #expect(log.entries.map(\.text) == ["new"])
    #expect(try context.fetch(LogEntry.includingDeleted()).count == 1)
  }

  @Test func aRowOfOneToManyRestoresAMemberThatHasBeenDeletedSoftly() throws {
    try expectRestored(
      context.sync(\.entries, of: log, from: JSON(reading: #"[{"number": 2, "text": "new"}]"#)))
  }
}
