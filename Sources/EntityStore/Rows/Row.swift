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

extension __Row {
  /// Returns how many bytes the text or blob in `column` has; 0 for a number or none.
  @inlinable package func byteCount(at column: Int) -> UInt32 { cells[column].byteCount }

  /// Copies the texts and blobs in `columns` to `target`, which is part of the memory that begins
  /// at `base`, and has the cells point there.
  package mutating func moveBytes(
    of columns: UnsafeBufferPointer<Int>, to target: UnsafeMutableRawPointer, base: UnsafeRawPointer
  ) {
    var target = target
    __base = base
    for column in columns {
      let cell = cells[column]
      guard cell.hasBytes else { continue }
      let bytes = cell.bytes
      if let address = bytes.baseAddress {
        target.copyMemory(from: address, byteCount: bytes.count)
      }
      cells[column] = __Cell(
        kind: cell.kind, bits: UInt64(UInt(bitPattern: target)), byteCount: cell.byteCount)
      target += bytes.count
    }
  }
}
