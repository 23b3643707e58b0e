import EntityModel
import EntityStore

extension UnitOfWork {
  /// Writes `updates` and returns those objects whose rows are not as they were read.
  func write(_ updates: [SavePlan.Update], _ writer: StoreWriter) throws -> [ManagedObject] {
    var conflicts: [ManagedObject] = []
    var rest = updates[...]
    while let first = rest.first {
      let entity = first.object.__state.entity
      let own = rest.prefix { $0.object.__state.entity === entity }
      rest = rest[own.endIndex...]
      let (together, apart) = split(own)
      for alike in together { conflicts += try writeTogether(alike, writer) }
      for update in apart where try !write(update, writer) { conflicts.append(update.object) }
    }
    return conflicts
  }

  /// Splits `updates`, which are of one entity, into groups that are alike and worth being written
  /// together, and the others; all in their order.
  private func split(
    _ updates: ArraySlice<SavePlan.Update>
  ) -> (together: [ArraySlice<SavePlan.Update>], apart: ArraySlice<SavePlan.Update>) {
    guard let first = updates.first else { return ([], []) }
    if updates.allSatisfy({ $0.properties == first.properties }) {
      return updates.isWrittenTogether ? ([updates], []) : ([], updates)
    }
    var alike: [ArraySlice<SavePlan.Update>] = []
    var places: [[Int]: Int] = [:]
    for update in updates {
      if let place = places[update.properties] {
        alike[place].append(update)
      } else {
        places[update.properties] = alike.count
        alike.append([update])
      }
    }
    let together = alike.filter(\.isWrittenTogether)
    let written = Set(together.compactMap(\.first?.properties))
    return (together, updates.filter { !written.contains($0.properties) }[...])
  }

  /// Writes `update`; `false` iff its row is not as it was read.
  private func write(_ update: SavePlan.Update, _ writer: StoreWriter) throws -> Bool {
    let object = update.object
    return try writer.update(
      object.__state.entity.layout, id: object.__state.number, expecting: object.__state.version,
      newVersion: object.__state.version + 1, properties: update.properties
    ) { row in
      try write(object, update.properties, &row)
    }
  }

  /// Writes `updates`, which are alike, by one statement, and returns those objects whose rows are
  /// not as they were read.
  private func writeTogether(
    _ updates: ArraySlice<SavePlan.Update>, _ writer: StoreWriter
  ) throws -> [ManagedObject] {
    guard let first = updates.first else { return [] }
    let start = updates.startIndex
    let missing = try writer.update(
      first.object.__state.entity.layout,
      updates.map { ($0.object.__state.number, $0.object.__state.version) },
      properties: first.properties
    ) { try write(updates[start + $0].object, first.properties, &$1) }
    return missing.map { updates[start + $0].object }
  }
}

extension ArraySlice<SavePlan.Update> {
  /// `true` iff the updates, which are alike, are worth being written by one statement.
  fileprivate var isWrittenTogether: Bool {
    guard let first, let last,
      StoreWriter.changesTogether(
        count, from: first.object.__state.number, to: last.object.__state.number)
    else { return false }
    // Unique values are given up and taken in the plan's order.
    let uniqueSet = first.object.__state.entity.uniqueSet
    return first.properties.allSatisfy { !uniqueSet.contains($0) }
  }
}
