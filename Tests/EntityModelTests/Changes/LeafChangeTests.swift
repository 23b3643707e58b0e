import Testing

@testable import EntityModel

/// What changes where a composition has other leaves.
@Suite struct LeafChangeTests {
  private func model(_ leaves: [Leaf]) -> ObjectModel {
    ObjectModel(entities: [
      Entity(
        "Person", properties: [.attribute(Attribute(name: "home", type: .json, leaves: leaves))])
    ])
  }

  private func changes(_ old: [Leaf], _ new: [Leaf]) -> [String] {
    model(new).changes(since: model(old)).map {
      "\($0.id) \($0.property ?? "") \($0.effect.words)"
    }
  }

  private let city = Leaf(name: "city", type: .string)

  @Test func `an attribute becomes a composition, and none again, by itself`() {
    #expect(changes([], [city]) == ["change.attribute-composed home automatic"])
    #expect(changes([city], []) == ["change.attribute-not-composed home automatic"])
    #expect(changes([city], [city]) == [])
  }

  @Test func `a leaf that is new needs a value, or may be nil`() {
    let floor = Leaf(name: "floor", type: .int64)
    #expect(changes([city], [city, floor]) == ["change.leaf-added home.floor needs a stage"])
    var other = floor
    other.isOptional = true
    #expect(changes([city], [city, other]) == ["change.leaf-added home.floor automatic"])
    other = floor
    other.defaultValue = .integer(1)
    #expect(changes([city], [city, other]) == ["change.leaf-added home.floor automatic"])
  }

  @Test func `a leaf is renamed by its original name, and lost without`() {
    let town = Leaf(name: "town", originalName: "city", type: .string)
    #expect(changes([city], [town]) == ["change.leaf-renamed home.town automatic"])
    var other = town
    other.originalName = nil
    other.isOptional = true
    #expect(
      changes([city], [other]) == [
        "change.leaf-removed home.city loses data", "change.leaf-added home.town automatic",
      ])
    other.originalName = "place"
    #expect(
      changes([city], [city, other]) == ["change.original-name-unknown home.town impossible"])
  }

  @Test func `types, optionality and indexes of leaves within compositions are compared`() {
    func geo(_ leaf: Leaf) -> Leaf {
      Leaf(name: "geo", type: .json, isOptional: true, leaves: [leaf])
    }
    func x(_ type: StorageType, isOptional: Bool = false, isIndexed: Bool = false) -> Leaf {
      geo(Leaf(name: "x", type: type, isOptional: isOptional, isIndexed: isIndexed))
    }
    #expect(changes([x(.int8)], [x(.int32)]) == ["change.leaf-type home.geo.x automatic"])
    #expect(changes([x(.float)], [x(.double)]) == ["change.leaf-type home.geo.x automatic"])
    #expect(changes([x(.int32)], [x(.int8)]) == ["change.leaf-type home.geo.x needs a stage"])
    #expect(changes([x(.boolean)], [x(.int8)]) == ["change.leaf-type home.geo.x needs a stage"])
    #expect(
      changes([x(.int8)], [x(.int8, isOptional: true)])
        == ["change.leaf-optional home.geo.x automatic"])
    #expect(
      changes([x(.int8, isOptional: true)], [x(.int8)])
        == ["change.leaf-required home.geo.x needs a stage"])
    #expect(
      changes([x(.int8)], [x(.int8, isIndexed: true)])
        == ["change.leaf-indexed home.geo.x automatic"])
  }

  @Test func `two models of one version have the same leaves, in whatever order`() {
    let floor = Leaf(name: "floor", type: .int64, defaultValue: .integer(1))
    var other = floor
    other.defaultValue = nil
    #expect(model([city, floor]).versionHash == model([other, city]).versionHash)
    #expect(model([city, floor]).versionHash != model([city]).versionHash)
    other.isIndexed = true
    #expect(model([city, floor]).versionHash != model([city, other]).versionHash)
  }
}
