// A path may take an object for one of an entity that extends its own. That is a step like the name
// of a to-one, which leads to the object itself where it is such a one, and to nothing otherwise.

extension PropertyPath {
  /// Returns the path that goes on to the same object as one of `entity`.
  package func cast(to entity: String) -> PropertyPath {
    // No property has a name with a backslash.
    PropertyPath(names + ["\\" + entity], from: start)
  }

  /// The entity that the last step takes the object for; `nil` where that is a property's name.
  package var castEntity: String? { names.last?.castEntity }
}

extension String {
  /// The entity that the step of a path takes an object for; `nil` for the name of a property.
  package var castEntity: String? {
    utf8.first == UInt8(ascii: "\\") ? String(dropFirst()) : nil
  }
}

extension ObjectModel {
  /// Returns the entity that `step`, of a path, takes an object of `entity` for; `nil` where it is
  /// no such step, or there is no such entity in the same tree.
  package func cast(_ step: String, of entity: String) -> String? {
    guard let name = step.castEntity, self.entity(named: name) != nil,
      root(of: name) == root(of: entity)
    else { return nil }
    return name
  }
}
