import EntityModel

extension PropertyPath {
  /// Returns the path that goes on to the property of the storage `type` that `keyPath` leads to.
  func appendingMember(_ keyPath: AnyKeyPath, of type: any DictionaryStorage.Type) -> PropertyPath {
    appendingPart(storageMembers(of: type)?.name(of: keyPath) ?? PropertyPath(textOf: keyPath).text)
  }
}
