import Testing

@testable import EntityModel

@Suite struct UniqueTypesTests {
  @Test(arguments: StorageType.allCases.filter { $0 != .json })
  func attributeOfAnOrderedTypeMayBeUnique(type: StorageType) {
    expectAccepted([
      Entity(
        "Book",
        properties: [
          .attribute(Attribute(name: "key", type: type, isUnique: true)),
          .attribute(Attribute(name: "tags", type: .json, isIndexed: true)),
        ])
    ])
  }

  @Test func uniqueAttributeKeptAsJSONIsRejected() {
    expect(
      UniqueTypes.self,
      finds: [
        ModelProblem(
          .uniqueJSON, in: "Book", property: "tags",
          "'Book.tags' cannot be unique, since it is stored as JSON and equal values may have "
            + "different texts; make its type Storable, or leave out '.unique'")
      ],
      in: [
        Entity(
          "Book", properties: [.attribute(Attribute(name: "tags", type: .json, isUnique: true))])
      ])
  }
}
