import EntityModel
import EntityStore

/// The values of an object as a store has them.
extension ManagedObject {
  /// The value of the property `index`, which has a column, as it is now.
  final func storedValue(at index: Int) -> StoredValue {
    if __flags.contains(.isFault) { __fire() }
    // What the property's type does not know is still what the row holds.
    if __hasUnrecognized, let value = __unrecognized[index] { return value }
    return scratchValue {
      __write(index, $0)
      $0.finish()
    }
  }

  /// The value of the property `index`, which has a column, before the unsaved changes.
  final func originalStoredValue(at index: Int) -> StoredValue {
    guard __changes?.original != nil else { return storedValue(at: index) }
    return scratchValue { writeOriginal(index, $0) }
  }

  /// Writes the value that the property `index` had before the unsaved changes.
  ///
  /// - Requires: there are unsaved changes.
  final func writeOriginal(_ index: Int, _ row: __RowWriter) {
    guard let changes = __changes else { return row.writeNull() }
    if let value = changes.unrecognized[index] {
      row.write(value)
    } else {
      changes.write(index, row)
      row.finish()
    }
  }

  /// The property indexes of the columns whose values differ from those read.
  final var differingProperties: PropertySet {
    guard let changes = __changes, changes.original != nil else { return [] }
    let assigned = changes.properties.intersection(__entity.columnSet)
    return __unit.withScratch { row in
      assigned.filter { index in
        row.begin()
        row.__base = __bytesBase
        writeOriginal(index, row)
        if __hasUnrecognized, let value = __unrecognized[index] {
          row.write(value)
        } else {
          __write(index, row)
          row.finish()
        }
        // What cannot be encoded is written as nothing, and reported by the save.
        return row.isRefused || !row.row[0].isSame(as: row.row[1])
      }
    }
  }

  /// Returns the value that `body` writes.
  private final func scratchValue(_ body: (__RowWriter) -> Void) -> StoredValue {
    __unit.withScratch { row in
      row.begin()
      row.__base = __bytesBase
      body(row)
      return row.row.first?.storedValue ?? .null
    }
  }
}
