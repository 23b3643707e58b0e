import EntityGraph
import Foundation
import Observation
import Synchronization
import Testing

@testable import EntityRuntime

/// Undoing beside objects that are deleted softly, which are hidden and still linked.
@Suite struct UndoOfSoftDeletionTests {
  private let forum: Forum
  private let context: ManagedObjectContext
  private let debate: Debate
  private let shown: Keyword
  private let hidden: Keyword

  /// A saved debate with two keywords, one of which is deleted softly; nothing of it has been read
  /// but the objects.
  init() throws {
    forum = try Forum()
    let first = forum.context
    let words = [Keyword(word: "shown", in: first), Keyword(word: "hidden", in: first)]
    Debate(name: "swift", in: first).keywords = Set(words)
    try first.save()
    first.delete(words[1])
    try first.save()
    context = forum.container.newContext()
    debate = try context.only(Debate.all)
    shown = try context.only(Keyword.where { $0.word == "shown" })
    hidden = try context.only(Keyword.onlyDeleted())
    context.undoRecorder = UndoRecorder()
  }

  /// Expects that `body` changes nothing, and that undoing does not either.
  private func expectNoChange(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    try body()
    #expect(context.undoRecorder?.canUndo == false, sourceLocation: sourceLocation)
    #expect(!context.hasChanges, sourceLocation: sourceLocation)
    #expect(hidden.debates == [debate], sourceLocation: sourceLocation)
    context.undo()
    #expect(!context.hasChanges, sourceLocation: sourceLocation)
    context.restore(hidden)
    #expect(debate.keywords == [shown, hidden], sourceLocation: sourceLocation)
    expectSound(context, sourceLocation: sourceLocation)
    try save(context, Debate.self, Keyword.self)
    let other = forum.container.newContext()
    #expect(try other.only(Debate.all).keywords.count == 2, sourceLocation: sourceLocation)
  }

  @Test func `a deletion that is done again after a save is denied as the first time`() throws {
    context.delete(debate)
    try context.save()
    #expect(context.undo())
    #expect(!debate.isSoftlyDeleted)
    try context.save()
    context.undoRecorder?.endGroup()
    let other = forum.container.newContext()
    _ = Pin(debate: try other.only(Debate.all), in: other)
    try other.save()
    try context.refresh(debate)
    #expect(context.redo())
    #expect(debate.isSoftlyDeleted)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.problems.map(\.id) == ["validation.denied"])
    #expect(context.undo())
    try context.save()
    #expect(try forum.container.newContext().count(Debate.all) == 1)
    expectSound(context)
  }

  @Test func assigningASetThatNamesAHiddenMemberLinksNothing() throws {
    try expectNoChange { debate.keywords = [shown, hidden] }
  }

  @Test func insertingAHiddenMemberLinksNothing() throws {
    try expectNoChange { debate.keywords.insert(hidden) }
  }

  @Test func whatIsLinkedBesideAHiddenMemberIsGivenBackAlone() throws {
    let third = Keyword(word: "third", in: context)
    try context.save()
    context.undoRecorder?.removeAll()
    debate.keywords = [hidden, third]
    #expect(debate.keywords == [third])
    context.undo()
    #expect(debate.keywords == [shown])
    #expect(!context.hasChanges)
    context.restore(hidden)
    #expect(debate.keywords == [shown, hidden])
    expectSound(context)
  }

  @Test func aHiddenMemberThatIsTakenAwayCanBeLinkedAgain() throws {
    hidden.debates = []
    context.undoRecorder?.removeAll()
    debate.keywords.insert(hidden)
    #expect(context.undoRecorder?.canUndo == true)
    #expect(hidden.debates == [debate])
    context.undo()
    #expect(hidden.debates == [])
    expectSound(context)
  }

  @Test func whoObservesTheSetsThatShowWhatWasDeletedIsWoken() throws {
    let container = try StoreKind.sqlite.container(Binder.self, Receipt.self, Marker.self)
    let context = container.newContext()
    let binder = Binder(name: "D", in: context)
    let marker = Marker(name: "L", in: context)
    let receipt = Receipt(text: "A", binder: binder, markers: [marker], in: context)
    try context.save()
    #expect(receipt.markers == [marker])
    context.undoRecorder = UndoRecorder()
    let woken = Mutex<[String]>([])
    func observe() {
      woken.withLock { $0 = [] }
      withObservationTracking {
        _ = binder.receipts
      } onChange: {
        woken.withLock { $0.append("binder") }
      }
      withObservationTracking {
        _ = marker.receipts
      } onChange: {
        woken.withLock { $0.append("marker") }
      }
      withObservationTracking {
        _ = binder.name
      } onChange: {
        woken.withLock { $0.append("name") }
      }
    }
    context.delete(receipt)
    try context.save()
    #expect(binder.receipts == [] && marker.receipts == [])
    observe()
    context.undo()
    #expect(woken.withLock { $0.sorted() } == ["binder", "marker"])
    #expect(binder.receipts == [receipt] && marker.receipts == [receipt])
    observe()
    context.redo()
    #expect(woken.withLock { $0.sorted() } == ["binder", "marker"])
    #expect(binder.receipts == [] && marker.receipts == [])
    context.undo()
    context.undoRecorder?.removeAll()
    receipt.text = "B"
    observe()
    context.undo()
    #expect(woken.withLock { $0 } == [])
    expectSound(context)
  }
}
