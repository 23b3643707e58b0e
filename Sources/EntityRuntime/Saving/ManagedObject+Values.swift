import EntityModel
import EntityStore

/// The values of an object as a store has them.
extension ManagedObject {
  /// The value of the property `index`, which has a column, as it is now; that of an external
  /// attribute is read.
  final func storedValue(at index: Int) -> StoredValue {
    if __flags.contains(.isFault) { __fire() }
    if __entity.externalSet.contains(index) { _ = __value(index) }
    // What the property's type does not know is still what the row holds.
    if __hasUnrecognized, let value = __unrecognized[index] { return value }
    return scratchValue {
      __write(index, $0)
      $0.finish()
    }
  }

  /// Returns what `body` does with the same values of the properties `indexes`, none of them
  /// external, as cells, which are valid for as long as that takes.
  final func withStoredCells<Result>(
    at indexes: [Int], _ body: (UnsafeBufferPointer<__Cell>) -> Result
  ) -> Result { withCells(at: indexes, writeCurrent, body) }

  /// Returns what `body` does with what `write` writes of the properties `indexes`, none of them
  /// external, as cells, which are valid for as long as that takes.
  @inline(__always) final func withCells<Result>(
    at indexes: [Int], _ write: (Int, __RowWriter) -> Void,
    _ body: (UnsafeBufferPointer<__Cell>) -> Result
  ) -> Result {
    if __flags.contains(.isFault) { __fire() }
    return __unit.withScratch { row in
      row.begin()
      row.__base = __bytesBase
      for index in indexes { write(index, row) }
      return body(row.row)
    }
  }

  /// The value of the property `index`, which has a column, before the unsaved changes; that of an
  /// external attribute is read.
  final func originalStoredValue(at index: Int) -> StoredValue {
    guard __changes?.original != nil else { return storedValue(at: index) }
    let value = scratchValue { writeOriginal(index, $0) }
    guard __entity.externalSet.contains(index), case .integer = value else { return value }
    return __unit.loader.externalValue(of: self, index) ?? .null
  }

  /// What `storedValue` is, to be compared with values of the same property; of an external
  /// attribute that has not been changed it is the version of the row at which it was written.
  final func comparedValue(at index: Int) -> StoredValue {
    guard __entity.externalSet.contains(index) else { return storedValue(at: index) }
    if __flags.contains(.isFault) { __fire() }
    return scratchValue(writesVersions: true) {
      __write(index, $0)
      $0.finish()
    }
  }

  /// What `originalStoredValue` is, to be compared as `comparedValue` is.
  final func comparedOriginalValue(at index: Int) -> StoredValue {
    guard __entity.externalSet.contains(index) else { return originalStoredValue(at: index) }
    guard __changes?.original != nil else { return comparedValue(at: index) }
    return scratchValue(writesVersions: true) { writeOriginal(index, $0) }
  }

  /// `true` if the property `index`, which has a column, has a value apart from its row that has
  /// not been read.
  final func isUnread(at index: Int) -> Bool {
    guard __entity.externalSet.contains(index) else { return false }
    if __flags.contains(.isFault) { __fire() }
    return __unit.withScratch { row in
      row.begin()
      row.__base = __bytesBase
      __write(index, row)
      row.finish()
      // What is stored apart is a text or a blob, so that a number is the version of its row.
      return row.row.first?.integer != nil
    }
  }

  /// Writes the value that the property `index` has now; a stored value that the property's type
  /// does not know is written as it is.
  final func writeCurrent(_ index: Int, _ row: __RowWriter) {
    if __hasUnrecognized, let value = __unrecognized[index] { return row.write(value) }
    __write(index, row)
    row.finish()
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
      row.writesVersions = true
      defer { row.writesVersions = false }
      return assigned.filter { index in
        row.begin()
        row.__base = __bytesBase
        writeOriginal(index, row)
        writeCurrent(index, row)
        // What cannot be encoded is written as nothing, and reported by the save.
        return row.isRefused || !row.row[0].isSame(as: row.row[1])
      }
    }
  }

  /// Returns the value that `body` writes.
  private final func scratchValue(
    writesVersions: Bool = false, _ body: (__RowWriter) -> Void
  ) -> StoredValue {
    __unit.withScratch { row in
      row.writesVersions = writesVersions
      defer { row.writesVersions = false }
      row.begin()
      row.__base = __bytesBase
      body(row)
      return row.row.first?.storedValue ?? .null
    }
  }
}
