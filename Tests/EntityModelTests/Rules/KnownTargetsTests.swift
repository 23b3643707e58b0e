import Testing

@testable import EntityModel

@Suite struct KnownTargetsTests {
  @Test func targetOfTheModelIsAccepted() {
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author")]),
      Entity("Book", properties: [.one("author", "Author", inverse: "books")]),
      Entity("Shop", properties: [.fetch("books", "Book"), .fetch("shops", "Shop")]),
    ])
  }

  @Test func unknownTargetIsRejected() {
    expect(
      KnownTargets.self,
      finds: [
        ModelProblem(
          .unknownTarget, in: "Book", property: "author",
          "'Book.author' refers to 'author', which is not an entity of this model; add the class "
            + "to the model"),
        ModelProblem(
          .unknownTarget, in: "Book", property: "shops",
          "'Book.shops' refers to 'Shop', which is not an entity of this model; add the class to "
            + "the model"),
        ModelProblem(
          .unknownFetchedEntity, in: "Book", property: "all",
          "'Book.all' fetches 'Books', which is not an entity of this model; add the class to the "
            + "model"),
      ],
      in: [
        Entity("Author"),
        Entity(
          "Book",
          properties: [
            .fetch("all", "Books"), .one("author", "author", inverse: "books"),
            .many("shops", "Shop", inverse: "books"), .string("title"),
          ]),
      ])
  }
}
