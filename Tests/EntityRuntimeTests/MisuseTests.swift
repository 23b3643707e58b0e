import EntityGraph
import Testing

@testable import EntityRuntime

/// What a program must not do ends it, before anything of another context or a store is harmed.
@Suite struct MisuseTests {
  @Test func objectsOfTwoContextsCannotReferToEachOther() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let bench = try bookshop()
      let author = Author(email: "x", in: bench.container.newContext())
      _ = Book(title: "A", author: author, in: bench.context)
    }
    expectMessage(
      of: result,
      "'Book.author' cannot refer to an object of another context; ask this context for the "
        + "object with its id")
  }

  @Test func anObjectCannotBeDeletedInAnotherContext() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let bench = try bookshop()
      let book = Book(title: "A", in: bench.context)
      bench.container.newContext().delete(book)
    }
    expectMessage(
      of: result,
      "an object can be deleted only in its own context; ask this context for it with its id")
  }

  @Test func anEntityThatIsNotInTheModelCannotBeFetched() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let bench = try bookshop()
      _ = try bench.context.fetch(Person.all)
    }
    expectMessage(
      of: result,
      "'Person' is not in the model of this container; add the class to the ObjectModel that "
        + "the container is opened with")
  }

  @Test func whatAnObjectRefersToCannotBeChangedWhenItsContextHasGone() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let bench = try bookshop()
      _ = Book(title: "A", author: Author(email: "x", in: bench.context), in: bench.context)
      try bench.context.save()
      let book = try bench.container.newContext().first(Book.all)
      book?.author = nil
    }
    expectMessage(
      of: result,
      "'Book.author' cannot be changed in a context that has been released; hold the context")
  }

  /// Expects that a process has ended with `sentence`, which only a build for debugging prints.
  private func expectMessage(
    of result: ExitTest.Result?, _ sentence: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let message = text.firstMatch(of: /(?:Fatal error|Precondition failed): (.*)/)
        .map { String($0.output.1) }
      #expect(message == sentence, sourceLocation: sourceLocation)
    #endif
  }
}
