import Testing

@testable import EntityModel

@Suite struct FoldedAttributesTests {
  @Test func textsMayBeIndexedAndUniqueIgnoringCase() {
    expectAccepted([
      Entity(
        "Book",
        properties: [
          .attribute(
            Attribute(
              name: "title", type: .string, isIndexed: true, isIndexedIgnoringCase: true)),
          .attribute(
            Attribute(name: "code", type: .string, isOptional: true, isUniqueIgnoringCase: true)),
        ])
    ])
  }

  @Test func otherTypesAreRejected() {
    expect(
      FoldedAttributes.self,
      finds: [
        ModelProblem(
          .ignoringCaseType, in: "Book", property: "pages",
          "'Book.pages' cannot be indexed ignoring case, since it is stored as int64; only a "
            + "String or String? is, so make it one, or write '.indexed'"),
        ModelProblem(
          .ignoringCaseType, in: "Book", property: "home",
          "'Book.home' cannot be unique ignoring case, since it is stored as url; only a String "
            + "or String? is, so make it one, or write '.unique'"),
      ],
      in: [
        Entity(
          "Book",
          properties: [
            .attribute(Attribute(name: "pages", type: .int64, isIndexedIgnoringCase: true)),
            .attribute(Attribute(name: "home", type: .url, isUniqueIgnoringCase: true)),
          ])
      ])
  }
}
