import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct UniqueViolationTests {
  /// Returns what violates uniqueness when `context` is saved, a line each; the context stays sound
  /// and the text names no value.
  private func violations(
    _ context: ManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let lines = context.unit.lines
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try context.save()
    }
    #expect(error?.code == .uniqueViolation, sourceLocation: sourceLocation)
    #expect("\(error.map { "\($0)" } ?? "")".contains("secret") == false)
    expectSound(context, sourceLocation: sourceLocation)
    #expect(lines.subtracting(context.unit.lines) == [], sourceLocation: sourceLocation)
    // A policy cannot merge it.
    let merged = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try context.save(merging: .ours)
    }
    #expect(merged?.uniqueViolations == error?.uniqueViolations, sourceLocation: sourceLocation)
    return (error?.uniqueViolations ?? []).map {
      "\($0.entity).\($0.property): \($0.objectID) wants what \($0.holderID) has"
    }
  }

  @Test(arguments: StoreKind.allCases) func everyValueThatIsTakenIsReported(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let (first, second) = (
      Author(email: "secret1", in: duel.theirs), Author(email: "secret2", in: duel.theirs)
    )
    try duel.theirs.save()
    let (one, two) = (try duel.own(first), try duel.own(second))
    one.email = "secret2"
    let new = (0..<2).map { _ in Author(email: "secret3", in: duel.ours) }
    #expect(
      try violations(duel.ours) == [
        "Author.email: Author-1 wants what Author-2 has",
        "Author.email: \(new[1].objectID) wants what \(new[0].objectID) has",
      ])
    #expect(new.map(\.objectID.isTemporary) == [true, true])
    two.email = "secret1"
    new[1].email = "secret4"
    try duel.ours.save()
    #expect(one.email == "secret2")
  }

  @Test(arguments: StoreKind.allCases) func aValueIsUniqueInTheWholeTree(kind: StoreKind) throws {
    let duel = try MergeDuel.workshop(kind)
    let thing = Thing(code: 1, in: duel.theirs)
    try duel.theirs.save()
    _ = try duel.own(thing)
    let gadget = duel.ours.insert(Gadget.self)
    gadget.code = 1
    #expect(
      try violations(duel.ours) == [
        "Thing.code: \(gadget.objectID) wants what \(thing.objectID) has"
      ])
  }

  @Test(arguments: StoreKind.allCases) func anObjectCanWantSeveralValuesThatAreTaken(
    kind: StoreKind
  ) throws {
    let context = try kind.container(Unique.self).newContext()
    func make(_ text: String, _ integer: Int) -> Unique {
      Unique(
        text: text, integer: integer, real: Double.random(in: 0..<1), uuid: UUID(),
        data: Data(UUID().uuidString.utf8), in: context)
    }
    let (first, second) = (make("secret1", 1), make("secret2", 2))
    try context.save()
    let third = make("secret1", 2)
    #expect(
      try Set(violations(context)) == [
        "Unique.text: \(third.objectID) wants what \(first.objectID) has",
        "Unique.integer: \(third.objectID) wants what \(second.objectID) has",
      ])
  }

  @Test(arguments: StoreKind.allCases) func aValueThatIsGivenUpInTheSameSaveIsFree(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let authors = (1...3).map { Author(email: "secret\($0)", in: duel.ours) }
    try duel.ours.save()
    (authors[0].email, authors[1].email) = ("secret2", "secret1")
    duel.ours.delete(authors[2])
    _ = Author(email: "secret3", in: duel.ours)
    // One too many, in the middle of a swap.
    let new = Author(email: "secret1", in: duel.ours)
    #expect(
      try violations(duel.ours) == [
        "Author.email: \(new.objectID) wants what \(authors[1].objectID) has"
      ])
    duel.ours.delete(new)
    try duel.ours.save()
    #expect(try duel.container.newContext().count(Author.all) == 3)
  }

  @Test func anotherProgramMayHaveBeenFaster() throws {
    let store = try TemporaryStore()
    let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
    let programs = try (0..<2).map { _ in
      try PersistentContainer(model: model, at: .file(store.path))
    }
    let contexts = programs.map { $0.newContext() }
    let authors = contexts.map { Author(email: "secret", in: $0) }
    try contexts[0].save()
    #expect(
      try violations(contexts[1]) == [
        "Author.email: \(authors[1].objectID) wants what Author-1 has"
      ])
    authors[1].email = "free"
    let book = Book(title: "B", author: authors[1], in: contexts[1])
    try contexts[1].save()

    // And what it has changed is merged.
    let theirs = try #require(try contexts[0].object(Author.self, with: authors[1].objectID))
    theirs.born = Date(timeIntervalSinceReferenceDate: 0)
    try contexts[0].save()
    authors[1].name = "ours"
    contexts[1].delete(book)
    try contexts[1].save(merging: .byProperty(preferring: .ours))
    #expect(authors[1].born == Date(timeIntervalSinceReferenceDate: 0))
    expectSound(contexts[1])
    #expect(
      try bookshop(programs[0].newContext())
        == bookshop(contexts[1]))
  }
}
