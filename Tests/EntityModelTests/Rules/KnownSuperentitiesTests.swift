import Testing

@testable import EntityModel

@Suite struct KnownSuperentitiesTests {
  @Test func lineThatEndsInARootIsAccepted() {
    expectAccepted([
      Entity("Novel", superentity: "Book"), Entity("Thriller", superentity: "Novel"),
      Entity("Atlas", superentity: "Book"), Entity("Book"),
    ])
  }

  @Test func unknownSuperentityIsRejectedWhereItIsNamed() {
    expect(
      KnownSuperentities.self,
      finds: [
        ModelProblem(
          .unknownSuperentity, in: "Novel",
          "'Novel' extends 'Book', which is not an entity of this model")
      ],
      in: [Entity("Novel", superentity: "Book"), Entity("Thriller", superentity: "Novel")])
  }

  @Test func entityThatExtendsItselfIsRejected() {
    expect(
      KnownSuperentities.self,
      finds: [
        ModelProblem(
          .superentityCycle, in: "Book",
          "'Book' extends itself; a line of entities must end in one that extends none")
      ],
      in: [Entity("Book", superentity: "Book")])
  }

  @Test func cycleIsRejectedForThoseInItAndNotForThoseBelow() {
    expect(
      KnownSuperentities.self,
      finds: ["Atlas", "Book", "Novel"].map {
        ModelProblem(
          .superentityCycle, in: $0,
          "'\($0)' extends itself; a line of entities must end in one that extends none")
      },
      in: [
        Entity("Novel", superentity: "Book"), Entity("Book", superentity: "Atlas"),
        Entity("Atlas", superentity: "Novel"), Entity("Thriller", superentity: "Novel"),
      ])
  }
}
