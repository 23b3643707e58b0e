import EntityModel
import EntityStore

/// How an object comes to its values: numbers, dates and references are read with the row, texts
/// and blobs stay bytes until they are wanted.
extension ManagedObject {
  /// Takes over what `row`, the object's own, holds.
  ///
  /// Where the row does not hold what its columns are to hold, all of it is read at once, so that
  /// whoever asked for it hears of it.
  final func take(_ row: borrowing RowReader) {
    var row = copy row
    __state.version = row.version
    __state.heldUnit._withUnsafeGuaranteedRef { unit in
      let place = row.pack(into: &unit.rows)
      if let place { __state.rowPlace = place }
      __state.row = place == nil ? nil : unit.rows
    }
    __read(row, __state.entity.depth)
  }

  /// Takes over those values that are still bytes, so that all is known of them.
  final func unpack() {
    if __state.flags.contains(.isFault) { __fire() }
    guard __state.row != nil else { return }
    for index in __state.entity.columnIndexes where __state.entity.packedPositions[index] >= 0 {
      _ = __value(index)
    }
  }

  /// Keeps the values as they are, so that changes can be told and taken back.
  final func keepValues() {
    let changes = __takeSnapshot() ?? __Snapshot(nil, after: nil)
    if __state.hasUnrecognized { changes.unrecognized = __state.unrecognized }
    __state.changes = changes
  }
}
