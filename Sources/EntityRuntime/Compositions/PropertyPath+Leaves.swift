import EntityModel

extension PropertyPath {
  /// Returns the path that goes on to the leaf of `type` that `keyPath` leads to.
  func appendingLeaf(_ keyPath: AnyKeyPath, of type: any Composition.Type) -> PropertyPath {
    appendingPart(type.__leafTable.name(of: keyPath))
  }

  /// Returns the path to the part `way` of the composition or the storage that the path leads to.
  func appendingPart(_ way: some StringProtocol) -> PropertyPath {
    // What leads to it and the part are one name, since there is no object between.
    PropertyPath(names.dropLast() + ["\(names.last ?? "").\(way)"], from: start)
  }
}
