public import EntityModel

/// A column of the ids of objects: `.select { ($0.objectID, $0.title) }`.
public struct ObjectIDColumn<Root: ManagedObject>: ResultColumn {
  public let __selection: __Selection

  /// Creates the column of the ids of the objects of `type` that the to-ones `path` lead to.
  init(_ path: PropertyPath, of type: ManagedObject.Type) {
    __selection = __Selection(identifiersAt: path, of: type)
  }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> ObjectID? {
    row.objectID(at: column)
  }
}

/// A column of the ids of objects of which there may be none.
public struct OptionalObjectIDColumn<Root: ManagedObject>: ResultColumn {
  public let __selection: __Selection

  /// Creates the column of the ids of the objects of `type` that the to-ones `path` lead to.
  init(_ path: PropertyPath, of type: ManagedObject.Type) {
    __selection = __Selection(identifiersAt: path, of: type)
  }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> ObjectID?? {
    row.isNull(at: column) ? .some(nil) : row.objectID(at: column).map { .some($0) }
  }
}
