import TestSupport
import Testing

@testable import EntityModel

@Suite struct ModelChangeLawTests {
  @Test func modelChangesNothingSinceItself() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<300 {
      // An original name that led nowhere when the model was made leads nowhere now.
      let model = random.model()
      #expect(model.changes(since: model) == [])
    }
  }

  @Test func modelsOfDifferentHashesHaveChanges() {
    var random = SeededRandom(seed: 42)
    var old = random.model()
    for _ in 0..<300 {
      let new = random.model()
      let changes = new.changes(since: old)
      #expect(old.versionHash == new.versionHash || !changes.isEmpty)
      #expect(changes == changes.sorted())
      old = new
    }
  }

  @Test func everyChangeOfOneThingThatRowsDependOnIsNamed() {
    var random = SeededRandom(seed: 43)
    for _ in 0..<300 {
      let old = random.model()
      var entities = old.entities
      guard let index = entities.indices.randomElement(using: &random) else { continue }
      guard let place = entities[index].properties.indices.randomElement(using: &random)
      else { continue }
      switch entities[index].properties[place] {
      case .attribute(var attribute):
        switch random.below(4) {
        case 0: attribute.type = random.pick(StorageType.allCases)
        case 1: attribute.isOptional.toggle()
        case 2: attribute.isIndexed.toggle()
        default: attribute.column += "x"
        }
        entities[index].properties[place] = .attribute(attribute)
      case .relationship(var relationship):
        if random.oneIn(2) {
          relationship.minimumCount += 1
        } else {
          relationship.inverse = random.pick(["a", "b", "c"])
        }
        entities[index].properties[place] = .relationship(relationship)
      case .fetched, .derived: break
      }
      let new = ObjectModel(entities: entities)
      #expect(new.changes(since: old).isEmpty == (new.versionHash == old.versionHash))
    }
  }
}
