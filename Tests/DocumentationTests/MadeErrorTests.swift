import EntityGraph
import Testing

@testable import Bookshop

/// Programs make errors for tests of their own. Nothing of the library is imported as testable.
@Suite struct MadeErrorTests {
  /// What a handler answers.
  private func status(of error: any Error) -> Int {
    switch error {
    case let error as StoreError where error.code == .uniqueViolation: 409
    case let error as StoreError where error.code == .timedOut: 503
    case is ConflictError: 409
    case is ValidationError: 422
    default: 500
    }
  }

  @Test func errorsAreMadeForTests() throws {
    let (mort, sourcery) = (try ObjectID("Book-1"), try ObjectID("Book-2"))
    let late = StoreError(.timedOut)
    let taken = StoreError(uniqueViolations: [
      StoreError.UniqueViolation(objectID: mort, property: "title", holderID: sourcery)
    ])
    let contested = ConflictError(conflicts: [
      ConflictError.Conflict(
        kind: .changed, objectID: mort, base: ["pages": .integer(1)], ours: ["pages": .integer(2)],
        theirs: ["pages": .integer(3)])
    ])
    let unfit = ValidationError(problems: [
      ValidationError.Problem(objectID: mort, property: "title")
    ])
    let damaged = ReadError(problems: [ReadError.Problem(objectID: mort)])
    let errors: [any Error] = [late, taken, contested, unfit, damaged]
    #expect(errors.map { status(of: $0) } == [503, 409, 409, 422, 500])

    #expect(late.description == "the store has failed [timedOut]")
    #expect(taken.uniqueViolations.map(\.property) == ["title"])
    #expect(taken.properties == ["title"])
    #expect(taken.entity == "Book")
    #expect(
      taken.description == """
        another object already has the value of a unique attribute: 'Book.title': Book-2 has the \
        value that Book-1 is to have [uniqueViolation]
        """)
    #expect(contested.conflicts.first?.contestedProperties == ["pages"])
    #expect(
      contested.description == """
        the save has been refused, since others have saved in the meantime; roll back, or refresh \
        without merging changes, and make the changes again:
          Book-1 has been changed, on both sides: 'pages'
        """)
    #expect(
      unfit.description == """
        the save has been refused:
          Book-1: 'Book.title' cannot be saved as it is [validation.required]
        """)
    #expect(damaged.description == "Book-1 could not be read: its row is damaged")
  }

  @Test func everyDetailCanBeGiven() throws {
    let (mort, author) = (try ObjectID("Book-1"), try ObjectID("Author-1"))
    let cause = StoreError(
      .corrupt, "it is damaged", sqliteCode: 11, sql: "SELECT 1", entity: "Book",
      properties: ["title"], underlying: CancellationError())
    #expect(cause.description == "it is damaged [corrupt, SQLite 11]\n  in: SELECT 1")
    #expect(cause.underlying is CancellationError)
    let conflict = ConflictError.Conflict(
      kind: .missingReference, objectID: mort, entity: "Novel", property: "author",
      relatedID: author)
    #expect(
      conflict.description == "'Novel.author' of Book-1 refers to Author-1, which has been deleted")
    let problem = ValidationError.Problem(
      id: "validation.denied", objectID: mort, entity: "Novel", property: "author",
      message: "forbids it")
    #expect(ValidationError(problems: [problem]).problems == [problem])
    let unread = ReadError.Problem(
      objectID: mort, entity: "Novel", property: "author", message: "is gone", underlying: cause)
    #expect(unread.description == "Book-1.author could not be read: is gone")
    #expect(unread.entity == "Novel")
  }

  @Test func aRowThatOthersHaveDeletedHoldsNothing() throws {
    let id = try ObjectID("Book-1")
    let deleted = ConflictError.Conflict(kind: .deleted, objectID: id, theirs: [:])
    #expect(deleted.theirs == nil)
    #expect(ConflictError.Conflict(kind: .changed, objectID: id).theirs == [:])
  }
}
