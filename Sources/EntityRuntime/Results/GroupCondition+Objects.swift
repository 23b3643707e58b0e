public import EntityModel
import EntityStore

// Objects that groups are made by: `.group(by: \.author).having { $0.author != nil }`.

/// A column of the objects that a to-one relationship refers to, which conditions on groups compare
/// with an object, an id or `nil`.
public protocol ReferenceColumn: ResultColumn {
  /// The class of the objects of which there is a row each, or that are grouped.
  associatedtype Root: ManagedObject

  /// The class of the objects that the relationship refers to.
  associatedtype Object: ManagedObject
}

extension ObjectColumn: ReferenceColumn {}
extension OptionalObjectColumn: ReferenceColumn {}

extension ReferenceColumn {
  /// The relationship refers to nothing.
  public func isNil() -> GroupCondition<Root> { GroupCondition(self, .equal, .null) }

  /// The relationship refers to one of `objects`.
  public func `in`(_ objects: some Sequence<Object>) -> GroupCondition<Root> {
    let objects = Array(objects)
    return GroupCondition(
      self, among: objects.map { number(of: $0.__objectID) }, in: .joined(of: objects))
  }

  /// The number of the row that `id` is that of; one that no row has if it is of another table.
  fileprivate func number(of id: ObjectID) -> StoredValue {
    let isOfTable = id.entityName == ClassDescription.rootName(of: Object.self)
    return isOfTable ? .integer(id.rowID) : .text("")
  }
}

/// The relationship refers to nothing.
public func == <Column: ReferenceColumn>(
  left: Column, right: _OptionalNilComparisonType
) -> GroupCondition<Column.Root> { left.isNil() }

/// The relationship refers to an object.
public func != <Column: ReferenceColumn>(
  left: Column, right: _OptionalNilComparisonType
) -> GroupCondition<Column.Root> { !left.isNil() }

/// The relationship refers to `right`, or to nothing where that is `nil`.
public func == <Column: ReferenceColumn>(
  left: Column, right: Column.Object?
) -> GroupCondition<Column.Root> {
  GroupCondition(
    left, .equal, right.map { left.number(of: $0.__objectID) } ?? .null,
    in: right?.__storeTag ?? .unknown)
}

/// The relationship does not refer to `right`, or refers to an object where that is `nil`.
public func != <Column: ReferenceColumn>(
  left: Column, right: Column.Object?
) -> GroupCondition<Column.Root> { !(left == right) }

/// The relationship refers to the object with the id `right`.
public func == <Column: ReferenceColumn>(
  left: Column, right: ObjectID
) -> GroupCondition<Column.Root> { GroupCondition(left, .equal, left.number(of: right)) }

/// The relationship does not refer to the object with the id `right`.
public func != <Column: ReferenceColumn>(
  left: Column, right: ObjectID
) -> GroupCondition<Column.Root> { !(left == right) }
