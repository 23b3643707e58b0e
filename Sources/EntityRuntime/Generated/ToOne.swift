/// A to-one reference as an object stores it: a row's id, and the object once it is known.
public struct __ToOne {
  /// The id of the row, as it was when the reference was made; 0 for none.
  @usableFromInline let id: Int64

  /// The object, of the class that the relationship refers to.
  @usableFromInline let object: ManagedObject?

  /// Creates a reference to nothing.
  @inlinable public init() { self.init(id: 0) }

  /// Creates a reference to the row `id`; 0 for none.
  @inlinable init(id: Int64) {
    self.id = id
    object = nil
  }

  /// Creates a reference to `object`, or to nothing.
  init(_ object: ManagedObject?) {
    id = object?.__rowID ?? 0
    self.object = object
  }

  /// The id of the row, as it is now; 0 for none.
  var rowID: Int64 { object?.__rowID ?? id }

  /// The same reference, which retains no object.
  var withoutObject: __ToOne { __ToOne(id: rowID) }
}
