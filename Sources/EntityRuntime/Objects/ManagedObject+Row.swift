import EntityStore

/// How an object comes to its values: it keeps its row as bytes until they are wanted.
extension ManagedObject {
  /// Takes over what `row`, the object's own, holds.
  ///
  /// Where the row does not hold what its columns are to hold, it is read at once, so that whoever
  /// asked for it hears of it.
  final func take(_ row: borrowing RowReader) {
    __state.version = row.version
    if let packed = row.pack() {
      __state.row = packed
    } else {
      __read(row, __state.entity.depth)
    }
  }

  /// Reads all values from the bytes of the row, if that is where they are.
  final func unpack() {
    guard let row = __state.row else { return }
    __read(row.reader(__state.entity.layout), __state.entity.depth)
    __state.row = nil
  }

  /// The reference of the to-one `index` of an object that is no fault.
  final func toOne(_ index: Int) -> __ToOne {
    guard let row = __state.row else { return __toOne(index) }
    return __reference(row.reader(), __state.entity.packedPositions[index])
  }
}
