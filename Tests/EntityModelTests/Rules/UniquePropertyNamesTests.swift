import Testing

@testable import EntityModel

@Suite struct UniquePropertyNamesTests {
  @Test func oneNameInTwoEntitiesThatDoNotExtendEachOtherIsAccepted() {
    expectAccepted([
      Entity("Book", properties: [.string("title")]),
      Entity("Novel", superentity: "Book", properties: [.string("plot")]),
      Entity("Atlas", superentity: "Book", properties: [.string("plot", column: "atlas_plot")]),
      Entity("Shop", properties: [.string("title")]),
    ])
  }

  @Test func nameUsedTwiceInAnEntityIsRejected() {
    expect(
      UniquePropertyNames.self,
      finds: [
        ModelProblem(
          .duplicateProperty, in: "Book", property: "title",
          "'Book.title' is defined more than once")
      ],
      in: [
        Entity(
          "Book", properties: [.string("title"), .string("name"), .fetch("title", "Book")])
      ])
  }

  @Test func inheritedNameIsRejectedWithItsOwner() {
    expect(
      UniquePropertyNames.self,
      finds: [
        ModelProblem(
          .duplicateProperty, in: "Novel", property: "title",
          "'Novel.title' is already defined by 'Book', which 'Novel' extends"),
        ModelProblem(
          .duplicateProperty, in: "Thriller", property: "title",
          "'Thriller.title' is already defined by 'Book', which 'Thriller' extends"),
        ModelProblem(
          .duplicateProperty, in: "Thriller", property: "plot",
          "'Thriller.plot' is already defined by 'Novel', which 'Thriller' extends"),
      ],
      in: [
        Entity("Book", properties: [.string("title")]),
        Entity("Novel", superentity: "Book", properties: [.string("title"), .string("plot")]),
        Entity(
          "Thriller", superentity: "Novel",
          properties: [.many("title", "Book", inverse: "x"), .string("plot", column: "p")]),
      ])
  }
}
