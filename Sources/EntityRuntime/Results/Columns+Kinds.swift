import EntityModel

// What a column asks of the class of an object. Its name is found beside the properties', so that
// it hides none: where an entity has a property 'cast', '$0.cast' is that.

extension Columns {
  /// What is asked of the class of the objects: `cast(to:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__ColumnKinds<Root>, __ColumnCast<Root>>
  ) -> __ColumnCast<Root> {
    __ColumnKinds<Root>(path: PropertyPath())[keyPath: keyPath]
  }
}

extension ObjectColumn {
  /// What is asked of the class of the objects: `cast(to:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__ColumnKinds<Root>, __ColumnCast<Root>>
  ) -> __ColumnCast<Root> {
    __ColumnKinds<Root>(path: __selection.path)[keyPath: keyPath]
  }
}

extension OptionalObjectColumn {
  /// What is asked of the class of the objects: `cast(to:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__ColumnKinds<Root>, __ColumnCast<Root>>
  ) -> __ColumnCast<Root> {
    __ColumnKinds<Root>(path: __selection.path)[keyPath: keyPath]
  }
}

/// What a column can ask of the class of an object, beside the object's properties.
public struct __ColumnKinds<Root: ManagedObject>: Sendable {
  let path: PropertyPath

  /// The object as one of a class that extends its own, whose properties are columns then:
  /// `.select { ($0.title, $0.cast(to: Novel.self).chapters) }`. Of an object of another class they
  /// are `nil`.
  ///
  /// A fetch refuses a class that is not of the same inheritance tree.
  public var cast: __ColumnCast<Root> { __ColumnCast(path: path) }
}

/// Takes the objects of a column for ones of another class.
public struct __ColumnCast<Root: ManagedObject>: Sendable {
  let path: PropertyPath

  /// Returns the column of the objects as ones of `type`; `nil` where one is of another class.
  public func callAsFunction<Object: ManagedObject>(
    to type: Object.Type
  ) -> OptionalObjectColumn<Root, Object> {
    OptionalObjectColumn(path.cast(to: type.__entityName))
  }
}
