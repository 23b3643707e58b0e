import EntityGraph
import TestSupport

@testable import EntityRuntime

/// A context that another one is nested in, and what it has.
struct OuterContext {
  let context: ManagedObjectContext
  var naive: NaiveGraph
}

/// Contexts nested in one another.
extension RandomRun {
  /// Does something in the innermost context, nests another one in it, saves it, rolls it back,
  /// drops it, or saves the outermost one beneath it, and returns what.
  mutating func stepNested() throws -> String {
    if random.oneIn(3) { held = [] }
    if past == nil { record() }
    guard let recorder = (outer.first?.context ?? context).undoRecorder else { return "nothing" }
    if outer.isEmpty, past?.before == nil { past?.before = naive.records }
    switch random.below(40) {
    case 0..<4: return nest(recorder)
    case 4..<8: return outer.isEmpty ? try saveRecorded(recorder) : try saveNested(recorder)
    case 8, 9:
      if outer.isEmpty { return try step(24) + forgotten(recorder) }
      context.rollback()
      if let parent = outer.last { naive.records = parent.naive.records }
      return "nested rollback"
    case 10:
      guard !outer.isEmpty else { return "nothing to drop" }
      return "drop, " + leave()
    case 11: return outer.isEmpty ? "nothing beneath" : try saveBeneath()
    case 12:
      if outer.isEmpty { return "nothing" }
      context.refreshAll()
      return "nested refresh"
    case 13: return outer.isEmpty ? undo(recorder) : "nothing to undo"
    case 14: return outer.isEmpty ? redo(recorder) : "nothing to redo"
    default:
      let text = try step(
        random.pick([0, 0, 0, 6, 6, 9, 9, 9, 14, 14, 14, 19, 33, 33, 29, 29, 37, 40]))
      if outer.isEmpty, random.oneIn(2) { endGroup(recorder) }
      return text
    }
  }

  private mutating func nest(_ recorder: UndoRecorder) -> String {
    if outer.isEmpty { endGroup(recorder) }
    if outer.count == 3 { return leave() }
    outer.append(OuterContext(context: context, naive: naive))
    context = context.nested()
    if context.hasChanges { findings.append("a nested context begins with changes") }
    return "nest"
  }

  private mutating func leave() -> String {
    guard let parent = outer.popLast() else { return "nothing to leave" }
    held = []
    context = parent.context
    naive = parent.naive
    return "leave"
  }

  private mutating func saveRecorded(_ recorder: UndoRecorder) throws -> String {
    endGroup(recorder)
    let text = try step(21)
    return text.contains("roll back") ? text + forgotten(recorder) : text
  }

  private mutating func saveNested(_ recorder: UndoRecorder) throws -> String {
    guard let parent = outer.last else { return "nothing to save" }
    if outer.count == 1 { past?.before = parent.naive.records }
    do {
      try context.save()
    } catch {
      if !naive.isUnfit { findings.append("a fit graph has not been saved: \(error)") }
      if outer.count == 1 { past?.before = nil }
      return "nested save in vain"
    }
    if context.hasChanges { findings.append("there are changes after a nested save") }
    outer[outer.count - 1].naive.records = naive.records
    findings += try differences(in: parent.context)
    if outer.count == 1 { endGroup(recorder) }
    return random.oneIn(3) ? "nested save, " + leave() : "nested save"
  }

  /// Saves the outermost context while others are nested in it.
  private mutating func saveBeneath() throws -> String {
    let saving = outer[0].context
    let inserted = saving.insertedObjects
    let temporary = Dictionary(ids.map { ($1, $0) }) { first, _ in first }
    let keys = inserted.map { temporary[$0.objectID] }
    do {
      try saving.save()
      if outer[0].naive.isUnfit { findings.append("an unfit graph has been saved") }
    } catch {
      if !outer[0].naive.isUnfit { findings.append("a fit graph has not been saved: \(error)") }
      return "save beneath in vain"
    }
    outer[0].naive.save()
    for index in outer.indices.dropFirst() { outer[index].naive.noteSaved(by: outer[0].naive) }
    naive.noteSaved(by: outer[0].naive)
    for (key, object) in zip(keys, inserted) { if let key { ids[key] = object.objectID } }
    for outer in outer { findings += outer.context.unit.checkInvariants() }
    findings += try differences(in: context)
    return "save beneath"
  }
}
