import EntityModel
import EntityStore
import Testing

@Suite struct MigrationPathTests {
  /// Returns a model of a book with attributes, some of which had other names.
  private func model(_ names: String..., renamed: [String: String] = [:]) -> ObjectModel {
    ObjectModel(entities: [
      Entity(
        "Book",
        properties: names.map { name in
          var attribute = Attribute(name: name, type: .string, isOptional: true)
          attribute.originalName = renamed[name]
          return .attribute(attribute)
        })
    ])
  }

  private func path(
    _ models: [ObjectModel], from index: Int = 0, stages: [(Int, Int)] = [],
    accepted: [Int: MigrationPolicy.Permission] = [:], to current: ObjectModel? = nil
  ) -> MigrationPath {
    MigrationPath(
      from: models[index], to: current ?? models[models.count - 1],
      ModelHistory(
        versions: models.enumerated().map {
          .init(
            number: $0 + 1, model: $1, accepted: accepted[$0 + 1].map { [$0] } ?? [])
        },
        stages: stages.map { .init(from: $0.0, to: $0.1) { _ in } }))
  }

  /// Returns the legs of `path` by the attributes of their models, a stage with an asterisk.
  private func text(_ path: MigrationPath) -> [String] {
    path.legs.map { leg in
      let names = [leg.from, leg.to].map { $0.entities[0].properties.map(\.name).joined() }
      return names.joined(separator: leg.stage == nil ? ">" : "*")
    }
  }

  @Test func versionsThatFindTheSameValuesAreOneStep() {
    let models = [model("a"), model("a", "b"), model("a", "b", "c")]
    #expect(text(path(models)) == ["a>abc"])
    #expect(text(path(models, from: 1)) == ["ab>abc"])
    #expect(text(path(models, to: model("a", "b", "c", "d"))) == ["a>abcd"])
  }

  @Test func namesThatAreReusedAreTakenVersionByVersion() {
    let reused = [model("a"), model("b", renamed: ["b": "a"]), model("a", "b")]
    #expect(text(path(reused)) == ["a>b", "b>ab"])
    let renamed = [
      model("a"), model("b", renamed: ["b": "a"]), model("c", renamed: ["c": "b"]),
    ]
    #expect(text(path(renamed)) == ["a>b", "b>c"])
    #expect(text(path(renamed, from: 1)) == ["b>c"])
  }

  @Test func aDefaultThatOneVersionGivesIsGivenByItsOwnStep() {
    func model(_ attribute: Attribute?) -> ObjectModel {
      ObjectModel(entities: [
        Entity("Book", properties: attribute.map { [.attribute($0)] } ?? [])
      ])
    }
    func pages(_ value: Int64?) -> ObjectModel {
      model(
        Attribute(
          name: "pages", type: .int64, isOptional: value == nil,
          defaultValue: value.map { .integer($0) }))
    }
    let required = model(Attribute(name: "pages", type: .int64))
    #expect(path([model(nil), pages(7), pages(nil)]).legs.count == 2)
    let found = model(Attribute(name: "pages", type: .int64, isOptional: true, isIndexed: true))
    #expect(path([pages(nil), pages(7), found]).legs.count == 2)
    #expect(path([pages(nil), pages(7), pages(8)]).legs.count == 2)
    #expect(path([pages(nil), pages(7), required]).legs.count == 2)
    #expect(path([model(nil), pages(nil), pages(7)]).legs.count == 1)
    #expect(path([model(nil), pages(nil), pages(nil)]).legs.count == 1)
    #expect(path([required, pages(7), pages(nil)]).legs.count == 1)
    #expect(path([pages(7), pages(8), pages(9)]).legs.count == 1)
  }

  @Test func aLossIsAcceptedInItsOwnStep() {
    let models = [model("a", "b"), model("a"), model("a", "c")]
    let found = path(models, accepted: [2: .removing("Book.b")])
    #expect(text(found) == ["ab>a", "a>ac"])
    #expect(found.legs.map(\.accepted) == [[.removing("Book.b")], []])
  }

  @Test func aStageMayLoseWhatItsSnapshotsAccept() {
    let models = [model("a", "b"), model("a"), model("a", "c")]
    let found = path(models, stages: [(1, 3)], accepted: [2: .removing("Book.b")])
    #expect(text(found) == ["ab*ac"])
    #expect(found.legs.map(\.accepted) == [[.removing("Book.b")]])
  }

  @Test func stagesAreTakenFromWhereTheyStartAndTheFarthestOfThem() {
    let models = [model("a"), model("b"), model("c"), model("d"), model("e")]
    #expect(
      text(path(models, stages: [(1, 2), (2, 3), (3, 4), (4, 5)])) == ["a*b", "b*c", "c*d", "d*e"])
    #expect(text(path(models, stages: [(1, 2), (1, 4), (2, 3)])) == ["a*d", "d>e"])
    #expect(text(path(models, stages: [(2, 3)])) == ["a>b", "b*c", "c>d", "d>e"])
    #expect(text(path(models, from: 2, stages: [(1, 2), (2, 3)])) == ["c>d", "d>e"])
    #expect(text(path(models, from: 1, stages: [(2, 5)])) == ["b*e"])
  }

  @Test func aModelThatIsNoSnapshotIsComparedWithTheCurrentOneAlone() {
    let models = [model("a"), model("b"), model("c")]
    let unknown = MigrationPath(
      from: model("x"), to: models[2],
      ModelHistory(
        versions: models.enumerated().map { .init(number: $0 + 1, model: $1) },
        stages: [.init(from: 1, to: 2) { _ in }]))
    #expect(text(unknown) == ["x>c"])
    #expect(!unknown.isKnown)
    #expect(path(models).isKnown)
  }

  @Test func aModelThatIsOlderThanTheStoresIsReachedWithoutStages() {
    let models = [model("a"), model("b"), model("c")]
    #expect(text(path(models, from: 2, stages: [(1, 2), (2, 3)], to: models[0])) == ["c>a"])
  }
}
