package import EntityModel
import EntityStore

extension PersistentContainer {
  /// Returns the values that new objects have of required attributes whose default values are
  /// computed, so that descriptions do not know them; by entity and attribute.
  package func computedDefaults() -> [String: [String: StoredValue]] {
    let unit = ManagedObjectContext(container: self).unit
    var values: [String: [String: StoredValue]] = [:]
    for entity in entities.entities {
      for attribute in model.entity(named: entity.name)?.attributes ?? []
      where !attribute.isOptional && attribute.hasComputedDefault {
        values[entity.name, default: [:]][attribute.name] =
          attribute.timestamp != nil
          ? store.now().storedValue
          : try? unit.blank(entity).storedValue(
            forKey: attribute.name)
      }
    }
    return values
  }
}

extension Attribute {
  /// `true` if what new objects have is no constant that the description knows.
  var hasComputedDefault: Bool { hasDefault && defaultValue == nil }
}
