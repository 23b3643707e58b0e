import EntityModel
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Models at random: of few names, so that two of them have much in common; some are broken.
extension SeededRandom {
  /// Returns a model.
  mutating func model() -> ObjectModel {
    let odd = "L\"\\\u{1}\u{2028}ä"
    let names = ["Author", "Book", "Novel", "Shop", odd].filter { _ in !oneIn(4) }
    return ObjectModel(
      entities: names.map { name in
        var entity = Entity(name, superentity: oneIn(3) ? pick(names) : nil)
        if oneIn(6) { entity.originalName = pick(["Book", "Volume"]) }
        let properties = ["a", "b", "c", "dé", "e"].filter { _ in !oneIn(3) }
        entity.properties = properties.shuffled(using: &self).map { property($0, among: names) }
        return entity
      })
  }

  /// Returns the property `name`.
  private mutating func property(_ name: String, among entities: [String]) -> Property {
    let originalName = oneIn(5) ? pick(["a", "b", "z"]) : nil
    let column = oneIn(4) ? "column \(name)" : nil
    let target = pick(entities)
    switch below(4) {
    case 0, 1:
      var attribute = Attribute(
        name: name, column: column, originalName: originalName, type: pick(StorageType.allCases),
        isOptional: oneIn(3), isUnique: oneIn(4), isIndexed: oneIn(4), hasDefault: oneIn(2))
      if oneIn(2) {
        attribute.defaultValue = pick([
          .null, .integer(.min), .integer(7), .real(0.1), .real(-0.0), .real(.nan), .real(3),
          .real(1e300), .text("a \"quoted\"\n\ttext\u{0}"), .text(""), .blob(Data([1, 2, 255])),
        ])
      }
      return .attribute(attribute)
    case 2:
      return .relationship(
        .toOne(
          name, target, isOptional: oneIn(2), inverse: pick(["a", "b"]),
          deleteRule: pick(DeleteRule.allCases), column: column, originalName: originalName))
    default:
      var relationship = Relationship.toMany(
        name, target, inverse: pick(["a", "b"]), deleteRule: pick(DeleteRule.allCases),
        minimumCount: below(3), maximumCount: oneIn(2) ? 9 : nil, originalName: originalName)
      if oneIn(9) { (relationship.isToMany, relationship.minimumCount) = (false, 2) }
      return .relationship(relationship)
    }
  }
}
