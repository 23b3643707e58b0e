import EntityGraph
import TestSupport

@testable import EntityRuntime

/// What a second context saves.
extension RandomRun {
  /// Has another context change an object, which then is refreshed in this one.
  mutating func changeElsewhere() throws -> String {
    guard let key = pick(), !naive.isNew(key), let object = try object(key), let id = ids[key]
    else {
      return "nothing to change elsewhere"
    }
    let value: StoredValue = .text("\(random.below(100))")
    try give(id, label(of: key), value)
    try context.refresh(object)
    naive.others(set: key, label(of: key), value)
    return "change \(key) elsewhere"
  }

  /// Has another context change the graph, of which this one then reads everything again.
  mutating func workElsewhere() throws -> String {
    guard !context.hasChanges else { return "no work elsewhere" }
    let own = context
    context = container.newContext()
    var operations = ["work elsewhere"]
    for _ in 0..<3 {
      switch random.below(4) {
      case 0: operations.append(try insert())
      case 1: operations.append(try setToOne())
      case 2: operations.append(try setToMany())
      default: operations.append(try delete())
      }
    }
    operations.append(try save())
    if context.hasChanges { operations.append(rollBack()) }
    held = []
    context = own
    context.refreshAll()
    return operations.joined(separator: ", ")
  }

  /// Has another context change an object, and this one save, which merges where it has changed
  /// the same row.
  mutating func mergeElsewhere() throws -> String {
    guard let key = pick(), !naive.isNew(key), let object = try object(key), let id = ids[key]
    else {
      return "nothing to merge"
    }
    let label = label(of: key)
    let base = naive.savedValue(key, label)
    let (value, ours) = (
      StoredValue.text("\(random.below(100))"), naive.records[key]?.values[label]
    )
    let isChanged = !object.differingProperties.isEmpty
    try give(id, label, value)
    naive.others(save: key, label, value)
    let (policy, keepsOurs): (MergePolicy?, Bool) = random.pick([
      (nil, true), (.ours, true), (.byProperty(preferring: .ours), ours != base),
      (.byProperty(preferring: .theirs), ours != base && value == base),
    ])
    let mustFail = naive.isUnfit || isChanged && policy == nil && value != base
    let saving = context
    defer { saving.mergePolicy = .error }
    saving.mergePolicy = policy ?? .error
    guard !mustFail else {
      do {
        try context.save()
        findings.append("what had to be refused has been saved")
      } catch {
        try context.refresh(object)
      }
      if ours == base { naive.records[key]?.values[label] = value }
      return "merge \(key) in vain"
    }
    if !isChanged || !keepsOurs { naive.records[key]?.values[label] = value }
    let text = try save()
    context.refreshAll()
    return "merge \(key) with \(value), keeping ours: \(keepsOurs), " + text
  }

  /// Has another context give the object with `id` a value, and save.
  private func give(_ id: ObjectID, _ name: String, _ value: StoredValue) throws {
    guard case .text(let text) = value else { return }
    let other = container.newContext()
    let object: ManagedObject? =
      switch id.entityName {
      case "Thing": try other.object(Thing.self, with: id)
      case "Box": try other.object(Box.self, with: id)
      case "Tag": try other.object(Tag.self, with: id)
      case "Recipe": try other.object(Recipe.self, with: id)
      case "Step": try other.object(Step.self, with: id)
      default: try other.object(Maker.self, with: id)
      }
    try object?.setValue(text, forKey: name)
    try other.save()
  }
}
