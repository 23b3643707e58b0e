import EntityModel
import TestSupport

/// Models to be drawn.
enum DiagramModels {
  /// Two entities with one of everything that fits between them.
  static let bookshop = ObjectModel(entities: [
    Entity(
      "Author",
      properties: [
        .attribute(Attribute(name: "email", type: .string, isUnique: true)),
        .attribute(Attribute(name: "born", type: .date, isOptional: true, isIndexed: true)),
        .relationship(.toMany("books", "Book", inverse: "author", deleteRule: .cascade)),
        .fetched(Fetched(name: "longBooks", target: "Book")),
      ]),
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "tags", type: .json)),
        .relationship(
          .toOne("author", "Author", isOptional: false, inverse: "books", deleteRule: .nullify)),
      ]),
  ])

  /// Returns a model of `count` entities that are connected at random, with long names,
  /// inheritance, self references, inverses that are missing and several relationships between two
  /// entities.
  static func random(count: Int, seed: UInt64) -> ObjectModel {
    var random = SeededRandom(seed: seed)
    let names = (0..<count).map { number in
      "Entity\(number)" + (random.oneIn(8) ? String(repeating: "Long書", count: 7) : "")
    }
    var entities = names.enumerated().map { number, name in
      Entity(
        name, superentity: number > 0 && random.oneIn(5) ? names[random.below(number)] : nil,
        properties: (0..<random.below(7)).map {
          .attribute(
            Attribute(
              name: "value\($0)", type: random.pick(StorageType.allCases),
              isOptional: random.oneIn(3), isUnique: random.oneIn(6), isIndexed: random.oneIn(6)))
        })
    }
    for number in 0..<(count + random.below(count)) {
      let first = random.below(count)
      let second = random.oneIn(2) ? random.below(count) : min(count - 1, first + random.below(3))
      let (one, other) = ("one\(number)", random.oneIn(9) ? "one\(number)" : "other\(number)")
      func add(_ name: String, to owner: Int, _ target: Int, inverse: String) {
        let isToMany = random.oneIn(2)
        entities[owner].properties.append(
          .relationship(
            isToMany
              ? .toMany(
                name, names[target], inverse: inverse, deleteRule: random.pick(DeleteRule.allCases),
                minimumCount: random.below(2))
              : .toOne(
                name, names[target], isOptional: random.oneIn(2), inverse: inverse,
                deleteRule: .nullify)))
      }
      add(one, to: first, second, inverse: other)
      if first != second || one != other, !random.oneIn(10) {
        add(other, to: second, first, inverse: one)
      }
    }
    return ObjectModel(entities: entities)
  }
}
