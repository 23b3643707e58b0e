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
      for alike in groups(of: own) {
        if alike.isWrittenTogether {
          conflicts += try writeTogether(alike, writer)
        } else {
          for update in alike where try !write(update, writer) { conflicts.append(update.object) }
        }
      }
    }
    return conflicts
  }

  /// Returns `updates`, which are of one entity, in groups that are alike and worth being written
  /// together, and one of the others; all in their order.
  private func groups(of updates: ArraySlice<SavePlan.Update>) -> [ArraySlice<SavePlan.Update>] {
    guard let first = updates.first, updates.contains(where: { $0.properties != first.properties })
    else { return [updates] }
    var alike: [[SavePlan.Update]] = []
    var places: [[Int]: Int] = [:]
    for update in updates {
      let place = places[update.properties, default: alike.count]
      if place == alike.count {
        places[update.properties] = place
        alike.append([])
      }
      alike[place].append(update)
    }
    let together = alike.filter { $0[...].isWrittenTogether }
    let written = Set(together.compactMap(\.first?.properties))
    return together.map { $0[...] } + [updates.filter { !written.contains($0.properties) }[...]]
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
  /// `true` iff the updates are alike and worth being written by one statement.
  fileprivate var isWrittenTogether: Bool {
    guard let first, let last,
      StoreWriter.changesTogether(
        count, from: first.object.__state.number, to: last.object.__state.number),
      allSatisfy({ $0.properties == first.properties })
    else { return false }
    // Unique values are given up and taken in the plan's order.
    let uniqueSet = first.object.__state.entity.uniqueSet
    return first.properties.allSatisfy { !uniqueSet.contains($0) }
  }
}
