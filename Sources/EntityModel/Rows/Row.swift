/// One row as a store hands it out, valid until the call that it is handed to returns.
///
/// Its cells are the columns of all the properties of the entity's table, in the table's order.
public struct __Row {
  /// The columns.
  @usableFromInline package let cells: UnsafeMutablePointer<__Cell>

  /// How many columns there are.
  package let count: Int

  /// The row's id.
  package let id: Int64

  /// The row's version; `nil` if the store holds none, which only damage causes.
  package let version: Int64?

  /// The index of the row's entity in the layout of the store; `nil` for an entity that the model
  /// does not have.
  package let entity: Int?

  /// The index of the first column of the properties that each ancestor of the entity declares,
  /// the root's first.
  @usableFromInline let starts: UnsafePointer<Int>

  /// The beginning of the memory that the bytes of texts and blobs stand in, once an object has
  /// taken them over.
  public package(set) var __base: UnsafeRawPointer?

  /// Creates a row of `count` cells at `cells`.
  package init(
    cells: UnsafeMutablePointer<__Cell>, count: Int, id: Int64, version: Int64?, entity: Int?,
    starts: UnsafePointer<Int>
  ) {
    self.cells = cells
    self.count = count
    self.id = id
    self.version = version
    self.entity = entity
    self.starts = starts
  }

  /// Returns the index of the first column of the properties that the ancestor at `depth`
  /// declares, 0 being the root.
  @inlinable public func start(_ depth: Int) -> Int { starts[depth] }

  /// Returns the cell of the column at `index`.
  @inlinable public subscript(index: Int) -> __Cell { cells[index] }
}
