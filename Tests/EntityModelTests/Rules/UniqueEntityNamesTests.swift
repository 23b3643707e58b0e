import Testing

@testable import EntityModel

@Suite struct UniqueEntityNamesTests {
  @Test func differentNamesAreAccepted() {
    expectAccepted([Entity("Book"), Entity("Books"), Entity("Author")])
  }

  @Test func namesThatDifferInTheCaseOfOtherThanASCIIAreAccepted() {
    expectAccepted([Entity("Élan"), Entity("élan")])
  }

  @Test func nameDefinedTwiceIsRejected() {
    expect(
      UniqueEntityNames.self,
      finds: [
        ModelProblem(
          .duplicateEntity, in: "Author",
          "entity 'Author' is defined 2 times; entity names must be unique"),
        ModelProblem(
          .duplicateEntity, in: "Book",
          "entity 'Book' is defined 3 times; entity names must be unique"),
      ],
      in: ["Book", "Author", "Book", "Author", "Shop", "Book"].map { Entity($0) })
  }

  @Test func namesThatDifferInCaseAloneAreRejected() {
    expect(
      UniqueEntityNames.self,
      finds: [
        ModelProblem(
          .duplicateEntity, in: "BOOK",
          "the names of entities 'BOOK' and 'Book' and 'book' must differ in more than case")
      ],
      in: [Entity("book"), Entity("BOOK"), Entity("Author"), Entity("Book", superentity: "Author")])
  }

  @Test func nameDefinedTwiceInTwoSpellingsIsRejectedForBoth() {
    expect(
      UniqueEntityNames.self,
      finds: [
        ModelProblem(
          .duplicateEntity, in: "Book",
          "the names of entities 'Book' and 'book' must differ in more than case"),
        ModelProblem(
          .duplicateEntity, in: "book",
          "entity 'book' is defined 2 times; entity names must be unique"),
      ],
      in: [Entity("book"), Entity("Book"), Entity("book")])
  }
}
