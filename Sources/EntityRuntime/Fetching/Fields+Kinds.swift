import EntityModel

// What a condition asks of the class of an object.
//
// They are methods, though they hide properties of their names (`$0[\.cast]` is one of these): a
// second subscript beside the properties' own, which would hide none, is one more reading of each
// member that is misspelt, which the compiler reports wrongly then, and after seconds.

extension Fields {
  /// Returns the object as one of `type`, whose properties can be asked then:
  /// `$0.cast(to: Novel.self).chapters > 3`. Of an object of another class they are `nil`.
  ///
  /// A fetch refuses a class that is not of the same inheritance tree. A request that is decoded
  /// may name a class once a model has been made of it.
  public func cast<Object: ManagedObject>(to type: Object.Type) -> Field<Root, Object?> {
    Field(path: path.cast(to: type.__entityName))
  }

  /// The object is of `type`, or of a class that extends it: `$0.isKind(of: Novel.self)`.
  ///
  /// A fetch refuses a class that is not of the same inheritance tree.
  public func isKind(of type: ManagedObject.Type) -> Condition<Root> { path.isKind(of: type) }
}

extension Field where Value: ToOneValue {
  /// Returns the object that the relationship refers to as one of `type`, whose properties can be
  /// asked then. Where it is of another class they are `nil`.
  ///
  /// A fetch refuses a class that is not of the same inheritance tree.
  public func cast<Object: ManagedObject>(to type: Object.Type) -> Field<Root, Object?> {
    Field<Root, Object?>(path: path.cast(to: type.__entityName))
  }

  /// The object that the relationship refers to is of `type`, or of a class that extends it.
  ///
  /// A fetch refuses a class that is not of the same inheritance tree.
  public func isKind(of type: ManagedObject.Type) -> Condition<Root> { path.isKind(of: type) }
}

extension PropertyPath {
  fileprivate func isKind<Root>(of type: ManagedObject.Type) -> Condition<Root> {
    Condition(.comparison(.object(cast(to: type.__entityName)), .notEqual, .identifier(nil)))
  }
}
