import Testing

@testable import EntityModel

@Suite struct RelationshipCountsTests {
  @Test func countsThatCanBeMetAreAccepted() {
    expectAccepted([
      Entity(
        "Author",
        properties: [
          .many("a", "Author", inverse: "a"), .many("b", "Author", inverse: "b", minimum: 2),
          .many("c", "Author", inverse: "c", maximum: 1),
          .many("d", "Author", inverse: "d", minimum: 3, maximum: 3),
          .one("e", "Author", inverse: "e"), .required("f", "Shop", inverse: "g", .deny),
        ]),
      Entity("Shop", properties: [.many("g", "Author", inverse: "f", .cascade)]),
    ])
  }

  @Test(arguments: [
    (-1, nil, "-1 to any number of"), (-2, -1, "-2 to -1"), (-1, 3, "-1 to 3"), (0, 0, "0 to 0"),
    (0, -1, "0 to -1"), (4, 3, "4 to 3"),
  ])
  func countsThatCannotBeMetAreRejected(least: Int, most: Int?, text: String) {
    expect(
      RelationshipCounts.self, finds: [problem("friends", text)],
      in: [
        Entity(
          "Author",
          properties: [
            .many("friends", "Author", inverse: "friends", minimum: least, maximum: most)
          ])
      ])
  }

  @Test func toOneThatMustHoldSeveralIsRejected() {
    func toOne(_ name: String, _ least: Int, _ most: Int?) -> Property {
      var relationship = Relationship.toOne(
        name, "Author", isOptional: true, inverse: name, deleteRule: .nullify)
      relationship.minimumCount = least
      relationship.maximumCount = most
      return .relationship(relationship)
    }
    expect(
      RelationshipCounts.self,
      finds: [problem("a", "0 to any number of"), problem("b", "0 to 2"), problem("c", "2 to 1")],
      in: [
        Entity(
          "Author", properties: [toOne("a", 0, nil), toOne("b", 0, 2), toOne("c", 2, 1)])
      ])
  }

  /// The problem of `Author`'s relationship `name`, which holds as many objects as `text` says.
  private func problem(_ name: String, _ text: String) -> ModelProblem {
    ModelProblem(
      .impossibleCount, in: "Author", property: name,
      "'Author.\(name)' cannot hold from \(text) objects; the least must not be negative, the "
        + "most not below it or below 1, and the most of a to-one is 1")
  }
}
