import Testing

@testable import EntityModel

@Suite struct DeleteRuleFitsInverseTests {
  @Test(arguments: [DeleteRule.cascade, .deny, .noAction])
  func ruleThatClearsNothingIsAccepted(deleteRule: DeleteRule) {
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author", deleteRule)]),
      Entity("Book", properties: [.required("author", "Author", inverse: "books")]),
    ])
  }

  @Test func nullifyIsAcceptedWhereTheInverseMayLoseAnObject() {
    expectAccepted([
      Entity(
        "Author",
        properties: [
          .many("books", "Book", inverse: "author"), .one("best", "Book", inverse: "bestOf"),
        ]),
      Entity(
        "Book",
        properties: [
          .one("author", "Author", inverse: "books"), .one("bestOf", "Author", inverse: "best"),
          .required("shop", "Shop", inverse: "books"),
        ]),
      Entity("Shop", properties: [.many("books", "Book", inverse: "shop", .cascade)]),
    ])
  }

  @Test func nullifyOfARequiredInverseIsRejected() {
    expect(
      DeleteRuleFitsInverse.self,
      finds: [
        ModelProblem(
          .nullifiedRequired, in: "Author", property: "books",
          "'Author.books' cannot have the delete rule 'nullify', since 'Book.author' is required; "
            + "use 'cascade' or 'deny', or make 'author' optional"),
        ModelProblem(
          .nullifiedRequired, in: "Author", property: "best",
          "'Author.best' cannot have the delete rule 'nullify', since 'Book.bestOf' is required; "
            + "use 'cascade' or 'deny', or make 'bestOf' optional"),
      ],
      in: [
        Entity(
          "Author",
          properties: [
            .many("books", "Book", inverse: "author"), .one("best", "Book", inverse: "bestOf"),
          ]),
        Entity(
          "Book",
          properties: [
            .required("author", "Author", inverse: "books"),
            .required("bestOf", "Author", inverse: "best"),
          ]),
      ])
  }

  @Test func nullifyOfARequiredOwnInverseIsRejected() {
    expect(
      DeleteRuleFitsInverse.self,
      finds: [
        ModelProblem(
          .nullifiedRequired, in: "Author", property: "rival",
          "'Author.rival' cannot have the delete rule 'nullify', since 'Author.rival' is required; "
            + "use 'cascade' or 'deny', or make 'rival' optional")
      ],
      in: [Entity("Author", properties: [.required("rival", "Author", inverse: "rival")])])
  }

  @Test func inverseThatIsNoneIsLeftToInverseAgreement() {
    expect(
      DeleteRuleFitsInverse.self, finds: [],
      in: [
        Entity(
          "Author",
          properties: [
            .many("books", "Book", inverse: "author", .cascade),
            .many("drafts", "Book", inverse: "author"), .many("notes", "Book", inverse: "none"),
            .many("shops", "Shop", inverse: "author"),
          ]),
        Entity("Book", properties: [.required("author", "Author", inverse: "books")]),
      ])
  }
}
