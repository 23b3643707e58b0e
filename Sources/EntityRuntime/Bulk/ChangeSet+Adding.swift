import EntityModel
import EntityStore

extension ChangeSet.Update {
  /// Has the column of `property` be `value` too, which was `former`, unless it is changed already
  /// or no change.
  mutating func add(_ property: Int, _ value: StoredValue, insteadOf former: StoredValue) {
    guard value != former, !properties.contains(property), var values, var base else { return }
    let slot = properties.firstIndex { $0 > property } ?? properties.count
    var properties = properties
    properties.insert(property, at: slot)
    values.insert(value, at: slot)
    base.insert(former, at: slot)
    self = Self(
      entity: entity, id: id, version: version, properties: properties, values: values, base: base)
  }
}
