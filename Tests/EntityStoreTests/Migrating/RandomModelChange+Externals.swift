import EntityModel
import TestSupport

/// Attributes that become external and cease to be.
extension RandomModelChange {
  /// Makes texts external, or no longer.
  mutating func changeExternals(_ data: inout NaiveData) {
    for entity in data.entities.indices {
      for index in data.entities[entity].properties.indices {
        guard var attribute = data.entities[entity].properties[index].attribute,
          attribute.type == .string, externalRandom.oneIn(3)
        else { continue }
        attribute.isExternal.toggle()
        data.entities[entity].properties[index] = .attribute(attribute)
      }
    }
    leaveInRows(&data)
  }

  /// Makes external attributes that cannot be none.
  func leaveInRows(_ data: inout NaiveData) {
    let lists = data.entities.flatMap { $0.uniqueKeys + $0.indexes }.joined()
    let named = Set(lists.map { IndexTerm($0).property })
    for entity in data.entities.indices {
      for index in data.entities[entity].properties.indices {
        guard var attribute = data.entities[entity].properties[index].attribute,
          attribute.isExternal
        else { continue }
        let isOfRow =
          attribute.isIndexed || attribute.holdsEachValueOnce || attribute.isFolded
          || attribute.search != nil || !attribute.type.canBeExternal
          || named.contains(attribute.name)
        guard isOfRow else { continue }
        attribute.isExternal = false
        data.entities[entity].properties[index] = .attribute(attribute)
      }
    }
  }
}
