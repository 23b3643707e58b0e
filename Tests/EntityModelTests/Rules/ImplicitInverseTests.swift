import Foundation
import Testing

@testable import EntityModel

/// What holds of inverses that no property is.
@Suite struct ImplicitInverseTests {
  private static func land(
    _ inverse: ImplicitInverse = .implicit, isOptional: Bool = true,
    _ deleteRule: DeleteRule = .nullify, to target: String = "Land", of owner: String = "Town"
  ) -> Property {
    .relationship(
      .toOne(
        "land", target, isOptional: isOptional, inverse: inverse, of: owner,
        deleteRule: deleteRule))
  }

  private static func model(_ property: Property) -> [Entity] {
    [
      Entity("Land", properties: [.string("name")]), Entity("Town", properties: [property]),
    ]
  }

  @Test(arguments: [
    land(), land(isOptional: false), land(.implicit(deleteRule: .cascade), isOptional: false),
    land(.implicit(deleteRule: .deny)), land(.implicit(minimumCount: 1, maximumCount: 1)),
    land(isOptional: true, .cascade),
  ])
  func `an entity need not know what refers to it`(_ property: Property) {
    expectAccepted(Self.model(property))
  }

  @Test func `its delete rule is to nullify where it may, and else to deny`() {
    #expect(Self.land().relationship?.hiddenInverse?.deleteRule == .nullify)
    #expect(Self.land(isOptional: false).relationship?.hiddenInverse?.deleteRule == .deny)
  }

  @Test func `required references are not nullified`() {
    var problem = ModelProblem(
      .nullifiedRequired, in: "Town", property: "land",
      "the inverse of 'Town.land' cannot have the delete rule 'nullify', since 'Town.land' is "
        + "required; use 'cascade' or 'deny', or make 'land' optional")
    problem.isAboutImplicitInverse = true
    expect(
      DeleteRuleFitsInverse.self, finds: [problem],
      in: Self.model(Self.land(.implicit(deleteRule: .nullify), isOptional: false)))
  }

  @Test func `counts that cannot be met are rejected`() {
    var problem = ModelProblem(
      .impossibleCount, in: "Town", property: "land",
      "the inverse of 'Town.land' cannot hold from 3 to 2 objects; the least must not be negative, "
        + "the most not below it or below 1, and the most of a to-one is 1")
    problem.isAboutImplicitInverse = true
    expect(
      RelationshipCounts.self, finds: [problem],
      in: Self.model(Self.land(.implicit(minimumCount: 3, maximumCount: 2))))
    var own = ModelProblem(
      .unattainableCount, in: "Land", property: "land",
      "the inverse of 'Land.land' must hold at least 2 objects of its own kind, and each of them "
        + "is held by at most 1 through 'Land.land', so that there are never enough; lower the "
        + "minimum")
    own.isAboutImplicitInverse = true
    expect(
      AttainableCounts.self, finds: [own],
      in: [Entity("Land", properties: [Self.land(.implicit(minimumCount: 2), of: "Land")])])
  }

  @Test func `both ends that deny are rejected where one is required`() {
    expect(
      DenyAtBothEnds.self,
      finds: [
        ModelProblem(
          .denyAtBothEnds, in: "Town", property: "land",
          "'Town.land' is required and has the delete rule 'deny', as its implicit inverse has, so "
            + "that neither object can be deleted before the other; use another rule, such as "
            + "'nullify', for 'Town.land'")
      ], in: Self.model(Self.land(isOptional: false, .deny)))
  }

  @Test func `a circle of required to-ones is one without declared inverses too`() {
    expect(
      RequiredCycles.self,
      finds: [
        ModelProblem(
          .requiredCycle, in: "Land", property: "land",
          "'Land.land' is required, and an object of 'Land' needs one of 'Land' first, so that "
            + "neither can be created; make a to-one between them optional")
      ], in: [Entity("Land", properties: [Self.land(isOptional: false, of: "Land")])])
  }

  @Test func `a to-many may be declared at one end too`() {
    func holding(_ inverse: ImplicitInverse, isOrdered: Bool = false) -> [Entity] {
      Self.model(
        .relationship(
          .toMany(
            "lands", "Land", inverse: inverse, of: "Town", deleteRule: .nullify,
            isOrdered: isOrdered)))
    }
    for inverse in [
      ImplicitInverse.implicit, .implicit(deleteRule: .cascade), .implicit(maximumCount: 1),
      .implicit(deleteRule: .deny, minimumCount: 1),
    ] {
      expectAccepted(holding(inverse))
      let model = ObjectModel(entities: holding(inverse, isOrdered: true))
      let relationship = model.entities.flatMap(\.relationships).first
      let hidden = relationship?.hiddenInverse
      #expect(hidden?.isToMany == true && hidden?.isOrdered == false)
      #expect(hidden?.deleteRule == inverse.deleteRule ?? .nullify)
      #expect(hidden?.maximumCount == inverse.maximumCount)
      #expect(hidden.flatMap { model.inverse(of: $0) } == relationship)
      let data = try? JSONEncoder().encode(model)
      #expect(data.flatMap { try? JSONDecoder().decode(ObjectModel.self, from: $0) } == model)
    }
    #expect(
      Set(
        [.implicit, .implicit(maximumCount: 1)].map {
          ObjectModel(entities: holding($0)).versionHash
        }
      ).count == 2)
  }

  @Test func `its index is that of no property of the tree`() {
    let model = ObjectModel(entities: [
      Entity("Land", properties: [.string("name")]),
      Entity("Realm", superentity: "Land", properties: [.string("crown"), .string("seat")]),
      Entity("Town", properties: [Self.land()]),
      Entity("Visa", properties: [Self.land(to: "Realm", of: "Visa")]),
    ])
    #expect(model.problems == [])
    let ends = model.hiddenEnds()["Land"] ?? []
    #expect(ends.map(\.entity) == ["Land", "Realm"])
    #expect(ends.map(\.index) == [3, 4])
    #expect(ends.map(\.relationship.name) == ["Town.land", "Visa.land"])
    #expect(ends.map(\.relationship.target) == ["Town", "Visa"])
    #expect(model.hiddenEnds()["Town"] == nil)
    for relationship in model.entities.flatMap(\.relationships) {
      let inverse = model.inverse(of: relationship)
      #expect(inverse.flatMap { model.inverse(of: $0) } == relationship)
    }
  }

  @Test func `what is said of it is coded, and part of the model's version`() throws {
    let models = [
      ImplicitInverse.implicit, .implicit(deleteRule: .deny),
      .implicit(deleteRule: .cascade, minimumCount: 1, maximumCount: 4),
    ].map { ObjectModel(entities: Self.model(Self.land($0))) }
    for model in models {
      let data = try JSONEncoder().encode(model)
      #expect(try JSONDecoder().decode(ObjectModel.self, from: data) == model)
    }
    #expect(Set(models.map(\.versionHash)).count == 2)
  }
}
