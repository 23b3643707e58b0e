import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store is migrated as attributes become external and cease to be.
@Suite struct ExternalMigrationTests {
  private func open(
    _ path: String, _ type: ManagedObject.Type, allowing: MigrationPolicy = .migrating()
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(type), at: .file(path), options: StoreOptions(migration: allowing))
  }

  private func check(_ container: PersistentContainer) throws {
    let report = try container.checkIntegrity()
    #expect(report.isSound, "\(report)")
    container.close()
  }

  private func fill(_ path: String) throws {
    let container = try open(path, InlineNotes.Note.self)
    let context = container.newContext()
    _ = InlineNotes.Note(
      title: "a", body: "A", scan: Data([1, 2]), tags: ["t"], in: context)
    _ = InlineNotes.Note(title: "b", in: context)
    try context.save()
    try check(container)
  }

  @Test func valuesMoveOutOfTheRowsAndBack() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("notes")
      try fill(path)
      let model = try ObjectModel(ExternalNotes.Note.self)
      let plan = try #require(try PersistentContainer.migrationPlan(for: model, at: .file(path)))
      #expect(
        plan.steps.map(\.summary) == [
          "'Note.body' is stored apart from its row and was not",
          "'Note.scan' is stored apart from its row and was not",
          "'Note.tags' is stored apart from its row and was not",
        ])
      let container = try open(path, ExternalNotes.Note.self)
      let context = container.newContext()
      let notes = try context.fetch(ExternalNotes.Note.sorted(by: \.title))
      #expect(notes.map(\.body) == ["A", nil])
      #expect(notes.map(\.scan) == [Data([1, 2]), Data([7])])
      #expect(notes.map(\.tags) == [["t"], []])
      notes[1].body = "B"
      notes[0].body = nil
      try context.save()
      try check(container)

      let back = try open(path, InlineNotes.Note.self)
      let inline = try back.newContext().fetch(InlineNotes.Note.sorted(by: \.title))
      #expect(inline.map(\.body) == [nil, "B"])
      #expect(inline.map(\.scan) == [Data([1, 2]), Data([7])])
      #expect(inline.map(\.tags) == [["t"], []])
      try check(back)
    }
  }

  @Test func renamedAndNewExternalAttributesTouchNoRow() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("notes")
      try fill(path)
      try check(open(path, ExternalNotes.Note.self))
      let container = try open(path, RenamedNotes.Note.self)
      let context = container.newContext()
      let notes = try context.fetch(RenamedNotes.Note.sorted(by: \.title))
      #expect(notes.map(\.content) == ["A", nil])
      #expect(notes.map(\.scan) == [Data([1, 2]), Data([7])])
      #expect(notes.map(\.extra) == [nil, nil])
      notes[0].extra = "e"
      notes[1].content = "c"
      try context.save()
      try check(container)
      let read = try open(path, RenamedNotes.Note.self)
      let again = try read.newContext().fetch(RenamedNotes.Note.sorted(by: \.title))
      #expect(again.map(\.extra) == ["e", nil] && again.map(\.content) == ["A", "c"])
      try check(read)
    }
  }

  @Test func requiredExternalAttributesGetTheirDefaultValues() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("notes")
      try fill(path)
      try check(open(path, ExternalNotes.Note.self))
      try check(open(path, RenamedNotes.Note.self))
      let container = try open(
        path, RequiredNotes.Memo.self,
        allowing: .migrating(
          allowing: .removing("Note.scan"), .removing("Note.tags"), .removing("Note.extra"),
          .removing("Memo.scan"), .removing("Memo.tags"), .removing("Memo.extra")))
      let context = container.newContext()
      let memos = try context.fetch(RequiredNotes.Memo.sorted(by: \.title))
      #expect(memos.map(\.body) == ["A", "empty"])
      #expect(memos.map(\.footer) == ["end", "end"])
      memos[0].footer = "f"
      try context.save()
      try check(container)
    }
  }
}
