import EntityModel

/// What becomes of an object that is to be added while another one holds its value of a unique
/// attribute: the parameter of `context.insertAll(_:onConflict:)`.
///
///     try context.insertAll(values, onConflict: .update(by: \.email))
///     try context.insertAll(values, onConflict: .update(by: \.email, only: \.name, \.born))
///     try context.insertAll(values, onConflict: .keep(by: \.email))
///     try context.insertAll(copies, onConflict: .update(by: \.branch, \.number))
///
/// The attribute is marked `.unique`, or `.unique(.ignoringCase)`: then case does not count.
/// Several properties, in any order, are those of a list in `unique:`. They alone find objects; a
/// value of another unique attribute that somebody else holds is an error, as it is without an
/// action.
public struct ConflictAction<Object: ManagedObject>: Sendable {
  // A key path is not known to be sendable, the name of a property is.

  /// The names of the properties by which objects are found.
  let key: [String]

  /// `true` if an object that is found is changed.
  let updates: Bool

  /// The names of the properties that are changed; `nil` for all that are given.
  let properties: [String]?

  private init(
    _ key: [PartialKeyPath<Object>], updates: Bool, _ properties: [PartialKeyPath<Object>]? = nil
  ) {
    self.key = key.map { PropertyPath(to: $0, in: Object.self).storedName }
    self.updates = updates
    self.properties = properties?.map { PropertyPath(to: $0, in: Object.self).storedName }
  }

  /// The object that holds the value of `key`, or all the values of `key` and `others` that are
  /// unique together, is given everything that the new one was to have; it stays the same object,
  /// and keeps what is not given: its to-manys, and what was not assigned.
  public static func update(
    by key: PartialKeyPath<Object>, _ others: PartialKeyPath<Object>...
  ) -> ConflictAction {
    ConflictAction([key] + others, updates: true)
  }

  /// The object that holds the value of `key`, or all the values of `key` and `others` that are
  /// unique together, is given what the new one was to have of `properties`, of which there is at
  /// least one.
  public static func update(
    by key: PartialKeyPath<Object>, _ others: PartialKeyPath<Object>...,
    only properties: PartialKeyPath<Object>...
  ) -> ConflictAction {
    ConflictAction([key] + others, updates: true, properties)
  }

  /// The object that holds the value of `key`, or all the values of `key` and `others` that are
  /// unique together, stays as it is.
  public static func keep(
    by key: PartialKeyPath<Object>, _ others: PartialKeyPath<Object>...
  ) -> ConflictAction {
    ConflictAction([key] + others, updates: false)
  }
}
