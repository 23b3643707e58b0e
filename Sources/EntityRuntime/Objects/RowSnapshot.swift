import EntityModel
import EntityStore

/// The values from before a change of an object that had its row as bytes: that row.
///
/// Nothing is copied for it, and to take the change back is to have the bytes again.
final class RowSnapshot: __Snapshot {
  let row: PackedRow

  init(_ row: PackedRow) {
    self.row = row
    super.init(PackedRow.self, after: nil)
  }
}

extension __Snapshot {
  /// This snapshot, if a row is all that it is made of.
  final var asRow: RowSnapshot? {
    type == PackedRow.self ? unsafeDowncast(self, to: RowSnapshot.self) : nil
  }
}

extension ManagedObject {
  /// Keeps the values as they are, so that changes can be told and taken back.
  ///
  /// All values are read from then on.
  final func keepValues() {
    let row = __state.row
    unpack()
    let changes = row.map(RowSnapshot.init) ?? __takeSnapshot() ?? __Snapshot(nil, after: nil)
    if __state.hasUnrecognized { changes.unrecognized = __state.unrecognized }
    __state.changes = changes
  }

  /// Takes the values back from `original`.
  final func restore(_ original: __Snapshot) {
    guard let original = original.asRow else { return __restore(original) }
    __unload()
    __state.row = original.row
  }

  /// The stored form of the property `index`, which has a column, in `original`.
  final func storedValue(at index: Int, in original: __Snapshot) -> StoredValue {
    guard let original = original.asRow else { return __storedValue(index, original) }
    return original.row.reader().storedValue(at: __state.entity.packedPositions[index])
  }
}
