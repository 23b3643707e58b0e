import Testing

@testable import EntityModel

@Suite struct DenyAtBothEndsTests {
  @Test func endsThatCanBePartedAreAccepted() {
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author", .deny)]),
      Entity("Book", properties: [.one("author", "Author", inverse: "books", .deny)]),
    ])
  }

  @Test func oneEndThatDeniesIsAccepted() {
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author", .deny)]),
      Entity("Book", properties: [.required("author", "Author", inverse: "books")]),
    ])
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author", .cascade)]),
      Entity("Book", properties: [.required("author", "Author", inverse: "books", .deny)]),
    ])
  }

  @Test func requiredToOneThatDeniesAsItsInverseDoesIsRejected() {
    expect(
      DenyAtBothEnds.self,
      finds: [
        ModelProblem(
          .denyAtBothEnds, in: "Book", property: "author",
          "'Book.author' is required and has the delete rule 'deny', as its inverse "
            + "'Author.books' has, so that neither object can be deleted before the other; use "
            + "another rule, such as 'nullify', for 'Book.author'")
      ],
      in: [
        Entity("Author", properties: [.many("books", "Book", inverse: "author", .deny)]),
        Entity("Book", properties: [.required("author", "Author", inverse: "books", .deny)]),
      ])
  }
}
