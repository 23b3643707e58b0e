import Testing

@testable import EntityModel

@Suite struct RequiredCyclesTests {
  @Test func requiredToOnesThatEndSomewhereAreAccepted() {
    expectAccepted([
      Entity("Shop", properties: [.many("shelves", "Shelf", inverse: "shop", .cascade)]),
      Entity(
        "Shelf",
        properties: [
          .required("shop", "Shop", inverse: "shelves"),
          .many("books", "Book", inverse: "shelf", .cascade),
          .one("best", "Book", inverse: "bestOf"),
        ]),
      Entity(
        "Book",
        properties: [
          .required("shelf", "Shelf", inverse: "books"), .one("bestOf", "Shelf", inverse: "best"),
          .one("sequel", "Book", inverse: "prequel"), .one("prequel", "Book", inverse: "sequel"),
        ]),
    ])
  }

  @Test func twoRequiredToOnesThatAreEachOthersInverseAreRejected() {
    expect(
      RequiredCycles.self,
      finds: [problem("Author", "desk", "Desk"), problem("Desk", "author", "Author")],
      in: [
        Entity("Author", properties: [.required("desk", "Desk", inverse: "author", .cascade)]),
        Entity("Desk", properties: [.required("author", "Author", inverse: "desk", .cascade)]),
      ])
  }

  @Test func requiredToOneOfItsOwnKindIsRejected() {
    expect(
      RequiredCycles.self, finds: [problem("Book", "original", "Book")],
      in: [
        Entity(
          "Book",
          properties: [
            .required("original", "Book", inverse: "copies"),
            .many("copies", "Book", inverse: "original", .cascade),
          ])
      ])
  }

  @Test func longerCircleThroughAnEntityThatInheritsIsRejected() {
    expect(
      RequiredCycles.self,
      finds: [
        problem("Author", "book", "Novel"), problem("Book", "shop", "Shop"),
        problem("Shop", "owner", "Author"),
      ],
      in: [
        Entity("Author", properties: [.required("book", "Novel", inverse: "by")]),
        Entity("Book", properties: [.required("shop", "Shop", inverse: "books")]),
        Entity("Novel", superentity: "Book"),
        Entity("Shop", properties: [.required("owner", "Author", inverse: "shops")]),
        Entity("Visitor", properties: [.required("shop", "Shop", inverse: "visitors")]),
      ])
  }

  private func problem(_ entity: String, _ name: String, _ target: String) -> ModelProblem {
    ModelProblem(
      .requiredCycle, in: entity, property: name,
      "'\(entity).\(name)' is required, and an object of '\(target)' needs one of '\(entity)' "
        + "first, so that neither can be created; make a to-one between them optional")
  }
}
