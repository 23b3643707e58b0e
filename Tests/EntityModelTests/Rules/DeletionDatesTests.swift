import Testing

@testable import EntityModel

@Suite struct DeletionDatesTests {
  private func date(
    _ name: String, _ type: StorageType = .date, isOptional: Bool = true
  ) -> Property {
    .attribute(Attribute(name: name, type: type, isOptional: isOptional, marksDeletion: true))
  }

  @Test func `an optional date of an entity that extends none is accepted`() {
    expectAccepted([
      Entity("Work", properties: [date("deletedAt")]),
      Entity("Book", superentity: "Work", properties: [.string("title")]),
    ])
  }

  @Test func `other types, a second one and one in a subclass are rejected`() {
    expect(
      DeletionDates.self,
      finds: [
        ModelProblem(
          .deletionDateInherited, in: "Book", property: "gone",
          "'Book.gone' cannot say when an object was deleted, since 'Book' extends another entity, "
            + "whose requests find its objects too; declare it in the one that extends none"),
        ModelProblem(
          .deletionDateTwice, in: "Work", property: "again",
          "'Work.again' is the second that says when an object was deleted; mark one attribute "
            + "'.deletedAt'"),
        ModelProblem(
          .deletionDateType, in: "Work", property: "number",
          "'Work.number' cannot say when an object was deleted, since its type is not 'Date?'; make "
            + "it one, or leave out '.deletedAt'"),
        ModelProblem(
          .deletionDateType, in: "Work", property: "required",
          "'Work.required' cannot say when an object was deleted, since its type is not 'Date?'; "
            + "make it one, or leave out '.deletedAt'"),
      ],
      in: [
        Entity(
          "Work",
          properties: [
            date("deletedAt"), date("again"), date("number", .int64),
            date("required", isOptional: false),
          ]),
        Entity("Book", superentity: "Work", properties: [date("gone")]),
      ])
  }
}
