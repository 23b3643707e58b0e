import Testing

@testable import EntityModel

@Suite struct ExternalAttributesTests {
  private func entity(_ attribute: Attribute) -> Entity {
    Entity("Book", properties: [.attribute(attribute)])
  }

  @Test(arguments: [StorageType.string, .data, .json])
  func textsAndDataAndJSONMayBeExternal(_ type: StorageType) {
    expectAccepted([
      entity(Attribute(name: "text", type: type, isOptional: true, isExternal: true))
    ])
  }

  @Test(arguments: [StorageType.int64, .date, .uuid, .url, .decimal, .boolean])
  func smallValuesAreRejected(_ type: StorageType) {
    expect(
      ExternalAttributes.self,
      finds: [
        ModelProblem(
          .externalType, in: "Book", property: "size",
          "'Book.size' cannot be external, since it is stored as \(type.rawValue), which takes a "
            + "few bytes; leave '.external' out")
      ],
      in: [entity(Attribute(name: "size", type: type, isExternal: true))])
  }

  @Test func compositionsAreRejected() {
    expect(
      ExternalAttributes.self,
      finds: [
        ModelProblem(
          .externalType, in: "Book", property: "place",
          "'Book.place' cannot be external, since it is a composition, whose leaves are columns of "
            + "the row; leave '.external' out")
      ],
      in: [
        entity(
          Attribute(
            name: "place", type: .json, leaves: [Leaf(name: "town", type: .string)],
            isExternal: true))
      ])
  }

  @Test func indexesOfExternalAttributesAreRejected() {
    func problem(_ option: String) -> ModelProblem {
      ModelProblem(
        .externalTrait, in: "Book", property: "text",
        "'Book.text' cannot be '.\(option)' and external, since an index is made of what rows "
          + "have; leave one of the two out")
    }
    expect(
      ExternalAttributes.self, finds: [problem("unique"), problem("searchable")],
      in: [
        entity(
          Attribute(
            name: "text", type: .string, isUnique: true, search: .unicode, isExternal: true))
      ])
  }

  @Test func listsOfExternalAttributesAreRejected() {
    expect(
      ExternalAttributes.self,
      finds: [
        ModelProblem(
          .externalIndex, in: "Book",
          "the index of 'Book' over 'title, text' names 'text', which is external, so that its row "
            + "does not have it; leave it out of the list")
      ],
      in: [
        Entity(
          "Book",
          properties: [
            .string("title"),
            .attribute(Attribute(name: "text", type: .string, isExternal: true)),
          ], indexes: [["title", "text"]])
      ])
  }
}
