import Testing

@testable import EntityModel

@Suite struct InverseAgreementTests {
  @Test func pairThatNamesEachOtherIsAccepted() {
    expectAccepted([
      Entity(
        "Author",
        properties: [
          .many("books", "Book", inverse: "author"), .one("best", "Book", inverse: "bestOf"),
          .many("read", "Book", inverse: "readers"),
        ]),
      Entity(
        "Book",
        properties: [
          .one("author", "Author", inverse: "books"), .one("bestOf", "Author", inverse: "best"),
          .many("readers", "Author", inverse: "read"),
        ]),
    ])
  }

  @Test func relationshipThatIsItsOwnInverseIsAccepted() {
    expectAccepted([
      Entity(
        "Author",
        properties: [
          .many("friends", "Author", inverse: "friends"), .one("rival", "Author", inverse: "rival"),
        ])
    ])
  }

  @Test func inheritedRelationshipWhoseInverseNamesTheSuperentityIsAccepted() {
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author")]),
      Entity("Poet", superentity: "Author"),
      Entity("Book", properties: [.one("author", "Author", inverse: "books")]),
      Entity("Novel", superentity: "Book"),
    ])
  }

  @Test func relationshipsOfSubentitiesAreAccepted() {
    expectAccepted([
      Entity("Author"),
      Entity("Poet", superentity: "Author", properties: [.many("poems", "Poem", inverse: "poet")]),
      Entity("Book", properties: [.many("poems", "Poem", inverse: "source")]),
      Entity(
        "Poem", superentity: "Work",
        properties: [
          .one("poet", "Poet", inverse: "poems"), .one("source", "Book", inverse: "poems"),
        ]),
      Entity("Work"),
    ])
  }

  @Test func missingInverseIsRejected() {
    expect(
      InverseAgreement.self,
      finds: [
        ModelProblem(
          .missingInverse, in: "Book", property: "author",
          "'Book.author' names 'Author.books' as its inverse, which does not exist")
      ],
      in: [
        Entity("Author"), Entity("Book", properties: [.one("author", "Author", inverse: "books")]),
      ]
    )
  }

  @Test func inverseOfASubentityIsMissingInItsSuperentity() {
    expect(
      InverseAgreement.self,
      finds: [
        ModelProblem(
          .missingInverse, in: "Book", property: "author",
          "'Book.author' names 'Author.books' as its inverse, which does not exist"),
        ModelProblem(
          .inverseOfOtherType, in: "Poet", property: "books",
          "'Book.author', the inverse of 'Poet.books', must refer to 'Poet', not to 'Author'"),
      ],
      in: [
        Entity("Author"),
        Entity(
          "Poet", superentity: "Author", properties: [.many("books", "Book", inverse: "author")]),
        Entity("Book", properties: [.one("author", "Author", inverse: "books")]),
      ])
  }

  @Test func inverseThatIsNoRelationshipIsRejected() {
    expect(
      InverseAgreement.self,
      finds: [
        ModelProblem(
          .inverseNotRelationship, in: "Book", property: "author",
          "'Book.author' names 'Author.all' as its inverse, which is not a relationship"),
        ModelProblem(
          .inverseNotRelationship, in: "Book", property: "editor",
          "'Book.editor' names 'Author.books' as its inverse, which is not a relationship"),
      ],
      in: [
        Entity("Author", properties: [.string("books"), .fetch("all", "Book")]),
        Entity(
          "Book",
          properties: [
            .one("author", "Author", inverse: "all"), .one("editor", "Author", inverse: "books"),
          ]),
      ])
  }

  @Test func inverseThatNamesAnotherIsRejected() {
    expect(
      InverseAgreement.self,
      finds: [
        ModelProblem(
          .inverseNotMutual, in: "Book", property: "editor",
          "'Book.editor' and 'Author.books' must name each other as inverse; 'Author.books' names "
            + "'author'")
      ],
      in: [
        Entity("Author", properties: [.many("books", "Book", inverse: "author")]),
        Entity(
          "Book",
          properties: [
            .one("author", "Author", inverse: "books"), .one("editor", "Author", inverse: "books"),
          ]),
      ])
  }

  @Test func inverseThatRefersToAnotherEntityIsRejected() {
    expect(
      InverseAgreement.self,
      finds: [
        ModelProblem(
          .missingInverse, in: "Author", property: "books",
          "'Author.books' names 'Shop.author' as its inverse, which does not exist"),
        ModelProblem(
          .inverseOfOtherType, in: "Book", property: "author",
          "'Author.books', the inverse of 'Book.author', must refer to 'Book', not to 'Shop'"),
      ],
      in: [
        Entity("Author", properties: [.many("books", "Shop", inverse: "author")]),
        Entity("Book", properties: [.one("author", "Author", inverse: "books")]),
        Entity("Shop"),
      ])
  }

  @Test func inverseThatTheTargetInheritsIsRejectedWhereItIsDefined() {
    expect(
      InverseAgreement.self,
      finds: [
        ModelProblem(
          .inverseOfOtherType, in: "Book", property: "author",
          "'Author.novels', the inverse of 'Book.author', must refer to 'Book', not to 'Novel'")
      ],
      in: [
        Entity("Author", properties: [.many("novels", "Novel", inverse: "author")]),
        Entity("Book", properties: [.one("author", "Author", inverse: "novels")]),
        Entity("Novel", superentity: "Book"),
      ])
  }

  @Test func relationshipToASubentityIsNotItsOwnInverse() {
    expect(
      InverseAgreement.self,
      finds: [
        ModelProblem(
          .inverseOfOtherType, in: "Author", property: "friends",
          "'Poet.friends', the inverse of 'Author.friends', must refer to 'Author', not to 'Poet'")
      ],
      in: [
        Entity("Author", properties: [.many("friends", "Poet", inverse: "friends")]),
        Entity("Poet", superentity: "Author"),
      ])
  }

  @Test func whatAnUnknownEntityMayDefineIsLeftToOtherRules() {
    expect(
      InverseAgreement.self, finds: [],
      in: [
        Entity("Poet", superentity: "Author"),
        Entity(
          "Book",
          properties: [
            .one("author", "Author", inverse: "books"), .one("poet", "Poet", inverse: "books"),
          ]),
      ])
  }
}
