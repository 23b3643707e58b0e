import EntityModel
import EntityStore

// Parts of compositions and storages that a change of many objects assigns.

extension EntityLayout {
  /// Refuses that the part `name` of an attribute is computed, which is stored as JSON.
  func uncomputedJSON(of name: String) -> StoreError {
    StoreError(
      .invalidRequest,
      "'\(self.name).\(name)' is stored as JSON, which the store does not compute; assign a "
        + "constant", entity: self.name, properties: [name])
  }

  /// Refuses that a part of the property `index` is computed of a new object.
  func computedInsertion(of index: Int) -> StoreError {
    let name = properties[index].name
    return StoreError(
      .invalidRequest,
      "'\(self.name).\(name)' of an object that is inserted can be assigned constants only",
      entity: self.name, properties: [name])
  }
}
