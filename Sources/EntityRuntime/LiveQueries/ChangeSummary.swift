import EntityStore

/// Which entities and properties a commit has changed, whatever the objects.
struct ChangeSummary: Sendable {
  /// The indexes of the entities whose rows have been added or removed.
  private(set) var entities: Set<Int> = []

  /// The changed properties, by the index of their entity.
  private(set) var properties: [Int: PropertySet] = [:]

  /// `true` if everything has been removed.
  let isReset: Bool

  /// Creates the summary of `changes`; `nil` for the removal of everything.
  init(_ changes: ChangeSet?, _ layout: StoreLayout) {
    isReset = changes == nil
    guard let changes else { return }
    for insert in changes.inserts { entities.insert(insert.entity) }
    for delete in changes.deletes { entities.insert(delete.entity) }
    for update in changes.updates {
      for property in update.properties { note(update.entity, property) }
    }
    layout.forEachLinkEnd(of: changes) { entity, _, property in note(entity, property) }
    layout.forEachOrder(of: changes) { entity, _, property in note(entity, property) }
  }

  private mutating func note(_ entity: Int, _ property: Int) {
    properties[entity, default: []].insert(property)
  }
}
