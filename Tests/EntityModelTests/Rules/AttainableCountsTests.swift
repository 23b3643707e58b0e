import Testing

@testable import EntityModel

@Suite struct AttainableCountsTests {
  @Test func countsThatSomeObjectsMeetAreAccepted() {
    expectAccepted([
      Entity(
        "Author",
        properties: [
          .many("follows", "Author", inverse: "followers", minimum: 3),
          .many("followers", "Author", inverse: "follows", maximum: 3),
          .many("heirs", "Author", inverse: "heirOf", minimum: 1),
          .one("heirOf", "Author", inverse: "heirs"),
          .many("friends", "Author", inverse: "friends", minimum: 2, maximum: 5),
        ])
    ])
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author", minimum: 2)]),
      Entity("Book", properties: [.one("author", "Author", inverse: "books")]),
    ])
  }

  @Test func countsThatNoObjectsMeetAreRejected() {
    expect(
      AttainableCounts.self,
      finds: [
        ModelProblem(
          .unattainableCount, in: "Author", property: "heirs",
          "'Author.heirs' must hold at least 2 objects of its own kind, and each of them is held "
            + "by at most 1 through 'Author.heirOf', so that there are never enough; lower the "
            + "minimum")
      ],
      in: [
        Entity(
          "Author",
          properties: [
            .many("heirs", "Author", inverse: "heirOf", minimum: 2),
            .one("heirOf", "Author", inverse: "heirs"),
          ])
      ])
  }
}
