import EntityModel
import EntityStore

extension UnitOfWork {
  /// The version of a row that has just been added.
  // The numbers 0 and 1 take no byte in a row of SQLite, so that going from 1 to 2 would make every
  // row grow at its first change: it would be taken out of its page and put in again.
  static let firstVersion: Int64 = 2

  /// Writes the rows of `objects`, which are new, in the order of their entities and numbers.
  func insert(_ objects: [ManagedObject], _ writer: StoreWriter) throws {
    var rest = objects[...]
    while let first = rest.first {
      let entity = first.__state.entity
      let own = rest.prefix { $0.__state.entity === entity }
      rest = rest[own.endIndex...]
      if own.isWrittenTogether {
        try writer.insert(
          entity.layout, own.count, from: first.__state.number, version: Self.firstVersion
        ) { try write(own[own.startIndex + $0], entity.columnIndexes, &$1) }
      } else {
        for object in own { try insert(object, writer) }
      }
    }
  }

  /// Writes the row of `object`, which is new.
  private func insert(_ object: ManagedObject, _ writer: StoreWriter) throws {
    let entity = object.__state.entity
    try writer.insert(entity.layout, id: object.__state.number, version: Self.firstVersion) { row in
      try write(object, entity.columnIndexes, &row)
    }
  }
}

extension ArraySlice<ManagedObject> {
  /// `true` iff the objects, which are new and of one entity, are to be written by one statement.
  fileprivate var isWrittenTogether: Bool {
    guard let first, let last else { return false }
    return StoreWriter.addsTogether(count, from: first.__state.number, to: last.__state.number)
  }
}
