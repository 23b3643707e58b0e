public import EntityModel

extension ObjectID {
  /// Creates the id that `text` represents, which is that of an object of `type` as far as a text
  /// can say: its inheritance tree is that of `type`.
  ///
  ///     let id = try ObjectID(text, of: Book.self)
  ///
  /// - Throws: an `ObjectIDError` if `text` is not the text of a permanent id, or that of an object
  ///   of another tree.
  public init<Object: ManagedObject>(
    _ text: some StringProtocol, of type: Object.Type
  ) throws(ObjectIDError) {
    try self.init(text)
    let root = ClassDescription.rootName(of: type)
    guard entityName == root || type == ManagedObject.self else {
      throw .otherEntity(self, wanted: type.__entityName, root: root)
    }
  }
}

extension ClassDescription {
  /// Returns the name of the entity at the root of the inheritance tree of `type`.
  static func rootName(of type: ManagedObject.Type) -> String {
    var root = type
    while let superclass = of(root).superclass { root = superclass }
    return root.__entityName
  }
}
