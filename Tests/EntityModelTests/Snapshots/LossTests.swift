import EntityModel
import Testing

@testable import ModelGeneration

/// What a snapshot says that it accepts to be lost.
@Suite struct LossTests {
  @Test func whatIsGoneIsLost() {
    #expect(
      losses(
        from: [
          Entity(
            "Book",
            properties: [
              .attribute(Attribute(name: "note", type: .string)),
              .one("author", "Author", inverse: "books"),
            ]),
          Entity("Author", properties: [.many("books", "Book", inverse: "author")]),
          Entity("Shop"),
        ],
        to: [Entity("Work", originalName: "Book"), Entity("Author")])
        == ["removing Shop", "removing Work.author", "removing Work.note"])
  }

  @Test(arguments: [
    (StorageType.int64, StorageType.int8, ["converting Book.a"]),
    (.date, .string, ["converting Book.a"]), (.int8, .int64, []), (.json, .string, []),
  ])
  func typesThatDoNotHoldEveryValueAreConverted(
    _ old: StorageType, _ new: StorageType, _ expected: [String]
  ) {
    func book(_ type: StorageType) -> Entity {
      Entity("Book", properties: [.attribute(Attribute(name: "a", type: type))])
    }
    #expect(losses(from: [book(old)], to: [book(new)]) == expected)
  }

  @Test func whatOnlySomeRowsLoseIsLostByTheEntityThatDeclaredIt() {
    let attribute = Property.attribute(Attribute(name: "wheels", type: .int64, isOptional: true))
    #expect(
      losses(
        from: [Entity("Vehicle", properties: [attribute]), Entity("Car", superentity: "Vehicle")],
        to: [Entity("Vehicle"), Entity("Car", superentity: "Vehicle", properties: [attribute])])
        == ["removing Vehicle.wheels"])
  }

  @Test func whatIsNoLongerInheritedIsLost() {
    let properties = ["a", "b"].map {
      Property.attribute(Attribute(name: $0, type: .int64, isOptional: true))
    }
    #expect(
      losses(
        from: [Entity("Base", properties: properties), Entity("Leaf", superentity: "Base")],
        to: [Entity("Base", properties: properties), Entity("Leaf")])
        == ["removing Leaf.a", "removing Leaf.b"])
  }

  @Test func whatAStageHasToSayIsNoLoss() {
    #expect(
      losses(
        from: [Entity("Book")],
        to: [Entity("Book", properties: [.attribute(Attribute(name: "a", type: .int64))])]) == [])
  }

  private func losses(from old: [Entity], to new: [Entity]) -> [String] {
    ModelComparison(from: ObjectModel(entities: old), to: ObjectModel(entities: new)).losses
  }
}
