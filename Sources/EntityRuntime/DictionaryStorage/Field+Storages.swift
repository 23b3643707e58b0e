import EntityModel

extension Field {
  /// A property of a storage: `{ $0.settings.theme == "dark" }`.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value, Next>
  ) -> Field<Root, Next> where Value: DictionaryStorage {
    Field<Root, Next>(path: path.appendingMember(keyPath, of: Value.self))
  }

  /// A property of a storage that may be `nil`; so is the property then.
  public subscript<Group: DictionaryStorage, Next>(
    dynamicMember keyPath: KeyPath<Group, Next>
  ) -> Field<Root, Next> where Value == Group? {
    Field<Root, Next>(path: path.appendingMember(keyPath, of: Group.self))
  }
}

extension PropertyPath {
  /// Returns the path that goes on to the property of the storage `type` that `keyPath` leads to.
  func appendingMember(_ keyPath: AnyKeyPath, of type: any DictionaryStorage.Type) -> PropertyPath {
    appendingPart(storageMembers(of: type)?.name(of: keyPath) ?? PropertyPath(textOf: keyPath).text)
  }
}
