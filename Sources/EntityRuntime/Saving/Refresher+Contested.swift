import EntityModel
import EntityStore

/// Whether others are in the way of unsaved changes.
extension Refresher {
  /// Returns the version that the row of `object` has now, and its values if the object has changes
  /// of its own; `nil` if there is none.
  func row(of object: ManagedObject) throws -> (version: Int64, values: [StoredValue])? {
    let layout = object.__entity.layout
    var row: (Int64, [StoredValue])?
    let isChanged = !object.__flags.isDisjoint(with: [.isChanged, .isDeleted])
    _ = try unit.session.read { session in
      try session.row(id: object.__rowID, of: layout) { found in
        guard found.entity == layout.index else { return }
        let columns = isChanged ? layout.columnIndexes.compactMap { layout.columns[$0] } : []
        row = (found.version ?? -1, columns.map { found[$0.position].storedValue })
      }
    }
    return row
  }
}

extension ManagedObject {
  /// `true` if nothing that is unsaved needs the object's row, which others have removed: links to
  /// it that have been taken away, and the order of its members, are gone with it.
  final var isMissedByNoChange: Bool {
    __flags.isDisjoint(with: [.isChanged, .isDeleted]) && !__toManys.contains { !$0.added.isEmpty }
  }

  /// `true` if the object is to be deleted, or others are in the way of its unsaved changes: they
  /// have changed one of the properties `theirs`, or left a value in `row`, the values of its row
  /// now, that is not as it was read. What is changed of the property `index` does not count.
  final func isContested(
    by row: [StoredValue], _ theirs: PropertySet = [], besides index: Int? = nil
  ) -> Bool {
    if __flags.contains(.isDeleted) { return true }
    guard __flags.contains(.isChanged) else { return false }
    var ours = differingProperties
    if let index { ours.remove(index) }
    if !ours.intersection(theirs).isEmpty { return true }
    return zip(__entity.layout.columnIndexes, row).contains { index, value in
      ours.contains(index) && comparedOriginalValue(at: index) != value
    }
  }
}
